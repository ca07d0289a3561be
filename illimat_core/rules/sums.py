"""Sums: which items split into groups of one value (R-HARV-1, R-STOCK-2).

This is the only exponential problem of the game. This module *verifies* a submitted set, by counts
per value. Sets are enumerated only for the complete list, one at a time and in its order.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from typing import Final

from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import DECK, FOOLS, ORDER, VALUES, Card
from illimat_core.state import Item

FOOL: Final = 0
"""Stands for a loose Fool, which counts 1 or 14 in each group it is considered for."""

Counted = tuple[int, ...]
"""The kinds of some items, sorted."""


KINDS: Final = {card: FOOL if card in FOOLS else VALUES[card][0] for card in DECK}
"""The value of each loose card, or FOOL."""


def kind_of(item: Item) -> int:
    """Return the value of an item: a stockpile's, or its loose card's."""
    return KINDS[item.groups[0][0]] if item.value is None else item.value


class Splitter:
    """Determines which items can be split into groups that sum to one value.

    Items of a kind are counted, not distinguished: two Fives are the same to a sum. Results are
    cached, because similar sets lead to the same remainders. Raises ``BudgetSpentError`` where a
    result takes more steps than the budget has left.
    """

    def __init__(self, value: int, budget: Budget = UNBOUNDED) -> None:
        self.value = value
        self._budget = budget
        self._known: dict[tuple[Counted, Counted], Counted | None] = {}

    def splits(self, kinds: Sequence[int]) -> bool:
        """Return whether exactly these items split into groups."""
        return self.value > 0 and self.completes(kinds, ())

    def completes(self, needed: Sequence[int], spare: Sequence[int]) -> bool:
        """Return whether the needed items, alone or with some spare ones, split into groups."""
        return any(
            self._cover(counted, others)
            for counted, others in product(_as_counted(needed), _as_counted(spare))
        )

    def groups(self, kinds: Sequence[int]) -> list[Counted]:
        """Return one split of exactly these items, Fools by value; raise ValueError if none."""
        left = next((each for each in _as_counted(kinds) if self._cover(each, ())), None)
        if left is None:
            raise ValueError(f"{kinds} do not split into groups of {self.value}")
        found = []
        while group := self._first_group(left, ()):
            found.append(group)
            left, _ = _take_group(left, (), group)
        return found

    def _cover(self, needed: Counted, spare: Counted) -> bool:
        self._budget.spend()
        return not needed or self._first_group(needed, spare) is not None

    def _first_group(self, needed: Counted, spare: Counted) -> Counted | None:
        """Return a group that has the largest needed item and leaves the rest coverable."""
        key = (needed, spare)
        if key not in self._known:
            self._known[key] = next(self._candidates(needed, spare), None)
        return self._known[key]

    def _candidates(self, needed: Counted, spare: Counted) -> Iterator[Counted]:
        if not needed or needed[-1] > self.value or not self._adds_up(needed, spare):
            return
        if not spare and not self._has_room(needed):
            return
        first, rest = needed[-1], needed[:-1]
        for others in _Others(rest, spare, self._budget).summing_to(self.value - first):
            if self._cover(*_take_group(rest, spare, others)):
                yield (first, *others)

    def _adds_up(self, needed: Counted, spare: Counted) -> bool:
        """Return whether needed and some spare items can sum to a multiple of the value."""
        sums = _sums_with(1, spare)
        return any(
            sums >> more & 1
            for more in range(-sum(needed) % self.value, sums.bit_length(), self.value)
        )

    def _has_room(self, needed: Counted) -> bool:
        """Return whether the other items can fit beside those above half of the value.

        Each of those large items needs a group of its own. Another item of at least some size fits
        only beside a large one that leaves that much, or into a group without a large one.
        """
        beside = [self.value - kind for kind in needed if 2 * kind > self.value]
        others = needed[: len(needed) - len(beside)]
        free = sum(needed) - self.value * len(beside)
        return free >= 0 and all(
            sum(kind for kind in others if kind >= least)
            <= free + sum(room for room in beside if room >= least)
            for least in set(others)
        )


class _Others:
    """The ways to complete a group, except redundant ones.

    If two or more items of a group sum to a single item that must be covered anyway, they can
    change places with it, and both groups keep their sums. So only groups with the largest possible
    items are tried, which leaves few ways.
    """

    def __init__(self, needed: Counted, spare: Counted, budget: Budget) -> None:
        self._budget = budget
        self._needed = Counter(needed)
        self._counts = sorted(Counter(needed + spare).items())
        each = ((kind,) * count for kind, count in self._counts)
        self._reach = list(accumulate(each, _sums_with, initial=1))

    def summing_to(self, total: int) -> Iterator[Counted]:
        """Return the ways to reach a total, those with the largest values first."""
        single = sum(1 << kind for kind in self._needed)
        return self._fill(total, len(self._counts), single, 1, 0)

    def _fill(
        self, total: int, place: int, single: int, sums: int, joint: int
    ) -> Iterator[Counted]:
        """Yield the ways to reach a total with the kinds below a place.

        Three bit sets: ``single`` has the kinds that are still to be covered, ``sums`` the sums of
        the chosen kinds' subsets, ``joint`` those of subsets of two or more.
        """
        self._budget.spend()
        if total == 0:
            yield ()
            return
        if not self._reach[place] >> total & 1:
            return
        kind, count = self._counts[place - 1]
        chosen = [(sums, joint)]
        while len(chosen) <= min(count, total // kind):
            joint |= (joint | sums & ~1) << kind
            sums |= sums << kind
            if joint & single:
                break
            chosen.append((sums, joint))
        for many in reversed(range(len(chosen))):
            left = single if many < self._needed[kind] else single & ~(1 << kind)
            for fewer in self._fill(total - many * kind, place - 1, left, *chosen[many]):
                yield (kind,) * many + fewer


def _as_counted(kinds: Sequence[int]) -> list[Counted]:
    """Yield the sorted kinds with every choice of how many of their Fools count 14."""
    fools = kinds.count(FOOL)
    if not fools:
        return [tuple(sorted(kinds))]
    plain = [kind for kind in kinds if kind != FOOL]
    return [
        tuple(sorted([*plain, *[14] * high, *[1] * (fools - high)])) for high in range(fools + 1)
    ]


def _sums_with(sums: int, kinds: Counted) -> int:
    """Return the sums, as bits, after adding any of the kinds to any of the sums."""
    for kind in kinds:
        sums |= sums << kind
    return sums


def _take_group(needed: Counted, spare: Counted, group: Counted) -> tuple[Counted, Counted]:
    """Return the needed and the spare items left after taking a group, needed ones first.

    Taking needed items first loses nothing: a spare item of the same kind can replace each.
    """
    left, over = list(needed), list(spare)
    for kind in group:
        (left if kind in left else over).remove(kind)
    return tuple(left), tuple(over)


def one_sum(items: Sequence[Item], value: int) -> bool:
    """Return whether all items together make one group of the value (R-VAR-SINGLE-SET)."""
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
    pool += [(KINDS[card], (card,)) for card in extra]
    pool.sort(key=lambda entry: ORDER[entry[1][0]])
    if sum(kind or 1 for kind, _ in pool) == value:
        return (*groups, tuple(card for _, cards in pool for card in cards))
    for group in Splitter(value).groups([kind for kind, _ in pool]):
        cards: list[Card] = []
        for counted in group:
            kind = counted if any(kind == counted for kind, _ in pool) else FOOL
            entry = next(entry for entry in pool if entry[0] == kind)
            pool.remove(entry)
            cards += entry[1]
        groups.append(tuple(cards))
    return tuple(groups)
