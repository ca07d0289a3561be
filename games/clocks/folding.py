"""Folding entries into clocks: `advance` applies one entry, `fold` all of them.

The cost of an entry depends on how long decisions are open, never on the number of earlier entries.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from typing import Final, NamedTuple, assert_never

from msgspec.structs import replace

from games.clocks.calendars import ALWAYS, Calendar
from games.clocks.controls import Control
from games.clocks.entries import (
    Awaited,
    Entry,
    Forfeited,
    Missed,
    Moved,
    Paused,
    Resumed,
    Seat,
    Seated,
    Vacated,
)
from games.clocks.outages import SILENCE
from games.clocks.spans import DAY, Span, by_start, elapsed
from games.clocks.states import Charge, ClockState, Decision, Vacancy, initial_clocks

AT_LEAST: Final = DAY  # for the decision after an excused one
SPECTATORS_HAVE: Final = DAY
MOST_CHARGES: Final = 16  # in five minutes; of more, the oldest are final at once


class Circumstances(NamedTuple):
    """What the clocks depend on apart from the game's entries.

    `outages` must contain every outage from `ClockState.looks_back_to` up to the moment asked
    about, in any order. A seat without a calendar is expected to play at any time.
    """

    control: Control
    calendars: Mapping[Seat, Calendar] = {}
    outages: Sequence[Span] = ()


def fold(entries: Iterable[Entry], seats: int, given: Circumstances) -> ClockState:
    state = initial_clocks(given.control, seats)
    for entry in entries:
        state = advance(state, entry, given)
    return state


def advance(state: ClockState, entry: Entry, given: Circumstances) -> ClockState:
    """Take an entry recorded before the last one (a clock was put back) as recorded at its time."""
    state = replace(state, at=max(entry.at, state.at))
    state = refund_outages(state, given, state.at)
    match entry:
        case Moved():
            state = _moved(state, entry, given)
        case Missed(seat=seat):
            state = _missed(state, seat, given)
        case Vacated(seat=seat, lasts=lasts):
            state = _vacated(state, seat, lasts, given)
        case Seated():
            state = _seated(state, entry, given)
        case Forfeited(seat=seat):
            state = _filled(state, seat).set(seat, decision=None, missed=False, gone=True)
        case Paused(until=until):
            pause = Span(state.at, until, "paused")
            state = replace(state, halts=(*state.halts, pause), pauses=state.pauses + 1)
        case Resumed():
            state = replace(state, halts=tuple(_ended(halt, state.at) for halt in state.halts))
        case _:
            assert_never(entry)
    return state


def refund_outages(state: ClockState, given: Circumstances, now: int) -> ClockState:
    """Give back the time that was charged in a silence which has since proved to be an outage.

    A charge is final once a silence that began before it would be known to be an outage.
    """
    final = [charge for charge in state.charges if now - charge.at >= SILENCE]
    if not final:
        return state
    if given.outages:
        for charge in final:
            state = _refund_charge(state, charge, given)
    return replace(state, charges=tuple(c for c in state.charges if now - c.at < SILENCE))


def find_standstills(
    state: ClockState, seat: Awaited, decision: Decision, given: Circumstances, now: int
) -> Iterator[Span]:
    """Yield the spans in which the clock of a decision stands, as known at `now`, by start."""
    calendar = None if seat is None else given.calendars.get(seat)
    vacations = [each.span for each in calendar.vacations] if calendar else []
    spans = [*vacations, *halts(state, given, now)]
    known = sorted((span for span in spans if span.end > decision.opened), key=by_start)
    return merge(decision.routine.spans(decision.opened), known, key=by_start)


def halts(state: ClockState, given: Circumstances, now: int) -> list[Span]:
    """Return the spans in which all clocks of the game stand, as known at `now`."""
    vacant = [Span(each.since, max(each.since, now) + 1, "seat_vacant") for each in state.vacancies]
    return [*given.outages, *state.halts, *vacant]


def _moved(state: ClockState, entry: Moved, given: Circumstances) -> ClockState:
    state = replace(state, awaited=entry.awaited, moved_at=state.at)
    for seat in (*range(len(state.seats)), None):
        own, over = seat in entry.decided, seat in entry.substituted or seat not in entry.awaited
        if own:
            state = state.set(seat, record=state.of(seat).record.after_decision())
        if own or over:
            state = _stop(state, seat, given, own=own).set(seat, missed=False)
        state = _open(state, seat, given, own=own)
    kept = tuple(halt for halt in state.halts if halt.end > state.looks_back_to)
    return replace(state, halts=kept)


def _open(state: ClockState, seat: Awaited, given: Circumstances, *, own: bool) -> ClockState:
    """Open a decision for a seat that is awaited and has a player, unless one is open."""
    each = state.of(seat)
    if seat not in state.awaited or seat in state.vacant:
        return state
    if each.decision or each.missed or each.house or each.gone:
        return state
    if seat is None:
        return state.set(None, decision=Decision(state.at, SPECTATORS_HAVE, ALWAYS, own=True))
    bank = each.bank
    if bank is not None and each.excused:
        bank = max(bank, AT_LEAST)
    routine = given.calendars.get(seat, Calendar()).routine_at(state.at)
    decision = Decision(state.at, bank, routine, own)
    return state.set(seat, bank=bank, decision=decision, excused=False)


def _stop(state: ClockState, seat: Awaited, given: Circumstances, *, own: bool) -> ClockState:
    """Close a seat's decision, if one is open, and charge the time that it took."""
    decision = state.of(seat).decision
    if decision is None:
        return state
    if seat is None or decision.shown is None:
        return state.set(seat, decision=None)
    known = [each for each in given.outages if each.start + SILENCE <= state.at]
    spans = find_standstills(state, seat, decision, given._replace(outages=known), state.at)
    used = elapsed(decision.opened, state.at, spans)
    left = max(0, decision.shown - used)
    if given.control.renewed is None:
        charge = Charge(seat, decision, state.at, used)
        state = replace(state, charges=(*state.charges, charge)[-MOST_CHARGES:])
    return state.set(seat, decision=None, bank=given.control.after(left, own=own))


