"""What a finished game says about those who began it, read from its stored events."""

from typing import Final, NamedTuple

from games import store
from games.clock_keeping import commands_of
from games.clocks.entries import Entry, Forfeited, Moved, Seated, Vacated
from games.models import Game
from games.results import places_of
from illimat_core.cards import Seat
from illimat_core.modes import MODES
from ratings.skill import Part

RATED_MODES: Final = [mode for mode, rules in MODES.items() if max(rules.players) > 1]
"""The modes that several people can play."""


class SeatResult(NamedTuple):
    """The place of a seat, and what the person who had it at the start did in the game."""

    place: int
    part: Part


def results_of(game: Game) -> dict[Seat, SeatResult]:
    """Return the result of each seat of a game that has ended; none if it has no places.

    Raises DamagedStreamError if the game's events are not as they were written.
    """
    places = places_of(game, store.state_of(game))
    if not places:
        return {}
    starters = _Starters()
    for _, entries in commands_of(game):
        starters.follow(entries)
    return {seat: SeatResult(place, starters.part(seat)) for seat, place in enumerate(places)}


def side_of(mode: str, seat: Seat) -> int:
    """Return the first seat of the side that a seat is on."""
    sides = (side for side in MODES[mode].partners if seat in side)
    return next(sides, (seat,))[0]


class _Starters:
    """What the people did who had the seats at the start."""

    def __init__(self) -> None:
        self.decided: set[Seat] = set()
        self.left: set[Seat] = set()
        self.replaced: set[Seat] = set()  # by substitutes, so they cannot return

    def follow(self, entries: list[Entry]) -> None:
        """Note the entries of a command."""
        for entry in entries:
            match entry:
                case Moved(decided=decided):
                    self.decided |= {seat for seat in decided if seat is not None} - self.replaced
                case Seated(seat=seat, who="returner") if seat not in self.replaced:
                    self.left.discard(seat)
                case Seated(seat=seat, who="substitute"):
                    self.replaced.add(seat)
                case Vacated(seat=seat) | Forfeited(seat=seat) | Seated(seat=seat, who="house"):
                    self.left.add(seat)
                case _:
                    pass

    def part(self, seat: Seat) -> Part:
        """Return what the person who had a seat at the start did in the game."""
        if seat not in self.decided:
            return Part.ABSENT
        return Part.LEFT if seat in self.left else Part.PLAYED
