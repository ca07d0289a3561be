"""A player's calendar: weekends off, sleeping hours and vacations, in the player's own zone.

The routine (weekends and sleeping hours) counts as it stood when a decision opened; a vacation
counts whenever it begins. Moments are microseconds since 1970.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from games.clocks.errors import ClockError
from games.clocks.spans import Span

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
ONE_DAY: Final = timedelta(days=1)
MINUTES_A_DAY: Final = 24 * 60
MOST_SLEEP: Final = 10 * 60  # minutes a day
MOST_DAYS_OFF: Final = 2  # a week
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""The days of the week; weekends are stored as their numbers here."""

_known_zones = cache(available_timezones)


def check_zone(zone: str) -> None:
    """Raise ClockError for a zone that is not in the IANA time zone database."""
    if zone not in _known_zones():
        raise ClockError(
            "zone", "There is no time zone “{zone}”. Try “Europe/Berlin”.", zone=zone[:80]
        )


def local(moment: int, zone: str) -> datetime:
    return (EPOCH + moment * MICROSECOND).astimezone(ZoneInfo(zone))


def moment_of(day: date, minute: int, zone: ZoneInfo) -> int:
    """Return the moment that is `minute` minutes past midnight of a day in a zone.

    A time that occurs twice, as clocks are put back, means the first. A time that clocks skip is
    converted as if they had not been put forward.
    """
    naive = datetime(day.year, day.month, day.day) + timedelta(minutes=minute)  # noqa: DTZ001
    return (naive.replace(tzinfo=zone) - EPOCH) // MICROSECOND


class Sleep(msgspec.Struct, frozen=True):
    """Sleeping hours, in minutes past midnight; they may span midnight."""

    start: int
    end: int

    def __post_init__(self) -> None:
        for member in ("start", "end"):
            if not 0 <= getattr(self, member) < MINUTES_A_DAY:
                raise ClockError(member, "Sleeping hours start and end between 00:00 and 23:59.")
        if not 0 < self.minutes <= MOST_SLEEP:
            raise ClockError(
                "end", "Sleeping hours must end after they start, at most ten hours later."
            )

    @property
    def minutes(self) -> int:
        return (self.end - self.start) % MINUTES_A_DAY


class Routine(msgspec.Struct, frozen=True):
    """A player's zone, days of the week off (Monday is 0) and sleeping hours.

    It is in force from the moment `since`.
    """

    zone: str = "UTC"
    weekend: tuple[int, ...] = ()
    sleep: Sleep | None = None
    since: int = 0

    def __post_init__(self) -> None:
        check_zone(self.zone)
        if not set(self.weekend) <= set(range(len(WEEKDAYS))):
            raise ClockError("weekend", "Days of the week count from 0 (Monday) to 6 (Sunday).")
        if len(set(self.weekend)) > MOST_DAYS_OFF:
            raise ClockError("weekend", "At most two days a week may be off.")

    def spans(self, start: int) -> Iterator[Span]:
        """Yield the weekend days and sleeping hours from `start` on, endlessly if there are any."""
        if not self.weekend and self.sleep is None:
            return
        zone = ZoneInfo(self.zone)
        day = local(start, self.zone).date() - ONE_DAY  # whose night may reach into the next day
        while True:
            if day.weekday() in self.weekend:
                yield Span(moment_of(day, 0, zone), moment_of(day + ONE_DAY, 0, zone), "weekend")
            if self.sleep is not None:
                asleep, awake = self.sleep.start, self.sleep.start + self.sleep.minutes
                yield Span(moment_of(day, asleep, zone), moment_of(day, awake, zone), "asleep")
            day += ONE_DAY


class Vacation(msgspec.Struct, frozen=True):
    """A vacation from `start` until before `end`; its days are those of `zone`."""

    start: int
    end: int
    zone: str = "UTC"

    def __post_init__(self) -> None:
        check_zone(self.zone)
        if self.end <= self.start:
            raise ClockError("end", "A vacation must end after it starts.")

    @property
    def days(self) -> list[date]:
        first = local(self.start, self.zone).date()
        last = local(self.end - 1, self.zone).date()
        return [first + n * ONE_DAY for n in range((last - first).days + 1)]

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, "vacation")


class Calendar(msgspec.Struct, frozen=True):
    """A seat's routines, by `since`, and its vacations.

    After a change of players, it combines their calendars, each for the time they sat there.
    """

    routines: tuple[Routine, ...] = ()
    vacations: tuple[Vacation, ...] = ()

    def routine_at(self, moment: int) -> Routine:
        held = [routine for routine in self.routines if routine.since <= moment]
        return max(held, key=lambda routine: routine.since, default=ALWAYS)


ALWAYS: Final = Routine()
"""The routine of a player who may play at any time."""
