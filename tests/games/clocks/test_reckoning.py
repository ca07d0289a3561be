"""Properties of the clock function, over random decisions, calendars, outages and notices."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.controls import PerDecision
from games.clocks.entries import Entry, Moved, Paused, Seated, Vacated
from games.clocks.folding import Circumstances, advance
from games.clocks.notified import GRACE, DecisionNotice, lead
from games.clocks.outages import merge_outages
from games.clocks.reckoning import reckon
from games.clocks.spans import DAY, HOUR, MINUTE, Span
from tests.games.clocks.strategies import (
    FEW,
    QUARTER,
    Case,
    cases,
    lengths,
    quarters,
    routines,
    vacations,
)
from tests.games.clocks.timelines import at, seat_time, sleeps

CHANGES = ("moved", "paused", "vacant", "outage", "vacation", "mail", "routine")
later = quarters(0, 20 * 96)


def counted(case: Case, since: int, now: int) -> int:
    """Return the time used, counted in quarters of an hour."""
    (routine,) = case.given.calendars[0].routines
    away = [vacation.span for vacation in case.given.calendars[0].vacations]
    off = [*away, *case.given.outages, *case.state.halts]
    ticks = range(since, now, QUARTER)
    awake = (t for t in ticks if not any(span.start <= t < span.end for span in off))
    return QUARTER * sum(not sleeps(routine, t) for t in awake)


@FEW
@given(cases(), later)
def test_time_used_is_what_counting_quarters_of_an_hour_finds(case: Case, passed: int) -> None:
    now = case.opened + passed
    shows = case.shows(now)
    now = max(now, case.state.at)
    assert shows.used == counted(case, case.opened, now)


@FEW
@given(cases(), st.lists(later, min_size=2, max_size=5))
def test_time_used_never_falls_and_a_flag_stays(case: Case, passed: list[int]) -> None:
    clocks = [case.shows(case.opened + length) for length in sorted(passed)]
    for before, after in pairwise(clocks):
        assert before.used <= after.used
        assert before.flagged <= after.flagged


@FEW
@given(cases())
def test_nobody_is_out_of_time_early_or_without_having_been_told(case: Case) -> None:
    decision = case.state.seats[0].decision
    assert decision is not None
    assert decision.shown is not None
    deadline = case.shows(case.opened + 30 * DAY).deadline
    assert deadline is not None
    if case.shows(deadline).flagged:
        assert was_told_in_time(case, deadline - lead(decision.shown), deadline)
        assert counted(case, case.opened, deadline) >= decision.shown - QUARTER
        assert deadline <= case.state.at or not case.shows(deadline - 1).flagged
    else:
        assert case.notice.left_at is None
        assert case.shows(deadline).why == "untold"


@FEW
@given(cases())
def test_whatever_a_clock_stands_for_it_comes_to_an_end_by_itself(case: Case) -> None:
    now, shows = case.opened, case.shows(case.opened)
    while not (shows.flagged or shows.given_up):
        assert shows.look_at is not None
        assert shows.look_at > now
        now = max(shows.look_at, now + 6 * HOUR)  # while a notice is awaited, it is looked at often
        assert now < case.opened + 150 * DAY
        shows = case.shows(now)
    decision = case.state.seats[0].decision
    assert decision is not None
    if shows.given_up:
        assert shows.used >= (decision.shown or 0) + 14 * DAY
    assert shows.flagged != case.notice.is_awaited or not shows.given_up


def was_told_in_time(case: Case, latest: int, deadline: int) -> bool:
    """Return whether a person was notified by `latest`, or has only themselves to blame."""
    off, left, held, failed, _ = msgspec.structs.astuple(case.notice)
    if off:
        return True
    if failed is not None:
        return bool(failed + 3 * DAY <= latest)
    if held is not None and deadline <= held + GRACE:
        return True
    return left is not None and (left <= latest or (held is not None and left <= held + GRACE))


@FEW
@given(cases(), st.lists(later, min_size=2, max_size=5))
def test_the_deadline_does_not_depend_on_when_it_is_looked_at(
    case: Case, passed: list[int]
) -> None:
    told = case._replace(notice=DecisionNotice(left_at=case.opened + 2 * HOUR))
    clocks = [told.shows(case.opened + length) for length in passed]
    assert len({clock.deadline for clock in clocks}) == 1


@FEW
@given(cases(), st.data())
def test_acts_of_others_and_the_server_never_move_a_deadline_forward(
    case: Case, data: st.DataObject
) -> None:
    deadlines = histories(case, data)
    known = [deadline for deadline in deadlines if deadline is not None]
    assert known == sorted(known)


def histories(case: Case, data: st.DataObject) -> Iterator[int | None]:
    """Yield the deadline of seat 0 after each event caused by other players or the server."""
    state, given, notice = case.state, case.given, DecisionNotice()
    now = state.at
    yield reckon(state, given, {0: notice}, now).seats[0].deadline
    for _ in range(data.draw(st.integers(1, 6))):
        now += data.draw(quarters(0, 96))
        match data.draw(st.sampled_from(CHANGES)):
            case "moved":
                state = advance(state, Moved(now, (0, 1), decided=(1,)), given)
            case "paused":
                state = advance(state, Paused(now, now + data.draw(lengths)), given)
            case "vacant":
                state = advance(state, Vacated(now, 1, 3 * DAY), given)
                yield reckon(state, given, {0: notice}, now).seats[0].deadline
                now += data.draw(quarters(0, 96))
                state = advance(state, Seated(now, 1, "substitute"), given)
            case "outage":
                silent = data.draw(lengths)
                now += silent
                outages = [*given.outages, Span(now - silent, now, "outage")]
                given = given._replace(outages=outages)
            case "vacation":
                calendar = given.calendars[0]
                taken = (*calendar.vacations, *data.draw(vacations(now)))
                calendars = {0: type(calendar)(calendar.routines, taken)}
                given = given._replace(calendars=calendars)
            case "mail":
                notice = data.draw(news_of(notice, now))
            case _:
                calendar = given.calendars[0]
                calendars = {0: type(calendar)((data.draw(routines),), calendar.vacations)}
                given = given._replace(calendars=calendars)
        yield reckon(state, given, {0: notice}, now).seats[0].deadline


def news_of(notice: DecisionNotice, now: int) -> st.SearchStrategy[DecisionNotice]:
    """Return a strategy for the fate of a notice: it is sent (again), or its address fails too."""
    left = now if notice.left_at is None else notice.left_at
    failed = now if notice.failed_at is None else notice.failed_at
    again = () if notice.left_at is None else (*notice.again, now)
    told = DecisionNotice(left_at=left, failed_at=notice.failed_at, again=again)
    return st.sampled_from([told, msgspec.structs.replace(told, failed_at=failed)])


OPENED, WENT_ON = at("2026-06-01 13:00"), at("2026-06-05 12:00")


@pytest.mark.parametrize(
    ("notice", "deadline"),
    [
        (DecisionNotice(left_at=OPENED, again=(WENT_ON + 10 * MINUTE,)), HOUR + 10 * MINUTE),
        (DecisionNotice(left_at=OPENED), 4 * HOUR),  # while the server has yet to tell them
        (DecisionNotice(left_at=OPENED, held_until=WENT_ON + 8 * HOUR), HOUR),
        (DecisionNotice(off=True), HOUR),
        (
            DecisionNotice(left_at=WENT_ON + 10 * MINUTE),
            6 * HOUR + 10 * MINUTE,
        ),  # for the first time
    ],
)
def test_being_told_again_gives_back_only_what_it_took(
    notice: DecisionNotice, deadline: int
) -> None:
    entries: list[Entry] = [
        Moved(OPENED, (0, 1)),
        Vacated(WENT_ON - 3 * DAY, 1, 3 * DAY),
        Seated(WENT_ON, 1, "house"),
    ]
    given = Circumstances(PerDecision(DAY))
    clock = seat_time(entries, WENT_ON + 3 * HOUR, given, notice)
    assert clock.deadline == WENT_ON + deadline


@FEW
@given(cases(), later, st.randoms(use_true_random=False))
def test_the_order_in_which_outages_arrive_does_not_matter(
    case: Case, passed: int, random: Random
) -> None:
    outages = list(case.given.outages)
    halves = [Span(each.start, (each.start + each.end) // 2, each.why) for each in outages]
    mixed = [*outages, *halves, *outages]
    random.shuffle(mixed)
    other = case._replace(given=case.given._replace(outages=mixed))
    joined = case._replace(given=case.given._replace(outages=merge_outages(mixed)))
    now = case.opened + passed
    assert other.shows(now) == case.shows(now) == joined.shows(now)
