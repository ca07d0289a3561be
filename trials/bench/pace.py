"""A script that does a share of work for each line it reads, and prints the seconds per unit.

It imports no other module of the tools, so that it runs with the core of any commit.
"""

import sys
from collections import deque
from collections.abc import Callable
from itertools import islice
from random import Random
from time import process_time

from illimat_core import (
    SeededSource,
    State,
    advance,
    begin,
    fold,
    legal_actions,
    read_options,
    settle_chance,
)

try:
    from illimat_core.console.bench import play
except ImportError:  # it stood there in the earlier core
    from illimat_core.bench import play  # type: ignore[import-not-found,no-redef]

DUEL = {"players": 2, "luminaries": "all", "stars": "always"}
GAMES = 3  # in a share
CONSIDERED = 60  # of a long list only the first ones are chosen from
LISTED = 2_000  # actions of a list are listed at most


def playing() -> Callable[[], int]:
    """Return work that plays random games as `python -m illimat_core bench` does."""
    return lambda: sum(play(DUEL, seed) for seed in range(GAMES))


def listing() -> Callable[[], int]:
    """Return work that lists all actions in each position of random games."""
    states = [state for seed in range(GAMES) for state in positions(seed)]

    def listed() -> int:
        for state in states:
            deque(islice(legal_actions(state, state.awaited[0]), LISTED), maxlen=0)
        return len(states)

    return listed


def positions(seed: int) -> list[State]:
    """Return the positions of a game whose actions are taken from the list at random."""
    random, source = Random(seed), SeededSource(seed.to_bytes(8, "big"))  # noqa: S311 - no secret
    begun = begin(read_options(DUEL))
    state, _ = settle_chance(fold(begun), begun, source)
    found = []
    while not state.over:
        found.append(state)
        seat = state.awaited[0]
        choices = list(islice(legal_actions(state, seat), CONSIDERED))
        state, _ = advance(state, seat, random.choice(choices), source)
    return found


def main() -> None:
    """Do a share of the work for each line on standard input."""
    work = {"play": playing, "list": listing}[sys.argv[1]]()
    for _ in sys.stdin:
        began = process_time()
        units = work()
        print((process_time() - began) / units, flush=True)


if __name__ == "__main__":
    main()
