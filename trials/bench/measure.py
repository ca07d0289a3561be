"""Measurements of two kinds of work by turns, and the verdict on their ratio."""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import process_time
from typing import Any

import msgspec

Work = Callable[[], float]
"""Does a share of the work, and returns the seconds that a unit of it took."""


class Sample(msgspec.Struct, frozen=True):
    """The median of a figure over all rounds, and its quartiles."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> "Sample":
        """Return the median and quartiles of figures."""
        low, _, high = quantiles(figures, n=4) if len(figures) > 1 else [*figures] * 3
        return cls(median(figures), low, high)


class Bound(msgspec.Struct, frozen=True):
    """The value that a ratio must reach, and the one it aims for; a cost must not exceed them."""

    must: float
    aim: float | None = None
    cost: bool = False

    def met_by(self, ratio: float) -> bool:
        return ratio <= self.must if self.cost else ratio >= self.must

    def aimed_by(self, ratio: float) -> bool:
        return self.aim is None or (ratio <= self.aim if self.cost else ratio >= self.aim)


class Row(msgspec.Struct, frozen=True):
    """Some work beside a baseline; times are in seconds per unit.

    The ratio is that of speeds, or for a cost that of times. Work without a baseline may
    have a `limit` in seconds. `missing` says why nothing was measured.
    """

    group: str
    work: str
    baseline: str
    unit: str
    bound: Bound | None = None
    seconds: Sample | None = None
    baseline_seconds: Sample | None = None
    ratio: Sample | None = None
    limit: Bound | None = None
    missing: str = ""

    @property
    def verdict(self) -> str:
        """Whether the ratio meets the bound, or the time the limit; empty if there is neither."""
        if self.seconds is None:
            return "not run"
        bound, figure = (
            (self.bound, self.ratio) if self.limit is None else (self.limit, self.seconds)
        )
        if bound is None or figure is None:
            return ""
        if not bound.met_by(figure.median):
            return "MISSED"
        return "met" if bound.aimed_by(figure.median) else "met, below the aim"

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = msgspec.to_builtins(self)
        return told | {"verdict": self.verdict}


def timed(work: Callable[[], int]) -> Work:
    """Measure work that returns its number of units, in processor time."""

    def measured() -> float:
        began = process_time()
        units = work()
        return (process_time() - began) / units

    return measured


def compare(row: Row, work: Work, baseline: Work, *, rounds: int) -> Row:
    """Measure work and baseline by turns, each first as often, and return the row with the figures.

    A ratio is taken within each round, so that what slows the machine down slows both.
    """
    work(), baseline()  # what is done once only is no part of it
    taken: list[tuple[float, float]] = []
    for number in range(rounds):
        if number % 2:
            other = baseline()
            taken.append((work(), other))
        else:
            taken.append((work(), baseline()))
    costs = row.bound is not None and row.bound.cost
    ratios = [own / other if costs else other / own for own, other in taken]
    return msgspec.structs.replace(
        row,
        seconds=Sample.of([own for own, _ in taken]),
        baseline_seconds=Sample.of([other for _, other in taken]),
        ratio=Sample.of(ratios),
    )
