"""Which events of a game lead to which kinds of notices, and for whom."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from illimat_core import Event
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
