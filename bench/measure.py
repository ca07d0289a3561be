"""Measuring two kinds of work in turns, and what is said of it."""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import process_time
from typing import Any

import msgspec

Work = Callable[[], float]
"""Does a share of the work, and returns the seconds that a unit of it took."""


class Sample(msgspec.Struct, frozen=True):
    """Figures of some rounds: their median, and the quartiles around it."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> "Sample":
        """Sum figures up."""
        low, _, high = quantiles(figures, n=4) if len(figures) > 1 else [*figures] * 3
        return cls(median(figures), low, high)


class Bound(msgspec.Struct, frozen=True):
    """What a ratio must be, and what it should be: at least, or for a cost at most."""

    must: float
    aim: float | None = None
    cost: bool = False

    def met_by(self, ratio: float) -> bool:
        """Whether a ratio is good enough."""
        return ratio <= self.must if self.cost else ratio >= self.must

    def aimed_by(self, ratio: float) -> bool:
        """Whether a ratio is as good as it should be."""
        return self.aim is None or (ratio <= self.aim if self.cost else ratio >= self.aim)


class Row(msgspec.Struct, frozen=True):
    """Some work beside a baseline; times are seconds per unit.

    The ratio is that of speeds, or for a cost that of times. `missing` says why nothing was
    measured.
    """

    group: str
    work: str
    baseline: str
    unit: str
    bound: Bound | None = None
    seconds: Sample | None = None
    baseline_seconds: Sample | None = None
    ratio: Sample | None = None
    missing: str = ""

    @property
    def verdict(self) -> str:
        """Whether the bound is met; nothing where there is none."""
        if self.ratio is None:
            return "not run"
        if self.bound is None:
            return ""
        if not self.bound.met_by(self.ratio.median):
            return "MISSED"
        return "met" if self.bound.aimed_by(self.ratio.median) else "met, below the aim"

    def as_json(self) -> dict[str, Any]:
        """Return everything about it, for other programs."""
        told: dict[str, Any] = msgspec.to_builtins(self)
        return told | {"verdict": self.verdict}


def timed(work: Callable[[], int]) -> Work:
    """Measure what says how many units it did, by the processor's time: others don't count."""

    def measured() -> float:
        began = process_time()
        units = work()
        return (process_time() - began) / units

    return measured


def compare(row: Row, work: Work, baseline: Work, *, rounds: int) -> Row:
    """Let both take turns, each of them first as often, and return the row with what it took.

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
