"""Conversion of a command's events into clock entries, and what these say about decisions."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import singledispatch

from accounts.reliability import IN_TIME, MISSED
from games.actors import Role
from games.clocks.entries import (
    Awaited,
    Entry,
    Forfeited,
    Missed,
    Moved,
    Paused,
    Resumed,
    Seated,
    Vacated,
)
from games.clocks.spans import DAY
from illimat_core import Event, State
from illimat_core.cards import Seat
from illimat_core.events import (
    ENDINGS,
    DecisionMissed,
    GamePaused,
    GameResumed,
    PlayerForfeited,
    RoundDealt,
    SeatHandedToHouse,
    SeatOpened,
    SeatTaken,
    TableEvent,
    TurnPassed,
    WinOffered,
)
from illimat_core.sealing import microseconds

PLAYERS = {Role.PERSON, Role.SPECTATOR}


def entries_of(
    events: Sequence[Event],
    *,
    at: int,
    role: str | None,
    seat: Awaited,
    before: State | None,
    state: State,
) -> Iterator[Entry]:
    """Take `role` and `seat` of the actor; events stored without a role came from people."""
    for event in events:
        if entry := _entry(event, at):
            yield entry
    if before is not None and all(_only_notes(event) for event in events):
        return
    over = state.over or isinstance(events[-1], ENDINGS)
    awaited = () if over else state.awaited
    made = (seat,) if before and has_decided(before, state, seat, events) else ()
    by_player = role is None or role in PLAYERS
    yield Moved(at, awaited, *((made, ()) if by_player else ((), made)))


def outcomes_of(entries: Iterable[Entry]) -> Iterator[tuple[Seat, str]]:
    for entry in entries:
        if isinstance(entry, Moved):
            yield from ((seat, IN_TIME) for seat in entry.decided if seat is not None)
        elif isinstance(entry, Missed) and entry.seat is not None:
            yield entry.seat, MISSED


def _only_notes(event: Event) -> bool:
    return isinstance(event, TableEvent) and not isinstance(event, ENDINGS)


def has_decided(before: State, state: State, seat: Awaited, events: Sequence[Event]) -> bool:
    """Return whether an awaited seat has made its decision.

    A turn is one decision, with all its free actions and the questions it asks its own player. The
    next turn may be the same seat's.
    """
    if seat not in before.awaited or (seat is not None and state.players[seat].gone):
        return False
    return seat not in state.awaited or any(
        isinstance(event, TurnPassed | RoundDealt) for event in events
    )


@singledispatch
def _entry(_event: Event, _at: int) -> Entry | None:
    """Return the clock entry of a single event, or None if it has none of its own."""
    return None


@_entry.register
def _(event: PlayerForfeited, at: int) -> Entry:
    return Forfeited(at, event.seat)


@_entry.register
def _(event: GamePaused, at: int) -> Entry:
    return Paused(at, microseconds(datetime.fromisoformat(event.until)))


@_entry.register
def _(_event: GameResumed, at: int) -> Entry:
    return Resumed(at)


@_entry.register
def _(event: DecisionMissed, at: int) -> Entry:
    return Missed(at, event.seat)


@_entry.register
def _(event: SeatOpened | WinOffered, at: int) -> Entry:
    return Vacated(at, event.seat, event.days * DAY)


@_entry.register
def _(event: SeatTaken, at: int) -> Entry:
    return Seated(at, event.seat, "substitute" if event.reason == "substitute" else "returner")


@_entry.register
def _(event: SeatHandedToHouse, at: int) -> Entry:
    return Seated(at, event.seat, "house")
