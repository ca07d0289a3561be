"""A player's reliability: the share of decisions made in time, recent ones weighing more.

The last hundred decisions count. The newest weighs a hundred times as much as the hundredth.
"""

from itertools import compress
from typing import Final

COUNTED: Final = 100
ENOUGH: Final = 10  # decisions; a share of fewer would mean little
IN_TIME: Final = "1"
MISSED: Final = "0"


def share(outcomes: str | None) -> int | None:
    """Return the share of decisions in time in percent, rounded down; None below ten decisions.

    `outcomes` has a character for each decision, over all games, the newest first: IN_TIME or
    MISSED. A missed decision was not in time, even if it was excused. Only the first COUNTED count.
    """
    counted = (outcomes or "")[:COUNTED]
    if len(counted) < ENOUGH:
        return None
    weights = range(COUNTED, COUNTED - len(counted), -1)
    in_time = sum(compress(weights, map(IN_TIME.__eq__, counted)))
    return 100 * in_time // sum(weights)
