"""Response bodies about people and when they play."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from accounts import models
from accounts.calendars import routine_of, vacations_of
from accounts.models import User
from accounts.outputs import RELIABILITY
from accounts.selectors import reliability_of
from api.schemas import Moment
from games.clocks.calendars import WEEKDAYS
from games.clocks.vacations import RULES
from games.time import availability
from illimat_core.annotations import says

Away = Annotated[Moment | None, says("The end of the current vacation; null if there is none.")]
MINUTES: Final = 60  # in an hour


class Person(Struct, frozen=True, kw_only=True):
    """A person's public profile."""

    handle: str
    away_until: Away
    reliability: Annotated[int | None, says(RELIABILITY)]


class SleepingHours(Struct, frozen=True):
    """Sleeping hours in your time zone; they may span midnight."""

    start: Annotated[str, says("When the sleeping hours begin, such as `22:30`.")]
    end: Annotated[str, says("When they end, such as `07:00`.")]


class Calendar(Struct, frozen=True, kw_only=True):
    """The times when you do not play; your clocks stand then."""

    time_zone: Annotated[str, says("An IANA time zone; that of your account.")]
    weekend: Annotated[list[str], says("The days of the week that you take off.")]
    sleep: Annotated[SleepingHours | None, says("Your sleeping hours; null if you have set none.")]
    away_until: Away


class Vacation(Struct, frozen=True, kw_only=True):
    """A vacation of yours."""

    id: int
    start: Moment
    end: Annotated[Moment, says("When the vacation ends and you are back.")]
    time_zone: Annotated[str, says("The time zone that its days are counted in.")]
    days: Annotated[int, says("The number of days that it touches.")]


class Allowance(Struct, frozen=True, kw_only=True):
    """The vacation days of a year."""

    year: int
    days: Annotated[int, says("The number of days that you may take.")]
    taken: Annotated[int, says("The number of days that you have taken or planned.")]


class Vacations(Struct, frozen=True, kw_only=True):
    """Your vacations by their start, and your allowance."""

    results: list[Vacation]
    allowances: Annotated[list[Allowance], says("The allowances of this year and the next.")]


class CalendarFeed(Struct, frozen=True):
    """The address of your calendar of deadlines."""

    url: Annotated[
        str,
        says("The address, which is secret: anyone who knows it can read the calendar."),
        Meta(extra_json_schema={"format": "uri"}),
    ]


def person(user: User) -> Person:
    return Person(
        handle=user.handle,
        away_until=availability.away_until(user),
        reliability=reliability_of(user=user),
    )


def calendar(user: User) -> Calendar:
    routine = routine_of(user)
    start, end = routine.sleep_start, routine.sleep_end
    return Calendar(
        time_zone=routine.time_zone,
        weekend=[WEEKDAYS[day] for day in routine.weekend],
        sleep=None
        if start is None or end is None
        else SleepingHours(time_of_day(start), time_of_day(end)),
        away_until=availability.away_until(user),
    )


def vacation(taken: models.Vacation) -> Vacation:
    return Vacation(
        id=taken.pk,
        start=taken.start,
        end=taken.end,
        time_zone=taken.time_zone,
        days=len(availability.as_vacation(taken).days),
    )


def vacations(user: User) -> Vacations:
    taken = vacations_of(user)
    year = availability.current_year(user)
    return Vacations(
        results=[vacation(each) for each in taken],
        allowances=[
            Allowance(year=each, days=RULES.days, taken=availability.days_taken(taken, each))
            for each in (year, year + 1)
        ],
    )


def time_of_day(minutes: int) -> str:
    """Return a time of day, given in minutes past midnight, as `TimeOfDayField` reads it."""
    return f"{minutes // MINUTES:02}:{minutes % MINUTES:02}"
