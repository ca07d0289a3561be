"""Sources of randomness, from which chance answers.

``SeededSource`` is unbiased, and gives the same results for the same key on every machine.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import UNSET, UnsetType

from illimat_core.sealing import random_words

Thing = TypeVar("Thing")


class Source(ABC):
    """A source of randomness. Draws under different labels are independent."""

    @abstractmethod
    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the things in random order."""

    @abstractmethod
    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return one of the things at random."""

    def root(self, label: str, cards: Sequence[str]) -> str | UnsetType:  # noqa: ARG002 - for others
        """Return a commitment to cards that were shuffled under a label; by default none."""
        return UNSET

    def of_luminaries(self, began: int) -> "Source":  # noqa: ARG002 - for others
        """Return the source of the set of luminaries that begins in a round."""
        return self


class SeededSource(Source):
    """Answers from an HMAC-SHA256 counter stream under a key, one stream a label.

    A number below n is drawn by rejection from 64 bits, so every outcome is equally likely.
    """

    def __init__(self, key: bytes) -> None:
        self.key = key

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the things shuffled after Fisher and Yates, from the last place down."""
        order, numbers = list(things), random_words(self.key, label)
        for last in range(len(order) - 1, 0, -1):
            other = _below(last + 1, numbers)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return one of the things, each with the same probability."""
        return things[_below(len(things), random_words(self.key, label))]


def _below(bound: int, words: Iterator[int]) -> int:
    fair = 2**64 - 2**64 % bound
    return next(word for word in words if word < fair) % bound
