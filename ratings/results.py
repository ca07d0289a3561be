"""What a finished game says about those who began it, read from its stored events."""

from typing import Final, NamedTuple

from games.models import Game
from games.play.results import PlayedSeat, result_of
from illimat_core.cards import Seat
from illimat_core.modes import MODES
from ratings.skill import PartPlayed

RATED_MODES: Final = [mode for mode, rules in MODES.items() if max(rules.players) > 1]
"""The modes that several people can play."""


class StarterResult(NamedTuple):
    """The place of a seat, and what the person who had it at the start did in the game."""

    place: int
    part: PartPlayed


def results_of(game: Game) -> dict[Seat, StarterResult]:
    """Return none for a game without places. Raises DamagedStreamError for a damaged one."""
    return {
        each.seat: StarterResult(each.place, _part(each))
        for each in result_of(game).seats
        if each.place is not None
    }


def side_of(mode: str, seat: Seat) -> int:
    """Return the first seat of the side that a seat is on."""
    sides = (side for side in MODES[mode].partners if seat in side)
    return next(sides, (seat,))[0]


def _part(seat: PlayedSeat) -> PartPlayed:
    if not seat.first_decided:
        return PartPlayed.ABSENT
    return PartPlayed.PLAYED if seat.kept else PartPlayed.LEFT
