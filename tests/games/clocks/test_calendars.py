"""Weekends, sleeping hours and vacations across changes of summer time; refusals."""

from collections.abc import Callable

import pytest

from games.clocks import vacations
from games.clocks.calendars import Calendar, Routine, Sleep, Vacation
from games.clocks.controls import Bank, NoClock, PerDecision, Total
from games.clocks.entries import Entry, Moved, Paused
from games.clocks.errors import ClockError
from games.clocks.folding import Circumstances, fold
from games.clocks.leavers import LeaverRules
from games.clocks.pauses import check_pause
from games.clocks.spans import DAY, HOUR, WEEK, elapsed
from tests.games.clocks.timelines import at, seat_time, shown

NIGHT = Sleep(22 * 60, 8 * 60)
NOON = at("2026-06-01 12:00")


@pytest.mark.parametrize(
    ("zone", "monday"),
    [
        ("Europe/Berlin", "2026-03-23"),
        ("Europe/Berlin", "2026-10-19"),
        ("America/New_York", "2026-03-02"),
        ("America/New_York", "2026-10-26"),
        ("Australia/Lord_Howe", "2026-09-28"),
        ("Asia/Kathmandu", "2026-03-23"),
    ],
)
def test_a_week_has_70_waking_hours_also_when_the_clocks_are_changed(
    zone: str, monday: str
) -> None:
    routine = Routine(zone, weekend=(5, 6), sleep=NIGHT)
    start = at(f"{monday} 12:00", zone)
    end = at(f"{monday} 12:00", zone) + WEEK + 2 * HOUR
    noon = next(
        t for t in range(start + WEEK - 2 * HOUR, end, HOUR // 2) if shown(t, zone)[-5:] == "12:00"
    )
    assert elapsed(start, noon, routine.spans(start)) == 70 * HOUR


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 13), ("2026-10-25", 13)])
def test_a_night_off_ends_by_the_clock_on_the_wall(day: str, hours: int) -> None:
    routine = Routine("Europe/Berlin", sleep=NIGHT)
    start = at(f"{day} 08:00", "Europe/Berlin")
    assert elapsed(start, start + hours * HOUR, routine.spans(start)) == hours * HOUR


def test_a_change_of_routine_counts_from_the_next_decision_on() -> None:
    asleep = Routine(sleep=NIGHT, since=NOON + HOUR)
    given = Circumstances(PerDecision(DAY), {0: Calendar((Routine(), asleep))})
    assert seat_time([Moved(NOON, (0,))], NOON, given).deadline == NOON + DAY
    later = NOON + 2 * HOUR
    deadline = seat_time([Moved(later, (0,))], later, given).deadline
    assert shown(deadline) == "Wed 2026-06-03 10:00"


@pytest.mark.parametrize(
    ("attempt", "member", "detail"),
    [
        (lambda: PerDecision(-DAY), "time", "must be more than zero"),
        (lambda: Total(0), "time", "more than zero"),
        (lambda: NoClock(400 * DAY), "idle", "at most 366 days"),
        (lambda: Bank(increment=-1), "increment", "must be zero or more"),
        (lambda: Bank(initial=8 * DAY), "cap", "at least the initial time"),
        (lambda: Routine("Mars/Olympus"), "zone", "no time zone “Mars/Olympus”"),
        (lambda: Routine("../etc/passwd"), "zone", "no time zone"),
        (lambda: Routine(weekend=(7,)), "weekend", "from 0 (Monday)"),
        (lambda: Routine(weekend=(1, 2, 3)), "weekend", "At most two days"),
        (lambda: Sleep(-1, 60), "start", "between 00:00 and 23:59"),
        (lambda: Sleep(0, 601), "end", "at most ten hours"),
        (lambda: Vacation(NOON, NOON), "end", "must end after it starts"),
        (lambda: LeaverRules(excuses=-1), "excuses", "Between 0 and 10"),
        (lambda: LeaverRules(vacant_for=0), "vacant_for", "above 0"),
    ],
)
def test_nonsense_is_refused(attempt: Callable[[], object], member: str, detail: str) -> None:
    with pytest.raises(ClockError) as refused:
        attempt()
    assert refused.value.member == member
    assert detail in str(refused.value)


def week(number: int, days: int = 7) -> Vacation:
    start = at("2026-01-05 00:00") + number * WEEK
    return Vacation(start, start + days * DAY)


@pytest.mark.parametrize(
    ("taken", "asked", "detail"),
    [
        ([], Vacation(0, DAY), "in the past"),
        ([week(1)], Vacation(week(1).end - DAY, week(1).end + DAY), "overlaps"),
        ([], week(1, 22), "at most 21 days"),
        ([week(n) for n in range(4)], week(5, 1), "28 vacation days a year"),
        ([week(n, 1) for n in range(6)], week(7, 1), "6 vacations a year"),
        ([], week(60), "366 days ahead"),
    ],
)
def test_a_vacation_that_is_not_allowed_is_refused(
    taken: list[Vacation], asked: Vacation, detail: str
) -> None:
    with pytest.raises(ClockError, match=detail):
        vacations.take(Calendar(vacations=tuple(taken)), asked, at("2026-01-01 00:00"))


def test_ending_a_vacation_gives_its_days_back() -> None:
    calendar = vacations.take(Calendar(), week(1, 21), week(1).start)
    ended = vacations.end(calendar, week(1).start + DAY)
    assert [len(each.days) for each in ended.vacations] == [1]
    with pytest.raises(ClockError, match="not on vacation"):
        vacations.end(ended, week(1).start + DAY)


def test_a_game_is_paused_three_times_at_most_and_never_for_long() -> None:
    entries: list[Entry] = [Moved(NOON, (0,))]
    entries += [Paused(day, day + HOUR) for day in (NOON, NOON + DAY, NOON + 2 * DAY)]
    given = Circumstances(Bank())
    state = fold(entries[:2], 1, given)
    check_pause(state, NOON + 3 * DAY, NOON + 2 * HOUR)
    for until, detail in ((NOON, "future"), (NOON + 20 * DAY, "14 days"), (NOON + DAY, "already")):
        with pytest.raises(ClockError, match=detail):
            check_pause(state, until, NOON)
    with pytest.raises(ClockError, match="3 times"):
        check_pause(fold(entries, 1, given), NOON + 9 * DAY, NOON + 8 * DAY)
