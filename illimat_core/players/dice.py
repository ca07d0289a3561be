"""Dice: the random numbers of house players, the same for the same seed on every machine.

They are independent of the stream that a game is dealt from.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final, TypeVar

Thing = TypeVar("Thing")

_WORD: Final = 2**64 - 1
_GAMMA: Final = 0x9E3779B97F4A7C15


class Dice:
    """A stream of numbers from a seed, by SplitMix64 (Steele, Lea, Flood 2014).

    It is fast rather than unpredictable. A number below n is uniform to within n in 2**64.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: bytes, label: str = "") -> None:
        digest = blake2b(label.encode(), key=seed[:64], digest_size=8).digest()
        self._state = int.from_bytes(digest, "big")

    @classmethod
    def of(cls, number: int) -> "Dice":
        dice = cls.__new__(cls)
        dice._state = number
        return dice

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound`` - 1."""
        self._state = word = self._state + _GAMMA & _WORD
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return (word ^ word >> 31) * bound >> 64

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[self.below(len(things))]

    def draws(self, things: Sequence[Thing]) -> Iterator[Thing]:
        """Draw the things one by one in random order, each when it is asked for."""
        left = list(things)
        while left:
            place = self.below(len(left))
            left[place], left[-1] = left[-1], left[place]
            yield left.pop()

    def shuffle(self, things: Sequence[Thing]) -> list[Thing]:
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
