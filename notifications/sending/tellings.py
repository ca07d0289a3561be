"""Which events of a game lead to which kinds of notices, and for which seats."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

from games.time.clock_entries import has_decided
from illimat_core import Event, State
from illimat_core.events import (
    DecisionMissed,
    GamePaused,
    GameResumed,
    GameStarted,
    RoundScored,
    SeatHandedToHouse,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    WinOffered,
)
from notifications.kinds.excused import EXCUSED
from notifications.kinds.game_begins import GAME_BEGINS
from notifications.kinds.lost_on_time import LOST_ON_TIME
from notifications.kinds.record import Kind
from notifications.kinds.round_scored import ROUND_SCORED
from notifications.kinds.seat_open import SEAT_OPEN
from notifications.kinds.table_news import TABLE_NEWS


class Telling(NamedTuple):
    """An event of one of the `types`, if it is so `when`, is told as a kind.

    `to_its_seat` is whether it is told to the seat that the event names, or to the whole table.
    """

    kind: Kind
    types: tuple[type[Event], ...]
    to_its_seat: bool = False
    when: Callable[[Any], bool] = lambda _: True


TELLINGS: Final = (
    Telling(GAME_BEGINS, (GameStarted,)),
    Telling(LOST_ON_TIME, (DecisionMissed,), True, lambda missed: missed.reason == "out_of_time"),
    Telling(EXCUSED, (DecisionMissed,), True, lambda missed: missed.reason == "excused"),
    Telling(SEAT_OPEN, (SeatOpened,)),
    Telling(ROUND_SCORED, (RoundScored,)),
    Telling(TABLE_NEWS, (DecisionMissed, SeatLeft, WinOffered, SeatTaken, SeatHandedToHouse)),
    Telling(TABLE_NEWS, (GamePaused, GameResumed)),
)
"""The first that applies to a seat is what its person is told. Turns and the end of a game come
first (`notifications.receivers`); of an outage, the next message tells."""


def kinds_of(
    events: Sequence[object], seats: Collection[int], tellings: Iterable[Telling] = TELLINGS
) -> Mapping[int, Kind]:
    """Return the kind of notice that events lead to for each of some seats, if any."""
    told: dict[int, Kind] = {}
    for kind, types, to_its_seat, when in tellings:
        for event in events:
            if isinstance(event, types) and when(event):
                its_seat = getattr(event, "seat", None) if to_its_seat else None
                concerned = [seat for seat in seats if its_seat in {seat, None}]
                told = dict.fromkeys(concerned, kind) | told
    return told


def seats_to_tell(
    before: State | None, state: State, actor: int | None, *, resumed: bool = False
) -> list[int]:
    """Return the seats for which another seat's action opened a decision.

    A decision stays open while the same seat is awaited for the same question. A person is not told
    of a decision that their own action opened, and a seat that has forfeited is no longer awaited.
    When a game that stood still is `resumed`, all awaited seats are told again.
    """
    goes_on = before and not resumed and _decision_id(before) == _decision_id(state)
    known = before.awaited if before and goes_on else ()
    return [
        seat for seat in state.awaited if seat is not None and seat != actor and seat not in known
    ]


def is_awaited_again(
    seat: int | None, before: State | None, state: State, events: Sequence[Event]
) -> TypeGuard[int]:
    """Return whether a seat whose turn the house has played is awaited again at once."""
    if seat is None or before is None or seat not in state.awaited:
        return False
    return has_decided(before, state, seat, events)


def _decision_id(state: State) -> int | None:
    """Return what identifies an open decision: the version at which it opened, or None for a turn.

    Turns need no identity: between two turns of a seat there is always its own action.
    """
    return state.pending.since if state.pending else None
