"""The remainder: how few cards must be left when groups of a value are taken from some items.

From the largest kind down, an item makes a group with smaller ones, or all like it are left. How
much the rest leaves depends only on how many there are of each kind, so each rest is looked into
once for a number of cards.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from math import inf

from illimat_core.state import Item
from illimat_core.sums import kind_of

FOOL_LOW, FOOL_HIGH = 1, 14

Items = Sequence[Item]
Counts = tuple[int, ...]
"""How many items count 0, 1, 2 and so on."""


def fewest_left(items: Items, value: int) -> int:
    """The fewest cards that are left once groups of the value are taken, as many as can be.

    No item counts more than the value, and a multiple stockpile is of that value.
    """
    remainder = _Remainder(items, value)
    return next(cards for cards in count() if remainder.leaves(remainder.all, cards))


def may_leave(items: Items, value: int, cards: int, *, taken: Items) -> bool:
    """Whether groups can take so much that no more cards are left, and nothing of ``taken``."""
    remainder = _Remainder(items, value, taken)
    return remainder.leaves(remainder.all, cards)


class _Remainder:
    """Tells of any rest of some items whether it need leave no more than so many cards."""

    def __init__(self, items: Items, value: int, taken: Items = ()) -> None:
        sizes: list[list[float]] = [[] for _ in range(value + 1)]
        for item in items:
            if item.multiple:
                continue
            kind = kind_of(item) or FOOL_LOW
            alone = kind == value or (kind == FOOL_LOW and value == FOOL_HIGH)
            size = inf if item in taken else len(item.cards)
            sizes[kind].append(0 if alone else size)
        self.all: Counts = tuple(map(len, sizes))
        self._value = value
        self._lightest = [list(accumulate(sorted(each), initial=0.0)) for each in sizes]
        self._in_vain: dict[Counts, float] = {}

    def leaves(self, counts: Counts, cards: float) -> bool:
        """Whether groups can be made so that no more than so many cards are left."""
        kind = next((kind for kind in reversed(range(len(counts))) if counts[kind]), 0)
        if not kind:
            return True
        if self._in_vain.get(counts, -1) >= cards or (cards == 0 and self._misses(counts)):
            return False
        left = self._lightest[kind][counts[kind]]
        one_less = (*counts[:kind], counts[kind] - 1)
        if any(self.leaves(rest, cards) for rest in _less(one_less, self._value - kind)) or (
            left <= cards and self.leaves(counts[:kind], cards - left)
        ):
            return True
        self._in_vain[counts] = cards
        return False

    def _misses(self, counts: Counts) -> bool:
        """Whether the sum of all tells that some must be left."""
        total = sum(kind * many for kind, many in enumerate(counts))
        return total % self._value > (counts[FOOL_LOW] if self._value == FOOL_HIGH else 0)


def _less(counts: Counts, total: int) -> Iterator[Counts]:
    """What is left of some items once any of them that sum to a total are gone."""
    if total == 0:
        yield counts
        return
    for kind in range(min(total, len(counts) - 1), 0, -1):
        if counts[kind]:
            fewer = (*counts[:kind], counts[kind] - 1)
            for rest in _less(fewer, total - kind):
                yield rest + counts[kind + 1 :]
