"""The clocks of running games: stored in the game's row, in step with its events.

What is stored equals the fold of the whole log (`fold_log`), and may be dropped at any time.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from games.clocks.entries import Awaited, Entry, Seated
from games.clocks.folding import Circumstances, advance
from games.clocks.notified import DecisionNotice
from games.clocks.reckoning import Reckoning, reckon
from games.clocks.states import ClockState, initial_clocks
from games.models import Game, SeatAssignment, StoredEvent
from games.reading.lookup import find_seats
from games.seats import occupants
from games.stream import store
from games.time.circumstances import (
    NOTIFIED,
    as_datetime,
    circumstances_of,
    control_of,
    notices_of,
    whole_circumstances,
)
from games.time.clock_entries import entries_of
from illimat_core import Event, State
from illimat_core import fold as fold_events
from illimat_core.cards import Seat
from illimat_core.records import converter
from illimat_core.sealing import SealedEvent, microseconds


class Clocks(NamedTuple):
    """The clocks of a game, and what they depend on beside its events."""

    state: ClockState
    given: Circumstances
    told: Mapping[Awaited, DecisionNotice]

    def reckon(self, now: datetime) -> Reckoning:
        """Return what the clocks show.

        Until somebody's time is used up, notices decide nothing, and one that is sent later must
        not find the timer set too late.
        """
        at_most = self._reckon_told(now)
        if not at_most.flagged:
            return at_most
        return reckon(self.state, self.given, self.told, microseconds(now))

    def due_at(self, now: datetime) -> datetime | None:
        """Return the moment before which nothing about time is to be done, if there is one."""
        due_at = self._reckon_told(now).due_at
        return None if due_at is None else as_datetime(due_at)

    def _reckon_told(self, now: datetime) -> Reckoning:
        """Return what the clocks show if everybody was notified of their turn at once."""
        found = dict.fromkeys(self.state.awaited, NOTIFIED)
        return reckon(self.state, self.given, found, microseconds(now))


def clocks_of(
    game: Game, assignments: Sequence[SeatAssignment], now: datetime, *, whole: bool = False
) -> Clocks:
    """When a game without clocks is called off is known only if the `whole` game is looked at."""
    state = stored_clock(game) or fold_log(game, assignments)
    given = circumstances_of(game, assignments, state, now, whole=whole)
    return Clocks(state, given, notices_of(state, assignments))


_convert = converter(ClockState)


def stored_clock(game: Game) -> ClockState | None:
    """Return the clocks in a game's row, converted once for each value; None before the first."""
    if game.clock is None:
        return None
    if game.read_clock is None or game.read_clock[0] is not game.clock:
        game.read_clock = game.clock, _convert(game.clock)
    return game.read_clock[1]


def keep(
    game: Game,
    assignments: Sequence[SeatAssignment],
    entries: Sequence[Entry],
    clocks: Clocks | None,
) -> Clocks:
    """Write the clocks after a command that was just appended into `game`, unsaved; return them.

    `entries` are the command's, `clocks` those before it; None if the game begins with it. A person
    who takes a seat with it plays by their own calendar.
    """
    clocks = clocks or _begun(game, assignments, len(game.scores))
    clock = clocks.state
    if any(isinstance(entry, Seated) and entry.who != "house" for entry in entries):
        given = circumstances_of(game, find_seats(game.pk), clock, game.moved_at)
        clocks = clocks._replace(given=given)
    for entry in entries:
        clock = advance(clock, entry, clocks.given)
    game.clock = msgspec.to_builtins(clock)
    return clocks._replace(state=clock)


def _begun(game: Game, assignments: Sequence[SeatAssignment], seats: int) -> Clocks:
    """Return the clocks of a game that has only just begun; no outage before counts."""
    at = microseconds(game.moved_at)
    begun = initial_clocks(control_of(game), seats, house=_house_seats(assignments))
    state = replace(begun, at=at, moved_at=at)
    return Clocks(state, circumstances_of(game, assignments, state, game.moved_at), {})


def fold_log(game: Game, assignments: Sequence[SeatAssignment]) -> ClockState:
    """Return the clocks of a game that has begun, computed from its whole log."""
    commands = list(commands_of(game, store.read(game)))
    seats = len(game.scores)
    clock = initial_clocks(control_of(game), seats, house=_house_seats(assignments))
    given = whole_circumstances(game, assignments)
    for _, entries in commands:
        for entry in entries:
            clock = advance(clock, entry, given)
    return clock


def _house_seats(assignments: Sequence[SeatAssignment]) -> frozenset[Seat]:
    seats = (each.number for each in occupants.house_from_start(assignments))
    return frozenset(seat for seat in seats if seat is not None)


def commands_of(
    game: Game, stored: Sequence[tuple[SealedEvent, Event]]
) -> Iterator[tuple[int, list[Entry]]]:
    """Yield the first sequence and the entries of each command of a game, from its events."""
    origins = StoredEvent.objects.filter(game=game, actor__isnull=False)
    roles = dict(origins.values_list("sequence", "actor"))
    state: State | None = None
    rows: list[tuple[SealedEvent, Event]] = []
    for number, pair in enumerate(stored):
        rows.append(pair)
        following = stored[number + 1][0] if number + 1 < len(stored) else None
        if following and following.sequence not in roles and following.command_id is None:
            continue
        first, events = rows[0][0], [event for _, event in rows]
        before, state = state, fold_events(events, state)
        entries = entries_of(
            events,
            at=first.microseconds,
            role=roles.get(first.sequence),
            seat=first.seat,
            before=before,
            state=state,
        )
        yield first.sequence, list(entries)
        rows = []
