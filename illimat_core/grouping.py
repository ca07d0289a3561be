"""Groups: the sets of items that sum to a value, counted exactly and listed within bounds."""

from collections.abc import Iterator, Sequence
from math import comb
from typing import Final

from illimat_core.cards import ORDER, Card
from illimat_core.state import Item
from illimat_core.sums import FOOL, kind_of

LISTED: Final = 24
"""How many groups are listed of one sum."""
STEPS: Final = 2_000
"""How many steps the search for them may take."""
IN_ALL: Final = 400
"""How many groups one menu lists."""

Group = list[Card]


class Groups:
    """The groups that some items make, each sum looked into once."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = sorted(items, key=lambda item: ORDER[item.name])
        kinds = [kind_of(item) for item in items if not item.multiple]
        self._plain = [kind for kind in kinds if kind != FOOL]
        self._fools = len(kinds) - len(self._plain)
        self._locked = [item.value for item in items if item.multiple]
        self._ways: list[int] = [1]
        self._counts: dict[int, int] = {}
        self._listed: dict[int, tuple[list[Group], bool]] = {}

    def count(self, value: int) -> int:
        """How many sets of items sum to a value, counted without listing them.

        A set that needs its Fools high or low is one set: its sum tells how many of them are high.
        """
        if value not in self._counts:
            self._counts[value] = self._count(value)
        return self._counts[value]

    def _count(self, value: int) -> int:
        alone, ways = self._locked.count(value), self._ways_to(value)
        if not self._fools:
            return alone + ways[value]
        return alone + sum(
            ways[value - some - 13 * high] * comb(self._fools, some)
            for some in range(self._fools + 1)
            for high in range(some + 1)
            if value - some - 13 * high >= 0
        )

    def _ways_to(self, value: int) -> list[int]:
        """In how many ways each sum up to the value is made without Fools."""
        if len(self._ways) <= value:
            ways = [1] + [0] * max(value, 14)
            for kind in self._plain:
                for total in range(len(ways) - 1, kind - 1, -1):
                    ways[total] += ways[total - kind]
            self._ways = ways
        return self._ways

    def listed(self, value: int) -> tuple[list[Group], bool]:
        """Sets of items that sum to the value, in deck order; and whether some were left out."""
        if value not in self._listed:
            self._listed[value] = self._search(value) if self.count(value) else ([], False)
        return self._listed[value]

    def _search(self, value: int) -> tuple[list[Group], bool]:
        found: list[Group] = []
        for group in _bounded(self._items, value):
            if group is None or len(found) == LISTED:
                return found, True
            found.append([item.name for item in group])
        return found, False


def _bounded(ordered: Sequence[Item], value: int) -> Iterator[tuple[Item, ...] | None]:
    """The groups one at a time; None where the search has taken its steps."""
    steps = 0
    stack: list[tuple[int, int, tuple[Item, ...], bool]] = [(0, value, (), True)]
    while stack:
        steps += 1
        if steps > STEPS:
            yield None
            return
        start, left, chosen, high = stack.pop()
        if left == 0:
            yield chosen
            continue
        for place in range(len(ordered) - 1, start - 1, -1):
            item = ordered[place]
            if item.multiple:
                if not chosen and item.value == value:
                    stack.append((len(ordered), 0, (item,), high))
                continue
            kind = kind_of(item)
            # High Fools come first, so that a set with one high and one low is found once.
            stack += [
                (place + 1, left - counts, (*chosen, item), high and (kind != FOOL or counts == 14))
                for counts in (((14, 1) if high else (1,)) if kind == FOOL else (kind,))
                if counts <= left
            ]
