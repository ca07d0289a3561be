"""The remainder: the fewest cards left when groups of a value are taken from some items.

From the largest kind down, either an item forms a group with smaller ones, or all items of its kind
are left. The result for the others depends only on their number of each kind, so it is cached.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from math import inf

from illimat_core.rules.sums import kind_of
from illimat_core.state import Item

FOOL_LOW, FOOL_HIGH = 1, 14

Items = Sequence[Item]
Counts = tuple[int, ...]
"""The number of items of value 0, 1, 2 and so on."""


def fewest_left(items: Items, value: int) -> int:
    """Return the fewest cards that remain after taking as many groups of the value as possible.

    No item counts more than the value, and a multiple stockpile is of that value.
    """
    remainder = _Remainder(items, value)
    return next(cards for cards in count() if remainder.leaves(remainder.all, cards))


def may_leave(items: Items, value: int, cards: int, *, taken: Items) -> bool:
    """Return whether all but at most ``cards`` cards can be taken, including all of ``taken``."""
    remainder = _Remainder(items, value, taken)
    return remainder.leaves(remainder.all, cards)


class _Remainder:
    """Determines whether a remainder of some items can be reduced to a number of cards."""

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
        """Return whether taking groups can leave at most ``cards`` cards."""
        kind = next((kind for kind in reversed(range(len(counts))) if counts[kind]), 0)
        if not kind:
            return True
        if self._in_vain.get(counts, -1) >= cards or (cards == 0 and self._misses(counts)):
            return False
        left = self._lightest[kind][counts[kind]]
        one_less = (*counts[:kind], counts[kind] - 1)
        if any(self.leaves(rest, cards) for rest in _remove_sum(one_less, self._value - kind)) or (
            left <= cards and self.leaves(counts[:kind], cards - left)
        ):
            return True
        self._in_vain[counts] = cards
        return False

    def _misses(self, counts: Counts) -> bool:
        """Return whether the total sum shows that some items must be left."""
        total = sum(kind * many for kind, many in enumerate(counts))
        return total % self._value > (counts[FOOL_LOW] if self._value == FOOL_HIGH else 0)


def _remove_sum(counts: Counts, total: int) -> Iterator[Counts]:
    """Yield the items that remain after removing any of them that sum to a total."""
    if total == 0:
        yield counts
        return
    for kind in range(min(total, len(counts) - 1), 0, -1):
        if counts[kind]:
            fewer = (*counts[:kind], counts[kind] - 1)
            for rest in _remove_sum(fewer, total - kind):
                yield rest + counts[kind + 1 :]
