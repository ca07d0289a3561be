"""The state of a game's clocks, folded from its entries; it does not grow with the game.

It can be cached as JSON (`msgspec.json`), and may be dropped at any time.
"""

import msgspec

from games.clocks.calendars import Routine
from games.clocks.controls import Control
from games.clocks.entries import Awaited, Seat
from games.clocks.records import Record
from games.clocks.spans import Span


class Decision(msgspec.Struct, frozen=True):
    """A decision that a player has to make, and whose time counts.

    It opened at the moment `opened`, when the clock showed `shown` (None without a clock) and the
    player's `routine` was in force. `own` says that the player's own action opened it, so that no
    notice is needed.
    """

    opened: int
    shown: int | None
    routine: Routine
    own: bool = False


class SeatState(msgspec.Struct, frozen=True):
    """A seat's clock. `bank` is the time that the next decision starts with, None without a clock.

    `excused`: the next decision gets at least a day. `missed`: the house has yet to play for the
    seat. `house`: the house sits there for good. `gone`: the seat is out of play.
    """

    bank: int | None = None
    decision: Decision | None = None
    record: Record = Record()
    excused: bool = False
    missed: bool = False
    house: bool = False
    gone: bool = False


class Charge(msgspec.Struct, frozen=True):
    """The time `used` that a seat was charged for a decision that closed at the moment `at`.

    A silence of the server that began shortly before proves to be an outage only later; until then
    the charge may have to be corrected.
    """

    seat: Seat
    decision: Decision
    at: int
    used: int


class Vacancy(msgspec.Struct, frozen=True):
    """A seat that is vacant, since when, and for how long at most."""

    seat: Seat
    since: int
    lasts: int


class ClockState(msgspec.Struct, frozen=True):
    """All clocks of a game after an entry recorded at the moment `at`.

    `halts` are the pauses and vacancies that the clocks of open decisions stood in, `pauses` counts
    all pauses of the game, `moved_at` is when the game last went on. `charges` are those that may
    have to be corrected.
    """

    seats: tuple[SeatState, ...]
    spectators: SeatState = SeatState()
    awaited: tuple[Awaited, ...] = ()
    vacancies: tuple[Vacancy, ...] = ()
    halts: tuple[Span, ...] = ()
    charges: tuple[Charge, ...] = ()
    pauses: int = 0
    at: int = 0
    moved_at: int = 0

    def of(self, seat: Awaited) -> SeatState:
        return self.spectators if seat is None else self.seats[seat]

    def set(self, seat: Awaited, **members: object) -> "ClockState":
        changed = msgspec.structs.replace(self.of(seat), **members)
        if seat is None:
            return msgspec.structs.replace(self, spectators=changed)
        seats = (*self.seats[:seat], changed, *self.seats[seat + 1 :])
        return msgspec.structs.replace(self, seats=seats)

    @property
    def vacant(self) -> frozenset[Seat]:
        """The vacant seats. While there is one, the game stands still."""
        return frozenset(vacancy.seat for vacancy in self.vacancies)

    @property
    def looks_back_to(self) -> int:
        """The earliest moment whose outages and vacations still matter."""
        opened = [each.decision.opened for each in (*self.seats, self.spectators) if each.decision]
        charged = [charge.decision.opened for charge in self.charges]
        since = [vacancy.since for vacancy in self.vacancies]
        return min([self.moved_at, *opened, *charged, *since])


def initial_clocks(
    control: Control, seats: int, *, house: frozenset[Seat] = frozenset()
) -> ClockState:
    return ClockState(
        tuple(SeatState(bank=control.start, house=seat in house) for seat in range(seats))
    )
