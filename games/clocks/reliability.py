"""A player's reliability: the share of decisions made in time, recent ones weighing more.

The last hundred decisions count. The newest weighs a hundred times as much as the hundredth.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final

COUNTED: Final = 100
ENOUGH: Final = 10  # decisions; a share of fewer would mean little


def reliability(newest_first: Iterable[bool]) -> int | None:
    """Return the share of decisions in time in percent, rounded down.

    `newest_first` says of each decision, over all games, whether it was made in time; a missed
    decision was not, even if it was excused. Return None below ten decisions.
    """
    outcomes = list(islice(newest_first, COUNTED))
    if len(outcomes) < ENOUGH:
        return None
    weights = range(COUNTED, COUNTED - len(outcomes), -1)
    in_time = sum(weight for weight, kept in zip(weights, outcomes, strict=True) if kept)
    return 100 * in_time // sum(weights)
