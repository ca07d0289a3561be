"""Rows about clocks: the cost of an event late in a game, and of sweeping many running clocks."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import msgspec

from games.clocks.calendars import Calendar, Routine, Sleep
from games.clocks.controls import Bank
from games.clocks.entries import Moved
from games.clocks.folding import Circumstances, advance
from games.clocks.reckoning import reckon
from games.clocks.spans import HOUR
from games.clocks.states import ClockState, initial_clocks
from trials.bench.databases import Databases, on_each, run
from trials.bench.measure import Bound, Row, compare, timed

AT_MOST: Final = Bound(1.2, cost=True)
EARLY, LATE = 10, 300  # events
TIMES: Final = 200
CLOCKS: Final = 100_000
QUICK_CLOCKS: Final = 1_000
GIVEN: Final = Circumstances(
    Bank(),
    {seat: Calendar((Routine("Europe/Berlin", (5, 6), Sleep(1_380, 420)),)) for seat in (0, 1)},
)


def rows(*, rounds: int, quick: bool) -> Iterator[Row]:
    row = Row("Clocks", f"a decision at event {LATE}", f"at event {EARLY}", "event", AT_MOST)
    yield compare(row, timed(_deciding(LATE)), timed(_deciding(EARLY)), rounds=rounds)
    clocks = QUICK_CLOCKS if quick else CLOCKS
    yield from on_each("Sweeps", partial(measured, rounds=rounds, clocks=clocks))


def measured(database: str, addresses: Databases, *, rounds: int, clocks: int) -> Iterator[Row]:
    group = f"Sweeps on {database}, {clocks:,} running clocks: processor time"
    for line in run("trials.bench.sweeps", addresses("sweeps"), clocks, rounds):
        yield msgspec.structs.replace(msgspec.json.decode(line, type=Row), group=group)


def _deciding(events: int) -> Callable[[], int]:
    """Return work that adds a decision to a game of this many events, and reckons its clocks."""
    state = initial_clocks(GIVEN.control, 2)
    for number in range(events):
        state = advance(state, _decision(number), GIVEN)

    def decide() -> int:
        for _ in range(TIMES):
            _decided(state, events)
        return TIMES

    return decide


def _decided(state: ClockState, number: int) -> None:
    after = advance(state, _decision(number), GIVEN)
    reckon(after, GIVEN, {}, after.at)


def _decision(number: int) -> Moved:
    """Return a decision of one of two players by turns, six hours after the last one."""
    return Moved(number * 6 * HOUR, ((number + 1) % 2,), decided=(number % 2,) if number else ())
