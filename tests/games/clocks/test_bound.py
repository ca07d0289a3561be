"""Every game ends within the bound, whatever its players do."""

from contextlib import suppress
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import pauses, vacations
from games.clocks.calendars import Calendar, Routine, Sleep, Vacation
from games.clocks.controls import PRESETS, Bank, Control, NoClock, PerDecision, Total
from games.clocks.entries import Entry, Missed, Moved, Paused, Seated, Vacated
from games.clocks.errors import ClockError
from games.clocks.folding import Circumstances, advance
from games.clocks.leavers import (
    Company,
    HandToHouse,
    Happened,
    LeaverRule,
    LeaverRules,
    OfferWin,
    OpenSeat,
    may_return,
    next_step,
)
from games.clocks.notified import DecisionNotice
from games.clocks.pauses import PauseRules
from games.clocks.reckoning import reckon
from games.clocks.records import Record
from games.clocks.spans import DAY, HOUR, moment_after
from games.clocks.states import initial_clocks
from games.clocks.vacations import VacationRules
from tests.games.clocks.bound import MOST_HELD_UP, MOST_STAYS, REST, bound, stretched
from tests.games.clocks.strategies import FEW, START, ZONES, lengths

SEATS, DECISIONS = 2, 12
MOST_LATE = 100 * HOUR


def limit(control: Control, decisions: int = DECISIONS, allowed: int = 28) -> int:
    return bound(
        control,
        decisions=decisions,
        seats=SEATS,
        leavers=LeaverRules(),
        pauses=pauses.RULES,
        vacations=VacationRules(days=allowed),
        house_delay=HOUR,
        notice_delay=MOST_LATE,
    )


@pytest.mark.slow
@FEW
@given(st.sampled_from(PRESETS[:-1]), st.data())
def test_players_who_delay_as_much_as_they_can_end_within_the_bound(
    preset: tuple[str, str, Control], data: st.DataObject
) -> None:
    control = preset[2]
    zones = st.sampled_from(ZONES)
    calendars = {
        seat: Calendar((Routine(data.draw(zones), (5, 6), Sleep(22 * 60, 8 * 60)),))
        for seat in range(SEATS)
    }
    given = Circumstances(control, calendars)
    start = now = START + data.draw(st.integers(0, 365 * 24)) * HOUR
    state = advance(initial_clocks(control, SEATS), Moved(now, (0,)), given)
    for turn in range(DECISIONS):
        seat, following = turn % SEATS, (turn + 1) % SEATS
        if data.draw(st.booleans()):
            with suppress(ClockError):
                pauses.check_pause(state, now + 14 * DAY, now)
                state = advance(state, Paused(now, now + 14 * DAY), given)
        if data.draw(st.booleans()):
            with suppress(ClockError):
                away = Vacation(now + HOUR, now + HOUR + data.draw(st.integers(1, 20)) * DAY)
                calendars[seat] = vacations.take(calendars[seat], away, now)
        failed = data.draw(st.none() | st.integers(0, MOST_LATE // HOUR))
        notice = DecisionNotice(
            left_at=now, failed_at=None if failed is None else now + failed * HOUR
        )
        deadline = reckon(state, given, {seat: notice}, now).due_at
        assert deadline is not None
        now = deadline
        entries: list[Entry] = [Moved(now - 1, (following,), decided=(seat,))]
        if data.draw(st.booleans()):
            now += HOUR
            entries = [Missed(deadline, seat), Moved(now, (following,), substituted=(seat,))]
        for entry in entries:
            state = advance(state, entry, given)
    assert now - start <= limit(control)


@FEW
@given(
    st.sampled_from([preset.control for preset in PRESETS[:-1]]),
    st.sampled_from(["substitute", "house", "forfeit"]),
    st.data(),
)
def test_players_who_leave_and_return_as_often_as_they_can_end_within_the_bound(
    control: Control, rule: LeaverRule, data: st.DataObject
) -> None:
    """Seat 0 leaves just before its time is up, and is taken again just before that is too late."""
    given, rules, now = Circumstances(control), LeaverRules(rule), START
    state = advance(initial_clocks(control, SEATS), Moved(now, (1,)), given)
    state = advance(state, Moved(now, (0,), decided=(1,)), given)
    state = state.set(0, record=Record(decided=True))
    happened: Happened = "left"
    stays = 1
    while True:
        if happened == "left":
            due = reckon(state, given, {0: DecisionNotice(off=True)}, now).due_at
            assert due is not None
            now = due - 1
        others, comes = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 3)) > 0
        step = next_step(happened, state.seats[0].record, rules, Company(players=2, rivals=others))
        who: Literal["returner", "substitute"] = "returner"
        match step:
            case OpenSeat(lasts=lasts):
                state, happened = advance(state, Vacated(now, 0, lasts), given), "not_taken"
                now += lasts - 1
                who = data.draw(st.sampled_from(["returner", "substitute"]))
            case OfferWin(lasts=lasts):
                state, happened = advance(state, Vacated(now, 0, lasts), given), "win_declined"
                now += lasts - 1
                comes = comes and may_return(state.seats[0].record, "win_offered")
            case HandToHouse():
                state = advance(state, Seated(now, 0, "house"), given)
                if not may_return(state.seats[0].record, "house"):
                    break
                comes = True
            case _:
                break
        if comes:
            state, happened = advance(state, Seated(now, 0, who), given), "left"
            stays += 1
    assert stays <= MOST_STAYS
    assert state.seats[0].record.vacancies <= MOST_HELD_UP
    assert now - START <= limit(control, 1)


