"""Short names for moments and for clocks in tests."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from games.clocks.calendars import Routine, local
from games.clocks.controls import Bank
from games.clocks.entries import Entry
from games.clocks.folding import Circumstances, fold
from games.clocks.notified import DecisionNotice
from games.clocks.reckoning import SeatTime, reckon
from illimat_core.sealing import microseconds

NOTIFIED = DecisionNotice(off=True)


def at(text: str, zone: str = "UTC") -> int:
    """Return the moment at which clocks in a zone show `2026-03-27 18:00`."""
    return microseconds(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))


def shown(moment: int | None, zone: str = "UTC") -> str:
    """Return what clocks in a zone show at a moment."""
    assert moment is not None
    return f"{local(moment, zone):%a %Y-%m-%d %H:%M}"


def seat_time(
    entries: Iterable[Entry],
    now: int,
    given: Circumstances | None = None,
    notice: DecisionNotice = NOTIFIED,
    seat: int = 0,
) -> SeatTime:
    """Return what a seat's clock shows in a game of four."""
    given = given or Circumstances(Bank())
    reckoned = reckon(fold(entries, 4, given), given, {seat: notice}, now)
    return next(each for each in reckoned.seats if each.seat == seat)


def sleeps(routine: Routine, moment: int) -> bool:
    """Return whether a player is off, by their local time."""
    wall = local(moment, routine.zone)
    if wall.weekday() in routine.weekend:
        return True
    if routine.sleep is None:
        return False
    minute = wall.hour * 60 + wall.minute
    start, end = routine.sleep.start, routine.sleep.end
    return start <= minute < end if start < end else minute >= start or minute < end
