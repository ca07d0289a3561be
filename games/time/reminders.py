"""When people are reminded of decisions for which their time is nearly over."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models.functions import Now

from accounts.models import User
from games.clocks.calendars import MICROSECOND
from games.clocks.states import ClockState, Decision
from games.models import Game, SeatAssignment
from games.models.timers import CLOCK, Timer
from games.time.circumstances import as_datetime

LEAD: Final = timedelta(hours=24)  # before the deadline, or a quarter of the time if that is less
LEAST: Final = timedelta(minutes=10)  # below which a reminder is of no use, unless it was chosen


def leads_of(decision: Decision, chosen: Sequence[int] | None) -> list[timedelta]:
    """Return how long before its deadline a decision is reminded of, the longest time first.

    `chosen` are the `reminders` of its person. Of more time than there was nobody is reminded: they
    have just been told of the decision.
    """
    if decision.shown is None:
        return []
    time = decision.shown * MICROSECOND
    if chosen is None:
        lead = min(LEAD, time / 4)
        return [lead] if lead >= LEAST else []
    return [lead for seconds in chosen if (lead := timedelta(seconds=seconds)) < time]


def decisions_of(
    clock: ClockState, assignments: Sequence[SeatAssignment]
) -> Iterator[tuple[SeatAssignment, Decision]]:
    """Yield the seats whose people have a decision to make against the clock."""
    for each in assignments:
        if each.user_id is None or each.number is None or each.number not in clock.awaited:
            continue
        seat = clock.seats[each.number]
        by_house = seat.missed or seat.house
        if seat.decision and seat.decision.shown is not None and not by_house:
            yield each, seat.decision


def first_look(clock: ClockState, assignments: Sequence[SeatAssignment]) -> datetime | None:
    """Return when somebody is first to be reminded if no clock stands from now on."""
    times = (
        as_datetime(decision.opened + decision.shown) - leads[0]
        for seat, decision in decisions_of(clock, assignments)
        if decision.shown is not None and (leads := leads_of(decision, seat.reminders))
    )
    return min(times, default=None)


def have_reminders_checked(user: User) -> None:
    """Have the running games of a person who has chosen other reminders looked at.

    They must be locked: a play that has read the old choice would otherwise set its own time after.
    """
    running = user.seat_assignments.filter(game_state=Game.State.RUNNING)
    timers = Timer.objects.filter(kind=CLOCK, game__in=running.values("game"))
    timers.update(remind_at=Now())
