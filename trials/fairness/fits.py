"""χ² tests: how well counts of random outcomes fit equal chances.

Each function takes how often each outcome was counted and returns χ² with its exact degrees of
freedom, also where outcomes depend on each other: a card that lies in one place lies in no other.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from math import erfc, factorial, sqrt
from typing import Any, NamedTuple

Counts = Mapping[Any, int]


class Fit(NamedTuple):
    """χ² and its degrees of freedom: a fair dealer has about the same number in both."""

    chi_square: float
    freedom: int

    @property
    def probability(self) -> float:
        """The probability that a fair dealer has a χ² at least as large.

        This is the approximation of Wilson and Hilferty. Far from the mean it errs to the safe
        side: with one degree of freedom, 0.00005 is taken for 0.00009.
        """
        spread = 2 / (9 * self.freedom)
        deviation = ((self.chi_square / self.freedom) ** (1 / 3) - 1 + spread) / sqrt(spread)
        return erfc(deviation / sqrt(2)) / 2


def fit_choice(counts: Counts, size: int) -> Fit:
    """Fit the choice of one of `size` things."""
    times = sum(counts.values())
    return Fit(_squares(counts) * size / times - times, size - 1)


def fit_orders(counts: Counts, size: int) -> Fit:
    """Fit whole orders of `size` things."""
    return fit_choice(counts, factorial(size))


def fit_bits(counts: Counts, size: int) -> Fit:
    """Fit pairs of a bit's place, of `size`, and its value."""
    times = sum(counts.values()) / size
    return Fit(_squares(counts) * 2 / times - times * size, size)


def fit_places(counts: Counts, size: int) -> Fit:
    """Fit pairs of a place and the thing that lies there, of `size` shuffled things."""
    times = sum(counts.values()) / size
    # Rows and columns always add up, which leaves (size - 1)² dimensions; in all of these, the
    # variance is greater than that of independent counts, by size / (size - 1).
    return Fit((_squares(counts) / times - times) * (size - 1), (size - 1) ** 2)


def fit_neighbours(counts: Counts, size: int) -> Fit:
    """Fit pairs of a thing and the one that follows it, of `size` shuffled things and an edge.

    The edge follows the last thing, and is followed by the first. So the pairs close to a ring,
    in which everything is followed by everything else with the same probability.
    """
    ring = {before for before, _ in counts}
    times = sum(counts.values()) / (size + 1)
    expected = times / size
    # No ring has both a-b and b-a, which makes how often they lie side by side, in either order,
    # vary less than which of the two comes first.
    beside = first = 0.0
    for one, other in combinations(ring, 2):
        there, back = counts.get((one, other), 0), counts.get((other, one), 0)
        beside += (there + back - 2 * expected) ** 2
        first += (there - back) ** 2
    chi_square = (beside + first * (size - 1) / (size + 1)) / (2 * expected)
    return Fit(chi_square, (size + 1) * (size - 2) // 2 + size * (size - 1) // 2)


def _squares(counts: Counts) -> int:
    return sum(count * count for count in counts.values())


class Question(NamedTuple):
    """What is left to chance, out of `size` outcomes or things, and how its outcomes are tested."""

    title: str
    size: int
    fit: Callable[[Counts, int], Fit]
