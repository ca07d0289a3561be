"""Replay golden games, to see whether the rules still produce the recorded events.

A stream holds events, not actions. Wherever the game waits, an action is looked for whose events
come next in the stream; chance answers from the game's seed, as it did when it was played.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from illimat_core import (
    Action,
    Event,
    RuleError,
    SeededSource,
    State,
    advance,
    apply,
    begin,
    decide,
    fold,
    read_options,
    settle_chance,
)
from illimat_core.actions import AskPassive, Forfeit
from illimat_core.cards import Seat
from tests.golden.stream import Golden, lines_of, read
from trials.random_games.players import listed


def still_holds(golden: Golden) -> bool:
    """Return whether a game's stream equals what would be recorded today, including digests."""
    lines = read(golden.game)
    events = [line.event for line in lines]
    return play_again(golden, events) == len(events) and lines_of(events) == lines


def play_again(golden: Golden, events: Sequence[Event]) -> int:
    """Play a recorded game as far as the rules lead where it went; how many events that is."""
    source = SeededSource(golden.seed.to_bytes(8, "big"))
    begun = begin(read_options(golden.options))
    state, begun = settle_chance(fold(begun), begun, source)
    if begun != [*events[: len(begun)]]:
        return 0
    done = len(begun)
    while not state.over:
        found = _next(state, events[done:], source)
        if found is None:
            return done
        state, done = found[0], done + found[1]
    return done


def _next(state: State, left: Sequence[Event], source: SeededSource) -> tuple[State, int] | None:
    """Return the state after the action that was taken, and the number of its events.

    What turns the Illimat to where it stands is told by fewer events than what turns it elsewhere,
    so of several actions that fit the one with most events was taken.
    """
    fitting = []
    for seat, action in _possible(state):
        with suppress(RuleError):
            first = decide(state, seat, action)
            if first == [*left[: len(first)]]:
                if apply(state, seat, action)[1] != first:
                    raise ValueError(f"Unchecked, {action} leads elsewhere.")
                after, events = advance(state, seat, action, source)
                if events == [*left[: len(events)]]:
                    fitting.append((after, len(events)))
    return max(fitting, key=lambda each: each[1], default=None)


def _possible(state: State) -> Iterator[tuple[Seat | None, Action]]:
    """Yield all actions that random players consider."""
    for seat in state.awaited:
        yield from ((seat, action) for action in listed(state, seat))
    for seat in state.staying:
        yield seat, Forfeit()
        yield from ((seat, AskPassive(of=of)) for of in state.seats if state.players[of].passive)
