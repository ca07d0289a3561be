"""What the clocks show now: for each awaited seat the time used and left, the deadline, and why."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from heapq import merge
from typing import Final, Literal, NamedTuple

from games.clocks.entries import Awaited, Seat
from games.clocks.folding import Circumstances, find_standstills, halts, refund_outages
from games.clocks.notified import GRACE, DecisionNotice, lead
from games.clocks.spans import (
    DAY,
    SECOND,
    Cause,
    Span,
    by_start,
    cause_at,
    changed_at,
    elapsed,
    moment_after,
)
from games.clocks.states import ClockState, Decision

Status = Literal[Cause, "house", "no_clock", "out_of_time", "running", "untold", "waiting"]
NO_NOTICE = DecisionNotice()
UNTOLD: Final = 14 * DAY
"""So long after its time a decision waits for its notice to leave; then the game is paused."""
UNTOLD_AFTER: Final = DAY
"""So long at least a notice has had to leave since the last pause."""
UNTOLD_AGAIN: Final = 15 * SECOND
"""Clocks that wait for a notice to leave are looked at so often. By the lead alone, clocks of a few
seconds would be looked at all the time."""


class SeatTime(NamedTuple):
    """What the clock of an awaited seat shows. Times and moments are microseconds.

    `deadline` is the earliest moment at which the seat can be out of time, as known now; None if
    it is unknown (no clock, the house plays, or a seat is vacant). `why` says why the clock
    stands, or that it runs, since the moment `since`, when `left_then` was left. `untold`: the time
    is used up, but the notice came too late. `waiting` stands for seats that are not awaited.
    `look_at` is when to look again, which is later than a deadline that moves on until a notice
    leaves. `given_up`: it has not left for so long that nobody can play on.
    """

    seat: Awaited
    used: int = 0
    left: int | None = None
    deadline: int | None = None
    flagged: bool = False
    why: Status = "running"
    since: int | None = None
    left_then: int | None = None
    look_at: int | None = None
    given_up: bool = False


class VacantUntil(NamedTuple):
    """A vacant seat, and the moment until which it can be taken."""

    seat: Seat
    until: int


class Reckoning(NamedTuple):
    """What all clocks of a game show. `called_off_at` is for games without a clock.

    `due_at` is when to look again; before that, the game's time requires nothing. It is None if the
    game's time requires nothing at all until somebody acts.
    """

    seats: tuple[SeatTime, ...]
    vacant: tuple[VacantUntil, ...]
    called_off_at: int | None
    due_at: int | None

    @property
    def flagged(self) -> tuple[Awaited, ...]:
        """The seats that are out of time."""
        return tuple(each.seat for each in self.seats if each.flagged)


def reckon(
    state: ClockState, given: Circumstances, notices: Mapping[Awaited, DecisionNotice], now: int
) -> Reckoning:
    """Return what the clocks show at the moment `now`.

    `notices` contains the notice of each awaited seat's open decision; a seat without one counts as
    not yet notified. `given.outages` must include an outage that lasts until now, if there is one.
    Before the last entry (a clock was put back) all clocks stand.
    """
    now = max(now, state.at)
    state = refund_outages(state, given, now)
    seats = tuple(
        _seat_time(state, seat, given, notices.get(seat, NO_NOTICE), now) for seat in state.awaited
    )
    vacant = tuple(
        VacantUntil(v.seat, moment_after(v.since, v.lasts, sorted(given.outages, key=by_start)))
        for v in state.vacancies
    )
    called_off_at = _called_off_at(state, given, now)
    looks = [*(each.look_at for each in seats), *(each.until for each in vacant)]
    known = [moment for moment in (*looks, called_off_at) if moment is not None]
    return Reckoning(seats, vacant, called_off_at, min(known, default=None))


def without_time(state: ClockState, reckoned: Reckoning) -> frozenset[Awaited]:
    """Return the seats with a decision open for which no time is left, or only moments.

    Moments are five minutes, or a quarter of what the clock showed if that is less.
    """
    shown = {seat: each.shown for seat in state.awaited if (each := state.of(seat).decision)}
    return frozenset(
        each.seat
        for each in reckoned.seats
        if each.left is not None and each.left <= min(GRACE, lead(shown[each.seat] or 0))
    )


def _seat_time(
    state: ClockState, seat: Awaited, given: Circumstances, notice: DecisionNotice, now: int
) -> SeatTime:
    decision = state.of(seat).decision
    if decision is None:
        return SeatTime(seat, why="seat_vacant" if seat in state.vacant else "house")
    spans = partial(find_standstills, state, seat, decision, given, now)
    used = elapsed(decision.opened, now, spans())
    if decision.shown is None:
        return SeatTime(seat, used, why="no_clock")
    left = max(0, decision.shown - used)
    since = changed_at(decision.opened, now, spans())
    left_then = max(0, decision.shown - elapsed(decision.opened, since, spans()))
    if state.vacancies:
        return SeatTime(seat, used, left, why="seat_vacant", since=since, left_then=left_then)
    known = decision.opened if decision.own else notice.left_at
    resumed = [halt.end for halt in state.halts if halt.why == "seat_vacant"]
    again = notice.retellings(known, resumed, now)
    deadline = _deadline(decision, lambda: merge(spans(), again, key=by_start), notice, now)
    flagged = now >= deadline
    cause = cause_at(now, spans())
    why: Status = "out_of_time" if flagged else cause or ("running" if left else "untold")
    waits = why == "untold" and (notice.is_awaited or any(span.end >= now for span in again))
    look_at = max(deadline, now + UNTOLD_AGAIN) if waits else deadline
    went_on = max((halt.end for halt in state.halts), default=decision.opened)
    given_up = waits and used - decision.shown >= UNTOLD and now - went_on >= UNTOLD_AFTER
    return SeatTime(seat, used, left, deadline, flagged, why, since, left_then, look_at, given_up)


def _deadline(
    decision: Decision, spans: Callable[[], Iterable[Span]], notice: DecisionNotice, now: int
) -> int:
    """Return when the time is used up and enough time has passed since the notice."""
    shown, opened = decision.shown or 0, decision.opened
    used_up = moment_after(opened, shown, spans())
    notified = opened if decision.own else notice.notified_at(opened, used_up, now)
    return max(used_up, moment_after(notified, lead(shown), spans()))


def _called_off_at(state: ClockState, given: Circumstances, now: int) -> int | None:
    idle = given.control.calls_off_after
    if idle is None or not state.awaited or state.vacancies:
        return None
    spans = sorted(halts(state, given, now), key=by_start)
    return moment_after(state.moved_at, idle, spans)
