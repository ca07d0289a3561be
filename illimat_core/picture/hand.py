"""The hand that a view shows, in rows that overlap where there are many cards."""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

from illimat_core.cards import Card, Seat
from illimat_core.messages import Language
from illimat_core.picture.cards import HELD_HIGH, HELD_WIDE, held
from illimat_core.picture.svg import move_drawing
from illimat_core.views import Observation

GAP: Final = 8


class Fan(NamedTuple):
    """How a hand is laid out: cards a row, their scale, and the distance of overlapping rows."""

    cards: int
    scale: float
    overlap: float


class Hand(NamedTuple):
    """A drawn hand with its height."""

    drawn: str
    height: float


def hands_shown(view: Observation, viewer: Seat | None) -> list[Seat]:
    """Return the seats whose hands are drawn: the viewer's, and all others that lie open."""
    opened = [seat for seat, hand in view.hands.items() if isinstance(hand, Sequence) and hand]
    own = [] if viewer is None else [viewer]
    return [*own, *(seat for seat in map(int, opened) if seat != viewer)]


def draw_hand(cards: Sequence[Card], wide: float, fans: Sequence[Fan], language: Language) -> Hand:
    """Return a hand at the origin: in the first of the fans that holds it in a row or two."""
    fan = next((fan for fan in fans if len(cards) <= 2 * fan.cards), fans[-1])
    card_wide, card_high = HELD_WIDE * fan.scale, HELD_HIGH * fan.scale
    rows = ceil(len(cards) / fan.cards)
    first = min(len(cards), fan.cards)
    step = card_high + GAP if rows <= 2 else fan.overlap
    pitch = min(card_wide + GAP, (wide - card_wide) / max(first - 1, 1))
    left = (wide - card_wide - pitch * (first - 1)) / 2
    drawn = ""
    for number, card in enumerate(cards):
        row, column = divmod(number, fan.cards)
        at = left + column * pitch
        drawn += move_drawing(held(card, language), at, row * step, fan.scale)
    return Hand(drawn, (rows - 1) * step + card_high)