def test_vacations_without_end_are_refused() -> None:
    with pytest.raises(ClockError, match="need not end"):
        limit(Bank(), allowed=200)


def bound_of(control: Control, **changed: Any) -> int:
    """Return the bound of a game in which some things differ from what the others have."""
    usual = {
        "decisions": DECISIONS,
        "seats": SEATS,
        "leavers": LeaverRules(),
        "pauses": PauseRules(),
        "vacations": VacationRules(),
        "house_delay": HOUR,
        "notice_delay": MOST_LATE,
    }
    return bound(control, **{**usual, **changed})


@pytest.mark.parametrize("control", [Bank(), Total(), PerDecision()])
@pytest.mark.parametrize(
    ("changed", "delay"),
    [
        ({"decisions": DECISIONS + 1}, DAY),
        ({"pauses": PauseRules(most=4)}, 14 * DAY),
        ({"pauses": PauseRules(longest=15 * DAY)}, 3 * DAY),
        ({"leavers": LeaverRules(win_after=8 * DAY)}, SEATS * 2 * DAY),
        ({"leavers": LeaverRules(vacant_for=8 * DAY)}, SEATS * 3 * DAY),
        ({"vacations": VacationRules(days=29)}, SEATS * DAY),
        ({"vacations": VacationRules(vacations=7)}, SEATS * DAY),  # a weekend between
        ({"house_delay": 2 * HOUR}, DECISIONS * HOUR),
        ({"notice_delay": MOST_LATE + HOUR}, DECISIONS * HOUR),
    ],
)
def test_whatever_may_delay_a_game_longer_moves_the_bound_by_as_much(
    control: Control, changed: dict[str, Any], delay: int
) -> None:
    assert bound_of(control, **changed) - bound_of(control) >= delay


@pytest.mark.parametrize(
    ("less", "more", "delay"),
    [
        (Bank(), Bank(initial=6 * DAY), SEATS * DAY),
        (Bank(), Bank(increment=13 * HOUR), DECISIONS * HOUR),
        (Total(), Total(31 * DAY), SEATS * DAY),
        (PerDecision(5 * DAY), PerDecision(6 * DAY), DECISIONS * DAY),
        (NoClock(), NoClock(61 * DAY), DECISIONS * DAY),
    ],
)
def test_more_time_on_the_clocks_moves_the_bound_by_as_much(
    less: Control, more: Control, delay: int
) -> None:
    assert bound_of(more) - bound_of(less) >= delay


@FEW
@given(st.sampled_from(ZONES), st.integers(0, 365 * 24), lengths)
def test_no_clock_stands_for_longer_than_the_bound_assumes(
    zone: str, hours: int, length: int
) -> None:
    routine, start = Routine(zone, (5, 6), Sleep(22 * 60, 8 * 60)), START + hours * HOUR
    taken = moment_after(start, length, routine.spans(start)) - start
    assert taken <= stretched(length) + REST
