"""Cards within the sentences of a page."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.language import active_language
from illimat_core.cards import Card
from illimat_core.options import Options
from illimat_core.picture.cards import WORTH
from illimat_core.words.board import card_name
from web.frame import card_chips

register = template.Library()

MOST_PIPS = 20
"""Points to play for that can be shown one by one."""


@register.simple_tag
def ranks() -> list[tuple[str, str, str]]:
    """Return each rank that is a letter, with its name and what it counts."""
    language = active_language()
    return [(rank, language.say(f"rank.{rank}"), counts) for rank, counts in WORTH.items()]


@register.filter
def chip(code: str) -> SafeString:
    """Return a card as a small sign, which is read out in words."""
    card = Card(code)
    return card_chips.chip(card, card_name(card, active_language()))


@register.filter
def with_chips(sentence: str) -> SafeString:
    return card_chips.with_chips(sentence)


@register.filter
def pips(points: int, options: Options) -> SafeString:
    """Return points as a row of pips up to those that are played for, if there are not too many."""
    target = 0 if options.rounds else options.target_score
    if not 0 < target <= MOST_PIPS:
        return SafeString("")
    drawn = "".join("<i class=on></i>" if pip < points else "<i></i>" for pip in range(target))
    return mark_safe(f'<p class="pips" aria-hidden="true">{drawn}</p>\n')  # noqa: S308 - our own
