"""Gains: what harvests in a field would bring, for each value a card may count.

An item is worth the sum of its cards; a gain is that of the best set of items. Gains depend only on
open cards, so they are cached for fields that look the same.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from illimat_core.cards import DECK, FOOLS, SEASON_OF, Card, Season
from illimat_core.rules.splits import MOST, splits
from illimat_core.rules.sums import one_sum
from illimat_core.rules.takes import Pool
from illimat_core.state import Item

HIGHEST: Final = 14
"""The highest value of a single card."""
OF_ANY: Final = 0.16
OF_SUMMER: Final = 0.25
OF_WINTER: Final = -0.25
OF_FOOL: Final = 1.0

Names = tuple[Card, ...]


def _worth(card: Card, season: Season | None) -> float:
    worth = OF_ANY + (OF_FOOL if card in FOOLS else 0)
    worth += OF_SUMMER if season == "Summer" else OF_WINTER if season == "Winter" else 0
    return worth


WORTH: Final = {card: _worth(card, SEASON_OF[card]) for card in DECK}
"""The approximate number of points that a harvested card brings."""


class Gain(NamedTuple):
    """The best harvest of a value: what it brings, what it takes, and whether that clears all."""

    points: float
    take: Names
    clears: bool


class Gains(NamedTuple):
    """For each value the best harvest, and the best one that takes everything, if there is one."""

    best: dict[int, Gain]
    all: dict[int, Gain]


@lru_cache(1 << 13)
def gains_of(items: tuple[Item, ...], *, single_set: bool = False) -> Gains:
    """Return the gains of harvests of some items; of very many, only the most valuable count."""
    whole = len(items)
    worth = {item.name: sum([WORTH[card] for card in item.cards]) for item in items}
    if whole > MOST:
        items = tuple(sorted(items, key=lambda item: -worth[item.name])[:MOST])
    pool = Pool(items)
    best: dict[int, Gain] = {}
    every: dict[int, Gain] = {}
    for value in range(1, HIGHEST + 1):
        if not pool.may_sum_to(value):
            continue
        fitting, kinds = pool.fitting(value)
        points = [worth[item.name] for item in fitting]
        found: Gain | None = None
        for places in splits(kinds, value):
            if single_set and not one_sum([fitting[place] for place in places], value):
                continue
            total = sum([points[place] for place in places])
            clears = len(places) == whole and not any(item.hidden for item in fitting)
            if clears or found is None or total > found.points:
                take = tuple([fitting[place].name for place in places])
                gain = Gain(total, take, clears)
                if clears:
                    every[value] = gain
                if found is None or total > found.points:
                    found = gain
        assert found, "The items that sum to the value are a group."
        best[value] = found
    return Gains(best, every)


def expected_best(
    gains: Iterable[tuple[int, float]], weights: dict[int, float], cards: int
) -> float:
    """Take ``weights`` as the probability of each value of an unseen card."""
    if cards <= 0:
        return 0.0
    left, expected, before = 1.0, 0.0, 1.0
    for value, points in sorted(gains, key=lambda each: -each[1]):
        if points <= 0:
            break
        left = max(0.0, left - weights.get(value, 0.0))
        after = left**cards
        expected += points * (before - after)
        before = after
    return expected
