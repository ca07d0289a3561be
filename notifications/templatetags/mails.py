"""Filters of the templates of mails: lines of plain text, and the colours of HTML."""

from typing import Final

from django import template

from illimat_core.cards import Season, Suit
from illimat_core.picture.colours import INK, LIGHT
from notifications.content import plain

ON_NIGHT: Final = "#f3ead8"  # on the cards of the Stars, which are dark

register = template.Library()
register.filter("board_lines", plain.board_lines)
register.filter("hand_lines", plain.hand_lines)
register.filter("sorted_cards", plain.sorted_cards)
register.filter("with_deeds", plain.luminary_line)
register.filter("wrapped", plain.wrap_text)


@register.filter
def cloth(season: Season) -> str:
    """Return the colour of a field in a season."""
    return LIGHT.cloths[season]


@register.filter
def paper(suit: Suit) -> str:
    """Return the colour of a card of a suit."""
    return LIGHT.cards[suit]


@register.filter
def ink(suit: Suit) -> str:
    """Return the colour of what is written on a card of a suit."""
    return ON_NIGHT if suit == "St" else INK


@register.filter
def entry(text: str) -> str:
    """Return a text as an entry of a list, in lines."""
    return plain.wrap_text(text, "- ", plain.INDENT)


@register.filter
def quote(text: str) -> str:
    """Return a paragraph that somebody else wrote, in lines that say so."""
    return plain.wrap_text(text, "> ") or ">"


@register.filter
def below(text: str) -> str:
    """Return a text that belongs to the entry above it, in lines."""
    return plain.wrap_text(text, plain.INDENT)


@register.filter
def heading(text: str) -> str:
    """Return a heading, underlined."""
    return f"{text}\n{'-' * len(text)}"
