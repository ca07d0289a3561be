"""Takes: the sets of items that a harvest or a stockpile may name, one at a time and in order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import ORDER, VALUES, Card, FieldId, Seat
from illimat_core.errors import RuleError
from illimat_core.grouping import Grouping
from illimat_core.hooks import Table
from illimat_core.payments import needs_single_item
from illimat_core.seasons import check_not_forbidden
from illimat_core.state import Item
from illimat_core.sums import Splitter, kind_of, kind_of_card, one_sum

Items = Sequence[Item]
Span = tuple[FieldId, ...]
Test = Callable[[Items, Items], bool]


@dataclass(frozen=True, slots=True)
class Takes:
    """All takes of one value from a pool of items.

    ``completes(chosen, spare)`` tells whether chosen items and any of the spare ones make a take,
    and ``completes(chosen, ())`` whether they make one as they are.
    """

    items: Items
    completes: Test
    budget: Budget = UNBOUNDED
    _chosen: list[Item] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        """The names of each take's items, in deck order; takes member by member, a prefix first."""
        return self._extend(0, ())

    def since(self, first: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        """The takes from one on, which need not be there itself; none before it is looked at."""
        return self._extend(0, first)

    def _extend(self, start: int, first: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        for place in range(start, len(self.items)):
            item = self.items[place]
            if first and ORDER[item.name] < ORDER[first[0]]:
                continue
            self.budget.spend(len(self.items) - place)
            rest = first[1:] if first and item.name == first[0] else ()
            self._chosen.append(item)
            if self.completes(self._chosen, self.items[place + 1 :]):
                if not rest and self.completes(self._chosen, ()):
                    yield tuple(item.name for item in self._chosen)
                yield from self._extend(place + 1, rest)
            self._chosen.pop()


_NONE: Final = Takes((), lambda *_: False)


def stockpile_takes(table: Table, at: FieldId, card: Card, value: int) -> Takes:
    """What a card may be combined with into a stockpile of a value (R-STOCK-2)."""
    items = table.state.field(at).items
    rests = [value - counts or value for counts in VALUES[card] if counts <= value]
    if not any(_may_sum_to(items, rest) for rest in rests):
        return _NONE
    splitter, own = Splitter(value, table.budget), kind_of_card(card)

    def completes(chosen: Items, spare: Items) -> bool:
        return splitter.completes([own, *_kinds(chosen)], _kinds(spare))

    return Takes(_pool(items, value), completes, table.budget)


def harvest_takes(
    table: Table, seat: Seat, at: FieldId, value: int, count: int = 1, *, span: Span | None = None
) -> Takes:
    """What a harvest of a value may take, ``count`` hand cards being played (R-HARV-1).

    With a span, only what its fields give.
    """
    items = harvest_pool(table, at, span)
    if not _may_sum_to(items, value):
        return _NONE
    single_item = needs_single_item(table, seat, at, count)
    harvest = _Harvest(table, at, value, single_item=single_item)
    return Takes(_pool(items, value), harvest.completes, table.budget)


def can_harvest(
    table: Table, seat: Seat, at: FieldId, value: int, *, count: int, groups: Grouping
) -> bool:
    """Whether a harvest of a value can take anything; told without looking for it.

    What takes something can take a single group as well, with an item of its own field.
    """
    own = harvestable(table, at)
    if needs_single_item(table, seat, at, count):
        return any(not item.multiple and one_sum([item], value) for item in own)
    return any(
        groups([*own, *others]).count(value) > groups(others).count(value)
        for others in shareable(table, at)
    )


def can_stockpile(table: Table, at: FieldId, card: Card, value: int, groups: Grouping) -> bool:
    """Whether a card can be combined with anything: within a group, or alone beside one."""
    items = table.state.field(at).items
    joined = groups([item for item in items if not item.multiple])
    rests = [value - counts for counts in VALUES[card] if counts <= value]
    return any(joined.count(rest) if rest else groups(items).count(value) for rest in rests)


def spans(table: Table, at: FieldId) -> list[Span]:
    """The fields that one harvest into a field may take from together, its own first.

    These are all it reaches, or each of them by itself (``universe_reach``, R-LUM-UNIVERSE).
    """
    others = _within_reach(table, at)
    if others and table.state.options.universe_reach == "one":
        return [(at, other) for other in others]
    return [(at, *others)]


def harvest_pool(table: Table, at: FieldId, span: Span | None = None) -> list[Item]:
    """The items a harvest may take from, in its own field and in those it reaches (R-HARV-5)."""
    fields = span or (at, *_within_reach(table, at))
    return [item for field in fields for item in harvestable(table, field)]


def _within_reach(table: Table, at: FieldId) -> list[FieldId]:
    return [field for field in table.reach(at) if within_reach(table, at, field)]


def harvestable(table: Table, field: FieldId) -> list[Item]:
    """The items of a field but the stockpiles made this turn."""
    fresh = table.state.turn.fresh
    return [item for item in table.state.field(field).items if item.name not in fresh]


def within_reach(table: Table, at: FieldId, other: FieldId) -> bool:
    """Whether a harvest into a field may take from another one that it reaches.

    No season hinders it (Boat, Universe); what a luminary forbids hinders one that keeps the
    fields apart.
    """
    try:
        check_within_reach(table, at, other)
    except RuleError:
        return False
    return True


def check_within_reach(table: Table, at: FieldId, other: FieldId) -> None:
    """Refuse to take from a field that a harvest reaches but a luminary forbids (R-LUM-BOAT)."""
    rules = table.rules_in(at)
    if not (rules and rules.mixes_fields):
        check_not_forbidden(table, "harvest", other)


def shareable(table: Table, at: FieldId) -> list[list[Item]]:
    """The items of other fields that may share one group with those of a field (the Universe)."""
    rules = table.rules_in(at)
    if not (rules and rules.reaches and rules.mixes_fields):
        return [[]]
    return [
        [item for other in others for item in harvestable(table, other)]
        for _, *others in spans(table, at)
    ]


class _Harvest:
    """Tells what a harvest into a field may take, under all that holds there."""

    def __init__(self, table: Table, at: FieldId, value: int, *, single_item: bool) -> None:
        rules = table.rules_in(at)
        self.value = value
        self.own = {item.name for item in table.state.field(at).items}
        self.reaches = bool(rules and rules.reaches)
        self.apart = self.reaches and not (rules and rules.mixes_fields)
        self.single_item = single_item
        self.one_group = table.state.options.harvest == "single_set"
        self.one_other = self.reaches and table.state.options.universe_reach == "one"
        self._splitter = Splitter(value, table.budget)
        self._field_of = {
            item.name: other for other in table.reach(at) for item in table.state.field(other).items
        }

    def completes(self, chosen: Items, spare: Items) -> bool:
        """Whether chosen items and any of the spare ones may be taken together."""
        if self.one_other:
            return self._completes_with_one_other(chosen, spare)
        return self._completes(chosen, spare)

    def _completes_with_one_other(self, chosen: Items, spare: Items) -> bool:
        reached = {self._field_of[item.name] for item in chosen if item.name in self._field_of}
        others: set[FieldId | None] = {*(reached or self._field_of.values())} or {None}
        return len(reached) < 2 and any(
            self._completes(
                chosen, [s for s in spare if self._field_of.get(s.name) in {None, other}]
            )
            for other in others
        )

    def _completes(self, chosen: Items, spare: Items) -> bool:
        if self.reaches and not any(item.name in self.own for item in chosen):
            return any(
                item.name in self.own and self._splits([*chosen, item], _without(spare, item))
                for item in spare
            )
        if self.single_item:
            return any(
                item.name in self.own
                and not item.multiple
                and one_sum([item], self.value)
                and self._splits_beside(_without(chosen, item), _without(spare, item))
                for item in (*chosen, *spare)
            )
        return self._splits(chosen, spare)

    def _splits_beside(self, chosen: Items, spare: Items) -> bool:
        """Whether the rest splits beside a group that is taken already."""
        return not chosen if self.one_group else self._splits(chosen, spare)

    def _splits(self, chosen: Items, spare: Items) -> bool:
        parts = zip(self._parts(chosen), self._parts(spare), strict=True)
        if self.one_group:
            return sum(bool(part) for part in self._parts(chosen)) <= 1 and any(
                _one_group(part, more, self.value) for part, more in parts if part
            )
        return all(self._splitter.completes(_kinds(part), _kinds(more)) for part, more in parts)

    def _parts(self, items: Items) -> tuple[Items, ...]:
        """The items that may share groups: all of them, or those of each field apart."""
        if not self.apart:
            return (items,)
        own = [item for item in items if item.name in self.own]
        return own, [item for item in items if item.name not in self.own]


def _one_group(chosen: Items, spare: Items, value: int) -> bool:
    """Whether chosen items and some of the spare ones make a single group."""
    if any(item.multiple for item in chosen):
        return len(chosen) == 1
    sums = _sums({0}, spare, optional=True)
    return any(value - total in sums for total in _sums({0}, chosen, optional=False))


def _sums(totals: set[int], items: Items, *, optional: bool) -> set[int]:
    for item in items:
        if not item.multiple:
            kind = kind_of(item)
            more = {total + each for total in totals for each in ((kind,) if kind else (1, 14))}
            totals = totals | more if optional else more
    return totals


def _may_sum_to(items: Items, total: int) -> bool:
    """Whether some items together count so much: soon told, and mostly they don't."""
    sums = 1  # as bits
    for item in items:
        if item.multiple:
            sums |= 1 << total if item.value == total else 0
        elif kind := kind_of(item):
            sums |= sums << kind
        else:
            sums |= sums << 1 | sums << 14
    return bool(sums >> total & 1)


def _pool(items: Items, value: int) -> list[Item]:
    fitting = (
        item for item in items if (item.value == value if item.multiple else kind_of(item) <= value)
    )
    return sorted(fitting, key=lambda item: ORDER[item.name])


def _kinds(items: Items) -> list[int]:
    return [kind_of(item) for item in items if not item.multiple]


def _without(items: Items, gone: Item) -> list[Item]:
    return [item for item in items if item is not gone]
