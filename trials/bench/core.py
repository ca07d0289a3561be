"""Rows about the rules: folding, checking and offering a large harvest, and listing.

The baseline of folding are bare copies: for each event of the streams, `msgspec.structs.replace`
makes the new records that any immutable state needs after it, from values that are known
beforehand: the state, each player, field and turn that the event changes, and each new item. No
event is read, nothing is decided or computed, and not even the tuples that hold the records are
made anew.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from illimat_core import Action, Event, RuleError, State, decide, evolve, fold, legal_actions, menu
from illimat_core.actions import Harvest, Sow
from illimat_core.cards import Card
from trials.bench.measure import Bound, Row, Work, compare, timed
from trials.bench.positions import (
    BEGINNERS,
    EASY,
    EVERYTHING,
    HARD,
    crowded,
    harvest_of_all,
    listed_game,
    under_the_universe,
)

REPEATS: Final = 50
MAX_SOWS: Final = 100  # a play or a menu at its worst may take as long as this many plain ones
LISTED: Final = 500  # actions of a list without end
MAX_STEPS: Final = 10  # its first one may take as long as this many further ones
AT_MOST: Final = Bound(1.2, cost=True)

Copy = tuple[Any, dict[str, Any]]
"""A record and what is to be replaced in it."""


def rows(*, rounds: int) -> Iterator[Row]:
    yield from _folding(rounds)
    yield from _folding_luminaries(rounds)
    yield from _harvesting(rounds)
    yield from _listing(rounds)


def _folding(rounds: int) -> Iterator[Row]:
    streams = [listed_game(options, 1) for options in (BEGINNERS, EVERYTHING)]
    copies = [copy for stream in streams for copy in _copies(stream)]
    whole = [(record, changes) for record, changes in copies if isinstance(record, State)]
    count = len(whole)
    folding = _folded(streams)
    row = Row("Rules", "fold events", "bare copies of what they change", "event", Bound(1 / 3))
    yield compare(row, folding, timed(_copying(copies, count)), rounds=rounds)
    row = Row("Rules", "fold events", "one bare copy of the state each", "event")
    yield compare(row, folding, timed(_copying(whole, count)), rounds=rounds)


def _folding_luminaries(rounds: int) -> Iterator[Row]:
    plain, lit = (
        _folded([listed_game(options, seed) for seed in (1, 2)])
        for options in (EVERYTHING | {"luminaries": "none"}, EVERYTHING)
    )
    row = Row("Rules", "fold, all luminaries", "fold, no luminaries", "event", AT_MOST)
    yield compare(row, lit, plain, rounds=rounds)


def _folded(streams: Sequence[Sequence[Event]]) -> Work:
    def folding() -> int:
        for stream in streams:
            fold(stream)
        return sum(map(len, streams))

    return timed(folding)


def _harvesting(rounds: int) -> Iterator[Row]:
    easy, hard = crowded(EASY), crowded(HARD)

    def decided(state: State, action: Action, repeats: int = REPEATS) -> Work:
        return timed(lambda: _decide(state, action, repeats))

    def offered() -> int:
        for _ in range(REPEATS):
            menu(hard, 0)
        return REPEATS

    sow = decided(hard, Sow(card=Card("7Su"), field="NW"), REPEATS * 10)
    bound = Bound(MAX_SOWS, cost=True)
    row = Row("Rules", "harvest 20 loose cards", "sow a card there", "action", bound)
    yield compare(row, decided(easy, harvest_of_all(easy, "10Sp")), sow, rounds=rounds)
    row = replace(row, work="be refused the worst 20")
    yield compare(row, decided(hard, harvest_of_all(hard, "KSp")), sow, rounds=rounds)
    row = replace(row, work="the menu there", unit="menu")
    yield compare(row, timed(offered), sow, rounds=rounds)


def _listing(rounds: int) -> Iterator[Row]:
    """Measure a list that would take days to complete: a harvest may take any of thirty cards."""
    state = under_the_universe()

    def beginning(kind: type[Action]) -> Work:
        def listed() -> int:
            for _ in range(REPEATS):
                next(action for action in legal_actions(state, 0) if isinstance(action, kind))
            return REPEATS

        return timed(listed)

    def listing() -> int:
        deque(islice(legal_actions(state, 0), LISTED), maxlen=0)
        return LISTED

    each = f"each of its first {LISTED}"
    row = Row("Rules", "the first of a long list", each, "action", Bound(MAX_STEPS, cost=True))
    yield compare(row, beginning(Action), timed(listing), rounds=rounds)
    row = replace(row, work="its first harvest")
    yield compare(row, beginning(Harvest), timed(listing), rounds=rounds)


def _decide(state: State, action: Action, repeats: int) -> int:
    for _ in range(repeats):
        with suppress(RuleError):
            decide(state, 0, action)
    return repeats


def _copying(copies: Sequence[Copy], events: int) -> Callable[[], int]:
    def copying() -> int:
        for record, changes in copies:
            replace(record, **changes)
        return events

    return copying


def _copies(stream: Sequence[Event]) -> Iterator[Copy]:
    """Yield the copies that any immutable fold of a stream must make."""
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
