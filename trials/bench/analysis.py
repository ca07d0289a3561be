"""A row about the analysis of finished games, beside what strong takes to choose in them.

A game of two has some 130 decisions.
"""

from collections.abc import Callable, Iterator
from typing import Final

from illimat_core.players.analysis import judge
from illimat_core.players.levels import choose
from illimat_core.players.played import Decided, decisions_of
from trials.bench.measure import Bound, Row, compare, timed
from trials.bench.positions import DUEL, listed_game

EACH: Final = 4  # one decision in this many is analysed
SEED: Final = b"bench"
ANALYSING: Final = Row(
    "Analysis", "a decision of two", "strong's choice there", "decision", Bound(5, cost=True)
)


def rows(*, rounds: int) -> Iterator[Row]:
    """Measure the analysis of a round for two with all luminaries, played at random."""
    decided = list(decisions_of(listed_game(DUEL | {"rounds": 1}, 1)))[::EACH]
    analysing = _at_each(decided, lambda each: judge(each, SEED))
    choosing = _at_each(decided, lambda each: choose("strong", each.known, SEED))
    yield compare(ANALYSING, timed(analysing), timed(choosing), rounds=rounds)


def _at_each(decided: list[Decided], work: Callable[[Decided], object]) -> Callable[[], int]:
    def at_each() -> int:
        for each in decided:
            work(each)
        return len(decided)

    return at_each