def _refund_charge(state: ClockState, charge: Charge, given: Circumstances) -> ClockState:
    """Give a seat back what it was charged for outages that were not known when it was charged.

    Of a time that was longer than the clock had shown, only what the clock had shown was charged.
    """
    seat, shown, each = charge.seat, charge.decision.shown or 0, state.of(charge.seat)
    spans = find_standstills(state, seat, charge.decision, given, charge.at)
    used = elapsed(charge.decision.opened, charge.at, spans)
    back = min(charge.used, shown) - min(used, shown)
    if not back or each.bank is None:
        return state
    bank = max(each.bank, given.control.capped(each.bank + back))
    opened = each.decision and replace(each.decision, shown=bank)
    return state.set(seat, bank=bank, decision=opened)


def _missed(state: ClockState, seat: Awaited, given: Circumstances) -> ClockState:
    state = _stop(state, seat, given, own=False).set(seat, missed=True)
    if seat is None:
        return state
    record = state.of(seat).record.after_miss()
    return state.set(seat, record=record, excused=True)


def _vacated(state: ClockState, seat: Seat, lasts: int, given: Circumstances) -> ClockState:
    state = _filled(_stop(state, seat, given, own=False), seat)
    record = state.of(seat).record.after_vacancy()
    state = state.set(seat, missed=False, house=False, record=record)
    return replace(state, vacancies=(*state.vacancies, Vacancy(seat, state.at, lasts)))


def _seated(state: ClockState, entry: Seated, given: Circumstances) -> ClockState:
    seat = entry.seat
    was = state.of(seat)
    state = _filled(_stop(state, seat, given, own=False), seat).set(seat, missed=False)
    match entry.who:
        case "house":
            return state.set(seat, house=True)
        case "substitute":
            record, bank = was.record.of_substitute(), given.control.start
            state = state.set(seat, house=False, record=record, bank=bank, excused=False)
            others = tuple(charge for charge in state.charges if charge.seat != seat)
            state = replace(state, charges=others)
        case "returner":
            record = was.record.of_returner() if was.house else was.record
            state = state.set(seat, house=False, record=record, excused=True)
        case _:
            assert_never(entry.who)
    return _open(state, seat, given, own=False)


def _filled(state: ClockState, seat: Seat) -> ClockState:
    """End the vacancy of a seat, if it is vacant; the other clocks stood meanwhile."""
    ended = [Span(v.since, state.at, "seat_vacant") for v in state.vacancies if v.seat == seat]
    others = tuple(vacancy for vacancy in state.vacancies if vacancy.seat != seat)
    return replace(state, vacancies=others, halts=(*state.halts, *ended))


def _ended(halt: Span, at: int) -> Span:
    """Cut short a pause that is in progress at the moment `at`."""
    going_on = halt.why == "paused" and halt.start <= at < halt.end
    return replace(halt, end=at) if going_on else halt
