"""The one source of random numbers for all tools."""

from collections.abc import Mapping
from random import Random
from typing import Generic, TypeVar

Outcome = TypeVar("Outcome")


def dice(seed: int | str) -> Random:
    """Return a random source that yields the same numbers for the same seed."""
    return Random(seed)  # noqa: S311 - reproducible, and nobody gains by guessing it


class Deck(Generic[Outcome]):
    """Deals outcomes in random order, but each exactly so often in every round of all of them.

    So also a short run has the shares that it means to have.
    """

    def __init__(self, dice: Random, counts: Mapping[Outcome, int]) -> None:
        """Deal each outcome as often in a round as its count says."""
        self._dice = dice
        self._round = [outcome for outcome, count in counts.items() for _ in range(count)]
        self._left: list[Outcome] = []

    def deal(self) -> Outcome:
        if not self._left:
            self._left = self._dice.sample(self._round, len(self._round))
        return self._left.pop()
