"""The parts of a mail as plain text of at most 78 columns, in which no column has to line up."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from games.reading.board import (
    BoardShown,
    CardShown,
    FieldShown,
    HandShown,
    ItemShown,
    LuminaryShown,
)
from illimat_core.cards import ORDER

WIDTH: Final = 78
INDENT: Final = "  "


def wrap_text(text: str, first: str = "", others: str | None = None) -> str:
    """Return a text in lines, the first with the prefix `first` and the others with `others`.

    Words are never broken, so that addresses stay whole.
    """
    return "\n".join(
        wrap(
            text,
            WIDTH,
            initial_indent=first,
            subsequent_indent=first if others is None else others,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def board_lines(board: BoardShown) -> str:
    """Return the fields one after another, each with its season, luminary and items."""
    fields = [_field(field) for row in board.rows for field in row]
    return "\n\n".join([*fields, wrap_text(board.supply)])


def hand_lines(hand: HandShown) -> str:
    return wrap_text(", ".join(map(_card, sorted_cards(hand))), INDENT)


def sorted_cards(hand: HandShown) -> list[CardShown]:
    """Return the cards of a hand in deck order, even if they are played in another."""
    return sorted(hand.cards, key=lambda card: ORDER[card.code])


def _field(field: FieldShown) -> str:
    return "\n".join(_lines_of_field(field))


def _lines_of_field(field: FieldShown) -> Iterator[str]:
    yield f"{field.name} · {field.season_name}: {field.rule}"
    if field.luminary:
        yield wrap_text(luminary_line(field.luminary), INDENT)
    if field.loose:
        yield wrap_text(", ".join(map(_loose, field.loose)), INDENT)
    for item in field.stockpiles:
        yield wrap_text(item.words[:1].upper() + item.words[1:], INDENT, INDENT * 2)


def luminary_line(luminary: LuminaryShown) -> str:
    return f"{luminary.title}: {luminary.does}" if luminary.does else luminary.title


def _loose(item: ItemShown) -> str:
    return item.words if item.hidden else _card(item.groups[0][0])


def _card(card: CardShown) -> str:
    return f"{card.words} ({card.worth})" if card.worth else card.words
