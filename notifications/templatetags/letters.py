"""Filters of the templates of mails: lines of plain text, and the colours of HTML."""

from typing import Final

from django import template

from notifications import plain
from notifications.board import BoardShown, HandShown, LuminaryShown

CLOTH: Final = {"Spring": "#a9cc9c", "Summer": "#f2cd6a", "Autumn": "#dc9a72", "Winter": "#a8c4e0"}
"""The colours of fields, by season."""
CARD: Final = {
    "Sp": "#e3f0d3",
    "Su": "#fbe69c",
    "Au": "#f1be9a",
    "Wi": "#d3e3f4",
    "St": "#2c2852",
}
"""The colours of cards, by suit."""
INK: Final = "#211a15"
ON_NIGHT: Final = "#f3ead8"  # on the cards of the Stars, which are dark

register = template.Library()


@register.filter
def cloth(season: str) -> str:
    """Return the colour of a field in a season."""
    return CLOTH[season]


@register.filter
def paper(suit: str) -> str:
    """Return the colour of a card of a suit."""
    return CARD[suit]


@register.filter
def ink(suit: str) -> str:
    """Return the colour of what is written on a card of a suit."""
    return ON_NIGHT if suit == "St" else INK


@register.filter
def board_lines(board: BoardShown) -> str:
    """Return the fields as lines of plain text."""
    return plain.board_lines(board)


@register.filter
def hand_lines(hand: HandShown) -> str:
    """Return a hand as lines of plain text."""
    return plain.hand_lines(hand)


@register.filter
def with_deeds(luminary: LuminaryShown) -> str:
    """Return a luminary with what it does."""
    return plain.luminary_line(luminary)


@register.filter
def wrapped(text: str) -> str:
    """Return a text in lines."""
    return plain.wrapped(text)


@register.filter
def entry(text: str) -> str:
    """Return a text as an entry of a list, in lines."""
    return plain.wrapped(text, "- ", plain.INDENT)


@register.filter
def below(text: str) -> str:
    """Return a text that belongs to the entry above it, in lines."""
    return plain.wrapped(text, plain.INDENT)


@register.filter
def heading(text: str) -> str:
    """Return a heading, underlined."""
    return f"{text}\n{'-' * len(text)}"
