"""What pages show about tables without their view having to know of it."""

from collections.abc import Iterable
from typing import Any

from django import template

from games.reading.tables import Table
from web.frame.game_cards import company_of
from web.frame.proposals import Wish, viewer_questions, viewer_wishes
from web.home.lobby import words_of
from web.table.creation import practice_offers as offered
from web.table.game_management import name_managing_page

register = template.Library()


@register.simple_tag
def practice_offers() -> dict[str, Any]:
    return offered()


@register.simple_tag
def asked_at(*lists: Any) -> list[tuple[Table, str]]:
    """Return what the viewer is asked in the games of lists of cards, each with its game."""
    cards: Iterable[Any] = (card for each in lists for card in each or ())
    return [(card.table, wish.says) for card in cards for wish in viewer_questions(card.table)]


@register.filter
def company(table: Table) -> str:
    return company_of(table)


@register.filter
def played(table: Table) -> list[str]:
    """Return in short what is played at a table."""
    return words_of(table)


@register.filter
def asks(table: Table) -> list[Wish]:
    return list(viewer_questions(table))


@register.filter
def wishes(table: Table) -> list[Wish]:
    return list(viewer_wishes(table))


@register.filter
def managing(table: Table) -> str:
    """Return the name of the page about what can be done at a running game apart from playing."""
    return name_managing_page(table)
