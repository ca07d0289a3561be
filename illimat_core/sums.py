"""Sums: which items split into groups of one value (R-HARV-1, R-STOCK-2).

The one exponential place of the game. A submitted set is *verified* here, by counts per value; sets
are enumerated only for the whole list, one at a time and in its order.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from illimat_core.cards import FOOLS, ORDER, VALUES, Card
from illimat_core.state import Item

FOOL: Final = 0
"""Stands for a loose Fool, which counts 1 or 14 in each group anew."""

Counts = dict[int, int]


def kind_of_card(card: Card) -> int:
    """What a loose card counts: its value, or FOOL."""
    return FOOL if card in FOOLS else VALUES[card][0]


def kind_of(item: Item) -> int:
    """What an item counts: a stockpile's value, or what its loose card counts."""
    return kind_of_card(item.groups[0][0]) if item.value is None else item.value


class Splitter:
    """Answers, for one value, what can be split into groups that sum to it.

    Kinds are counted, never told apart: two Fives are the same to a sum. Answers are kept, since
    neighbouring questions come down to the same rests.
    """

    def __init__(self, value: int) -> None:
        self.value = value
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...] | None] = {}

    def splits(self, kinds: Sequence[int]) -> bool:
        """Whether exactly these split into groups."""
        fools = kinds.count(FOOL)
        least = sum(kinds) + fools
        if self.value < 1:
            return False
        if not any((least + 13 * high) % self.value == 0 for high in range(fools + 1)):
            return False
        return self.completes(kinds, ())

    def completes(self, needed: Sequence[int], spare: Sequence[int]) -> bool:
        """Whether all needed and any of the spare ones split into groups."""
        return self._cover(tuple(sorted(needed)), tuple(sorted(spare)))

    def groups(self, kinds: Sequence[int]) -> list[tuple[int, ...]]:
        """One way to split exactly these; ValueError where there is none."""
        needed, found = tuple(sorted(kinds)), []
        while needed:
            group = self._first_group(needed, ())
            if group is None:
                raise ValueError(f"{kinds} do not split into groups of {self.value}")
            found.append(group)
            needed = _less(needed, group)
        return found

    def _cover(self, needed: tuple[int, ...], spare: tuple[int, ...]) -> bool:
        return not needed or self._first_group(needed, spare) is not None

    def _first_group(
        self, needed: tuple[int, ...], spare: tuple[int, ...]
    ) -> tuple[int, ...] | None:
        """A group with the largest needed kind after which the rest can be covered too."""
        key = (needed, spare)
        if key not in self._known:
            self._known[key] = next(self._candidates(needed, spare), None)
        return self._known[key]

    def _candidates(
        self, needed: tuple[int, ...], spare: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        first = needed[-1]
        rest = needed[:-1]
        for value in (14, 1) if first == FOOL else (first,):
            for group in _fill(self.value - value, _count(rest + spare), self.value):
                left, over = _taken(rest, spare, group)
                if self._cover(left, over):
                    yield (first, *group)


def _count(kinds: Sequence[int]) -> list[tuple[int, int]]:
    """Kinds with how many there are, the largest first, Fools last."""
    counts: Counts = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    return sorted(counts.items(), reverse=True)


def _fill(total: int, counts: list[tuple[int, int]], limit: int) -> Iterator[tuple[int, ...]]:
    """All ways to reach a total with the kinds at hand; kinds above the limit never fit."""
    if total == 0:
        yield ()
    if total <= 0 or not counts:
        return
    (kind, count), rest = counts[0], counts[1:]
    if kind == FOOL:
        yield from _fill_with_fools(total, count)
        return
    for many in range(min(count, total // kind if kind <= limit else 0), -1, -1):
        left = total - many * kind
        if many and left == 0:
            yield (kind,) * many
        elif left:
            for more in _fill(left, rest, limit):
                yield (kind,) * many + more


def _fill_with_fools(total: int, count: int) -> Iterator[tuple[int, ...]]:
    for high in range(total // 14, -1, -1):
        fools = high + (total - 14 * high)
        if fools <= count:
            yield (FOOL,) * fools


def _taken(
    needed: tuple[int, ...], spare: tuple[int, ...], group: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What is left of both once a group is taken, of the needed ones first.

    Needed first loses nothing: a spare one of the same kind can stand in wherever it was.
    """
    left, over = list(needed), list(spare)
    for kind in group:
        (left if kind in left else over).remove(kind)
    return tuple(left), tuple(over)


def _less(kinds: tuple[int, ...], group: Sequence[int]) -> tuple[int, ...]:
    left = list(kinds)
    for kind in group:
        left.remove(kind)
    return tuple(left)


def one_sum(items: Sequence[Item], value: int) -> bool:
    """Whether all the items together make one group of the value (R-VAR-SINGLE-SET)."""
    if any(item.multiple for item in items):
        return len(items) == 1 and items[0].value == value
    kinds = [kind_of(item) for item in items]
    fools = kinds.count(FOOL)
    return any(sum(kinds) + fools + 13 * high == value for high in range(fools + 1))


def split_cards(
    items: Sequence[Item], value: int, extra: Sequence[Card] = ()
) -> tuple[tuple[Card, ...], ...]:
    """Split items, and cards beside them, into the groups of a stockpile of that value.

    A multiple stockpile of the value keeps its groups. Raises ValueError where they do not split.
    """
    groups = [group for item in items if item.multiple for group in item.groups]
    pool = [(kind_of(item), item.cards) for item in items if not item.multiple]
    pool += [(kind_of_card(card), (card,)) for card in extra]
    pool.sort(key=lambda entry: ORDER[entry[1][0]])
    for kinds in Splitter(value).groups([kind for kind, _ in pool]):
        cards: list[Card] = []
        for kind in kinds:
            entry = next(entry for entry in pool if entry[0] == kind)
            pool.remove(entry)
            cards += entry[1]
        groups.append(tuple(cards))
    return tuple(groups)
