"""The check that nothing hidden changes what a house player does.

At positions of random games the unseen cards and luminaries are exchanged for one another, and so
are the others' secret choices. The action of the seat to move must stay the same.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from illimat_core import Action, State, redact
from illimat_core.cards import Card, Seat
from illimat_core.players.knowledge import follow, know
from illimat_core.players.levels import choose
from illimat_core.players.memory import Memory
from trials.dice import dice
from trials.jsons import Json
from trials.noninterference.check import EVERY, DecisionStep, play, sample
from trials.noninterference.exchange import (
    cards_in_sight,
    choose_anew,
    exchange_unseen,
    rename_state,
    seen_after,
    serve_anew,
)

Chooser = Callable[[State, Seat, Memory], Action]
"""Chooses for a seat. A house player gets no more of the state than ``know`` lets through."""


def house(level: str, budget: int | None = None) -> Chooser:
    def chooser(state: State, seat: Seat, memory: Memory) -> Action:
        return choose(level, know(state, seat, memory), b"check", budget)

    return chooser


def differences(
    seed: int,
    choosers: dict[str, Chooser],
    counts: Counter[str],
    *,
    options: Json | None = None,
    positions: int | None = EVERY,
    most: int | None = None,
) -> Iterator[str]:
    """Yield each choice in the random game of a seed that hidden cards change.

    It looks at `positions` of the game's first `most` decisions. `counts` counts the positions,
    and each kind of open decision by its name.
    """
    steps, random = play(seed, options, most), dice(seed + 1)
    places = range(len(steps)) if positions is EVERY else sample(random, len(steps), positions)
    for place, (state, seat, memory, seen) in enumerate(_choices(steps)):
        if place not in places or seat is None or seat not in state.awaited:
            continue
        counts["positions"] += 1
        counts[state.pending.kind if state.pending else "turn"] += 1
        other = rename_state(state, exchange_unseen(state, seen, random))
        other = serve_anew(choose_anew(other, seat, random), seat, random)
        for name, chooser in choosers.items():
            one, another = (chooser(each, seat, memory) for each in (state, other))
            if one != another:
                yield f"seed {seed}, decision {place}: {name} chooses {one}, but then {another}"


def _choices(
    steps: list[DecisionStep],
) -> Iterator[tuple[State, Seat | None, Memory, frozenset[Card]]]:
    first = steps[0].before
    seen = {viewer: cards_in_sight(first, viewer) for viewer in (*first.seats, None)}
    memories = [Memory(seat) for seat in first.seats]
    for step in steps:
        seat = step.seat
        yield step.before, seat, memories[seat or 0], seen[seat]
        seen = seen_after(seen, step.before, step.events)
        memories = [
            follow(memory, step.before, [redact(event, memory.seat) for event in step.events])
            for memory in memories
        ]
