"""Groups: the sets of items that sum to a value, counted exactly and listed within bounds.

Nothing is searched for. Counting adds up, item by item, in how many ways each sum is made: no more
than 70 additions for an item (sums to 14, and once those to 56) and 21 for a sum, where there are
five Fools. Listing follows only what leads to a group: one step for each card listed, past no more
places than there are items.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from math import comb
from typing import Final

from illimat_core.cards import ORDER, Card
from illimat_core.rules.sums import FOOL, kind_of
from illimat_core.state import Item

LISTED: Final = 24
"""The number of groups listed for one sum, at most."""
IN_ALL: Final = 3_000
"""Once a menu lists this many cards in groups, it lists no groups of further sums."""

CARD: Final = 14
FOUR_CARDS: Final = 56
"""The highest value of one hand card, and of four played as one."""

Group = list[Card]


class Grouping:
    """A cache of the groups of several collections of items of one table."""

    def __init__(self) -> None:
        self._known: dict[tuple[Card, ...], ItemGroups] = {}

    def __call__(self, items: Sequence[Item]) -> "ItemGroups":
        names = tuple([item.name for item in items])
        if names not in self._known:
            self._known[names] = ItemGroups(items)
        return self._known[names]


class ItemGroups:
    """The groups that some items make, computed once for each sum."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = sorted(items, key=lambda item: ORDER[item.name])
        self._kinds = [None if item.multiple else kind_of(item) for item in self._items]
        self._plain = [kind for kind in self._kinds if kind]
        self._fools = self._kinds.count(FOOL)
        self._locked = [item.value for item in items if item.multiple]
        self._ways: list[int] = [1]
        self._counts: dict[int, int] = {}
        self._listed: dict[int, list[Group]] = {}
        self._reach = _reach(self._kinds)

    def count(self, value: int) -> int:
        """Count a set once however its Fools count: the sum settles how many of them are high."""
        if value not in self._counts:
            self._counts[value] = self._count(value)
        return self._counts[value]

    def _count(self, value: int) -> int:
        alone, ways = self._locked.count(value), self._ways_to(value)
        if not self._fools:
            return alone + ways[value]
        return alone + sum(
            [ways[value - total] * many for total, many in _ways_of(self._fools) if total <= value]
        )

    def _ways_to(self, value: int) -> list[int]:
        """Return the number of ways to make each sum up to the value without Fools."""
        if len(self._ways) <= value:
            ways = [1] + [0] * (CARD if value <= CARD else max(value, FOUR_CARDS))
            for kind in self._plain:
                for total in range(len(ways) - 1, kind - 1, -1):
                    ways[total] += ways[total - kind]
            self._ways = ways
        return self._ways

    def listed(self, value: int) -> list[Group]:
        """Return the first LISTED sets of items that sum to the value, in deck order."""
        if value not in self._listed:
            found = self._extend([], 0, value) if self.count(value) else ()
            self._listed[value] = list(islice(found, LISTED))
        return self._listed[value]

    def _extend(self, chosen: Group, start: int, left: int, low: int = 0) -> Iterator[Group]:
        """Add items from a place on that sum to ``left``, taking only steps that lead to a set.

        After a Fool that counts 1 (``low``) none counts 14, so that each set is found once.
        """
        reach = self._reach[low]
        for place in range(start, len(self._items)):
            item, kind = self._items[place], self._kinds[place]
            if kind is None:
                if not chosen and item.value == left:
                    yield [item.name]
                continue
            if chosen and not reach[place] >> left & 1:
                return
            for counts in (kind,) if kind != FOOL else (1,) if low else (1, 14):
                lower = low or int(kind == FOOL and counts == 1)
                rest = left - counts
                if rest == 0:
                    yield [*chosen, item.name]
                elif rest > 0 and self._reach[lower][place + 1] >> rest & 1:
                    yield from self._extend([*chosen, item.name], place + 1, rest, lower)


@cache
def _ways_of(fools: int) -> list[tuple[int, int]]:
    """Return the sums of any of the Fools, and the number of ways to choose them."""
    return [
        (some + 13 * high, comb(fools, some))
        for some in range(fools + 1)
        for high in range(some + 1)
    ]


def _reach(kinds: Sequence[int | None]) -> tuple[list[int], list[int]]:
    """Return the sums of the items from each place on, as bits, and the sums with Fools low."""
    sums, low = [1], [1]
    for kind in reversed(kinds):
        some, fewer = sums[-1], low[-1]
        if kind == FOOL:
            some, fewer = some | some << 14 | fewer << 1, fewer | fewer << 1
        elif kind:
            some, fewer = some | some << kind, fewer | fewer << kind
        sums.append(some)
        low.append(fewer)
    return sums[::-1], low[::-1]
