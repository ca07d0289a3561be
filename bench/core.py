"""The rows about the rules: folding, deciding, checking a large harvest and offering it.

What bare copies are: for each event of the streams the new records that any immutable state must
have after it are made by `msgspec.structs.replace`, from values that are known beforehand: the
state, each player, field and turn that the event changes, and each new item. No event is looked
at, nothing is decided or computed, and not even the tuples that hold the records are made anew.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import process_time
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bench.measure import Bound, Row, Work, compare
from bench.play import (
    BEGINNERS,
    EASY,
    EVERYTHING,
    HARD,
    crowded,
    dice,
    harvest_of_all,
    listed_game,
    random_actions,
)
from illimat_core import Action, Event, RuleError, State, decide, evolve, fold, menu
from illimat_core.actions import Sow
from illimat_core.cards import Card

ACTIONS: Final = 1_000
REPEATS: Final = 50
MOST_SOWS: Final = 100  # a play or a menu at its worst may take as long as so many plain ones
RLCARD: Final = "rlcard is not installed: .venv/bin/uv pip install --group bench"

Copy = tuple[Any, dict[str, Any]]
"""A record and what is to be replaced in it."""


def rows(*, rounds: int) -> Iterator[Row]:
    """Measure each of them."""
    yield from _folding(rounds)
    yield from _playing(rounds)
    yield from _harvesting(rounds)


def _folding(rounds: int) -> Iterator[Row]:
    streams = [listed_game(options, 1) for options in (BEGINNERS, EVERYTHING)]
    copies = [copy for stream in streams for copy in _copies(stream)]
    whole = [(record, changes) for record, changes in copies if isinstance(record, State)]
    count = len(whole)

    def folding() -> int:
        for stream in streams:
            fold(stream)
        return count

    row = Row("Rules", "fold events", "bare copies of what they change", "event", Bound(1 / 3))
    yield compare(row, _timed(folding), _timed(_copying(copies, count)), rounds=rounds)
    row = Row("Rules", "fold events", "one bare copy of the state each", "event")
    yield compare(row, _timed(folding), _timed(_copying(whole, count)), rounds=rounds)


def _playing(rounds: int) -> Iterator[Row]:
    play = random_actions(dice(1))

    def playing() -> int:
        for _ in range(ACTIONS):
            next(play)
        return ACTIONS

    row = Row("Rules", "play at random, two", "rlcard's gin rummy", "action", Bound(1, aim=5))
    bare = Row("Rules", "play at random, two", "the same, without its views", "action")
    try:
        from bench import gin  # noqa: PLC0415 - rlcard may be missing
    except ImportError:
        yield from (replace(each, missing=RLCARD) for each in (row, bare))
        return
    yield compare(row, _timed(playing), _timed(gin.environment()), rounds=rounds)
    yield compare(bare, _timed(playing), _timed(gin.game()), rounds=rounds)


def _harvesting(rounds: int) -> Iterator[Row]:
    easy, hard = crowded(EASY), crowded(HARD)

    def decided(state: State, action: Action, repeats: int = REPEATS) -> Work:
        return _timed(lambda: _decide(state, action, repeats))

    def offered() -> int:
        for _ in range(REPEATS):
            menu(hard, 0)
        return REPEATS

    sow = decided(hard, Sow(card=Card("7Su"), field="NW"), REPEATS * 10)
    bound = Bound(MOST_SOWS, cost=True)
    row = Row("Rules", "harvest 20 loose cards", "sow a card there", "action", bound)
    yield compare(row, decided(easy, harvest_of_all(easy, "10Sp")), sow, rounds=rounds)
    row = replace(row, work="be refused the worst 20")
    yield compare(row, decided(hard, harvest_of_all(hard, "KSp")), sow, rounds=rounds)
    row = replace(row, work="the menu there", unit="menu")
    yield compare(row, _timed(offered), sow, rounds=rounds)


def _decide(state: State, action: Action, repeats: int) -> int:
    for _ in range(repeats):
        with suppress(RuleError):
            decide(state, 0, action)
    return repeats


def _timed(work: Callable[[], int]) -> Work:
    """Measure what says how many units it did, by the processor's time: others don't count."""

    def measured() -> float:
        began = process_time()
        units = work()
        return (process_time() - began) / units

    return measured


def _copying(copies: Sequence[Copy], events: int) -> Callable[[], int]:
    def copying() -> int:
        for record, changes in copies:
            replace(record, **changes)
        return events

    return copying


def _copies(stream: Sequence[Event]) -> Iterator[Copy]:
    """What any immutable fold of a stream must copy."""
    state = fold(stream[:1])
    for event in stream[1:]:
        after = evolve(state, event)
        yield state, _changed(state, after)
        before = (*state.players, *state.fields, state.turn)
        pairs = zip(before, (*after.players, *after.fields, after.turn), strict=True)
        yield from ((one, _changed(one, other)) for one, other in pairs if one is not other)
        known = {id(item) for field in state.fields for item in field.items}
        items = [item for field in after.fields for item in field.items]
        yield from ((item, {"value": item.value}) for item in items if id(item) not in known)
        state = after


def _changed(before: msgspec.Struct, after: msgspec.Struct) -> dict[str, Any]:
    return {
        name: getattr(after, name)
        for name in before.__struct_fields__
        if getattr(before, name) is not getattr(after, name)
    }
