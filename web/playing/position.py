"""What every page of a position shows of it: the board, the hand, and the board in words."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from illimat_core.cards import SUITS, Card, FieldId
from illimat_core.picture import (
    Look,
    board_piece,
    card_piece,
    sign_piece,
    suit_piece,
)
from illimat_core.views import Observation
from web.playing.choice_lists import Option
from web.playing.marks import board_in_words

SIGNS = ("back", "pack", "okus")


class Held(NamedTuple):
    """A card of the hand: its option and its drawing."""

    option: Option
    drawn: SafeString


def draw_position(
    view: Observation, hand: Sequence[Option], look: Look, near: FieldId | None = None
) -> dict[str, Any]:
    """Return the template context of a drawn position; the board is a close-up of `near`, if any.

    `pieces` are all drawings, those of the suits in the dock among them.
    """
    board = board_piece(view, look, gettext("The board"), near)
    cards = [card_piece(Card(each.cards[0])) for each in hand]
    signs = {name: sign_piece(name) for name in SIGNS}
    suits = [suit_piece(Card(f"2{suit}")) for suit in SUITS]
    pieces = "".join([board, *cards, *signs.values(), *suits])
    return {
        "drawn_board": _safe(board),
        "hand": [Held(*each) for each in zip(hand, map(_safe, cards), strict=True)],
        "signs": {name: _safe(drawn) for name, drawn in signs.items()},
        "pieces": pieces,
        "words": board_in_words(view, look.marks, look.language),
    }


def _safe(drawn: str) -> SafeString:
    """Return a drawing of the core for a template; the core escapes all names in it."""
    return mark_safe(drawn)  # noqa: S308
