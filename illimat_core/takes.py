"""Takes: the sets of items that a harvest or a stockpile may name, one at a time and in order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from illimat_core.cards import ORDER, Card, FieldId
from illimat_core.hooks import Table
from illimat_core.state import Item
from illimat_core.sums import Splitter, kind_of, kind_of_card, one_sum

Items = Sequence[Item]
Test = Callable[[Items, Items], bool]


@dataclass(frozen=True, slots=True)
class Takes:
    """All takes of one value from a pool of items.

    ``completes(chosen, spare)`` tells whether chosen items and any of the spare ones make a take;
    ``whole(chosen)`` whether they make one as they are.
    """

    items: Items
    completes: Test
    whole: Callable[[Items], bool]
    _chosen: list[Item] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        """The names of each take's items, in deck order; takes member by member, a prefix first."""
        return self._extend(0)

    def _extend(self, start: int) -> Iterator[tuple[Card, ...]]:
        for place in range(start, len(self.items)):
            self._chosen.append(self.items[place])
            if self.completes(self._chosen, self.items[place + 1 :]):
                if self.whole(self._chosen):
                    yield tuple(item.name for item in self._chosen)
                yield from self._extend(place + 1)
            self._chosen.pop()


def stockpile_takes(table: Table, at: FieldId, card: Card, value: int) -> Takes:
    """What a card may be combined with into a stockpile of a value (R-STOCK-2)."""
    pool, splitter, own = (
        _pool(table.state.field(at).items, value),
        Splitter(value),
        kind_of_card(card),
    )

    def completes(chosen: Items, spare: Items) -> bool:
        return splitter.completes([own, *_kinds(chosen)], _kinds(spare))

    return Takes(pool, completes, lambda chosen: completes(chosen, ()))


def harvest_takes(table: Table, at: FieldId, value: int, count: int = 1) -> Takes:
    """What a harvest of a value may take, ``count`` hand cards being played (R-HARV-1)."""
    return Takes(*_harvest(table, at, value, count))


def harvest_pool(table: Table, at: FieldId, value: int) -> list[Item]:
    """The items a harvest may take, in deck order of their names; none made this turn."""
    items = [
        item
        for each in (at, *table.reach(at))
        for item in table.state.field(each).items
        if item.name not in table.state.turn.fresh
    ]
    return _pool(items, value)


def _harvest(
    table: Table, at: FieldId, value: int, count: int
) -> tuple[Items, Test, Callable[[Items], bool]]:
    pool, splitter = harvest_pool(table, at, value), Splitter(value)
    if table.state.options.harvest == "single_set":
        return pool, _one_group(value), lambda chosen: one_sum(chosen, value)

    def completes(chosen: Items, spare: Items) -> bool:
        return splitter.completes(_kinds(chosen), _kinds(spare))

    return pool, completes, lambda chosen: completes(chosen, ())


def _one_group(value: int) -> Test:
    def completes(chosen: Items, spare: Items) -> bool:
        if any(item.multiple for item in chosen):
            return len(chosen) == 1
        kinds = [kind_of(item) for item in chosen]
        sums = {0}
        for kind in (kind_of(item) for item in spare if not item.multiple):
            sums |= {total + step for total in sums for step in _counts(kind)}
        bare = {0}
        for kind in kinds:
            bare = {total + step for total in bare for step in _counts(kind)}
        return any(value - total in sums for total in bare)

    return completes


def _counts(kind: int) -> tuple[int, ...]:
    return (kind,) if kind else (1, 14)


def _pool(items: Items, value: int) -> list[Item]:
    fitting = (
        item for item in items if (item.value == value if item.multiple else kind_of(item) <= value)
    )
    return sorted(fitting, key=lambda item: ORDER[item.name])


def _kinds(items: Items) -> list[int]:
    return [kind_of(item) for item in items if not item.multiple]
