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


def count_groups(items: Sequence[Item], value: int) -> int:
    """How many sets of items sum to a value, counted without listing them.

    A set that needs its Fools high or low is one set: its sum tells how many of them are high.
    """
    alone = sum(1 for item in items if item.multiple and item.value == value)
    kinds = [kind_of(item) for item in items if not item.multiple]
    ways = [1] + [0] * value
    for kind in kinds:
        if kind != FOOL:
            for total in range(value, kind - 1, -1):
                ways[total] += ways[total - kind]
    fools = kinds.count(FOOL)
    return alone + sum(
        ways[value - some - 13 * high] * comb(fools, some)
        for some in range(fools + 1)
        for high in range(some + 1)
        if value - some - 13 * high >= 0
    )


class Groups:
    """Lists groups up to a limit, and remembers whether it left any out."""

    def __init__(self) -> None:
        self.cut = False
        self._listed = 0

    def of(self, items: Sequence[Item], value: int) -> list[list[Card]]:
        """Sets of items that sum to the value, in deck order, as many as the limits allow."""
        found: list[list[Card]] = []
        for group in _bounded(items, value):
            if group is None or len(found) == LISTED or self._listed == IN_ALL:
                self.cut = True
                break
            found.append([item.name for item in group])
            self._listed += 1
        return found


def _bounded(items: Sequence[Item], value: int) -> Iterator[tuple[Item, ...] | None]:
    """The groups one at a time; None where the search has taken its steps."""
    ordered = sorted(items, key=lambda item: ORDER[item.name])
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
