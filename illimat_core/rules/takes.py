"""Takes: the sets of items that a harvest or a stockpile may name, one at a time and in order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import ORDER, VALUES, Card, FieldId, Seat
from illimat_core.errors import RuleError
from illimat_core.rules.grouping import Grouping
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.payments import needs_single_item
from illimat_core.rules.seasons import check_not_forbidden
from illimat_core.rules.splits import MOST, splits, splits_with
from illimat_core.rules.sums import FOOL, KINDS, Splitter, kind_of, one_sum
from illimat_core.state import Item

Items = Sequence[Item]
Span = tuple[FieldId, ...]
Test = Callable[[Items, Items], bool]


class Pool:
    """The items of one or more fields in deck order, with the value of each."""

    __slots__ = ("items", "kinds", "locked", "sums")

    def __init__(self, items: Items) -> None:
        self.items: Items = sorted(items, key=_place) if len(items) > 1 else items
        # Negated for multiple stockpiles, which are groups by themselves
        self.kinds: list[int] = [
            kind_of(item) if len(item.groups) == 1 else -kind_of(item) for item in self.items
        ]
        self.locked: set[int] = {-kind for kind in self.kinds if kind < 0}
        self.sums: int = 1
        """What some of the items sum to, as bits; multiple stockpiles left aside."""
        for kind in self.kinds:
            if kind > 0:
                self.sums |= self.sums << kind
            elif kind == FOOL:
                self.sums |= self.sums << 1 | self.sums << 14

    def may_sum_to(self, total: int) -> bool:
        """Return whether some items sum to a total: a quick test that excludes most cases."""
        return bool(self.sums >> total & 1) or total in self.locked

    def may_complete(self, card: Card, value: int) -> bool:
        """Return whether items may form groups of a value with a card, in its group or beside."""
        for counts in VALUES[card]:
            if counts <= value and self.may_sum_to(value - counts or value):
                return True
        return False

    def fitting(self, value: int) -> tuple[list[Item], tuple[int, ...]]:
        """Return the items that a group of a value may have, and their values."""
        least = -value
        if all(kind == least or 0 <= kind <= value for kind in self.kinds):
            return list(self.items), tuple(self.kinds)
        pairs = zip(self.items, self.kinds, strict=True)
        found = [pair for pair in pairs if pair[1] == least or 0 <= pair[1] <= value]
        return [item for item, _ in found], tuple([kind for _, kind in found])


def _place(item: Item) -> int:
    return ORDER[item.groups[0][0]]


@dataclass(slots=True)
class Takes:
    """All takes of one value from a pool of items.

    ``completes(chosen, spare)`` returns whether the chosen items and any of the spare ones form a
    take; ``completes(chosen, ())`` returns whether the chosen items alone do. ``known`` has sets of
    places that include all takes; without it, takes are searched for. With ``every``, only the sums
    matter, and each known set is a take.
    """

    items: Items
    completes: Test
    budget: Budget = UNBOUNDED
    known: tuple[tuple[int, ...], ...] | None = None
    every: bool = True
    _chosen: list[Item] = field(default_factory=list)

    def since(self, first: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        """Return the takes in canonical order from ``first`` on, which need not exist.

        A take is the names of its items in deck order.
        """
        return self._extend(0, first) if self.known is None else self._pick(self.known, first)

    def _pick(
        self, known: tuple[tuple[int, ...], ...], first: tuple[Card, ...]
    ) -> Iterator[tuple[Card, ...]]:
        names = [item.groups[0][0] for item in self.items]
        begin = [ORDER[card] for card in first]
        for places in known:
            self.budget.spend()
            if begin and [ORDER[names[place]] for place in places] < begin:
                continue
            if self.every or self.completes([self.items[place] for place in places], ()):
                yield tuple([names[place] for place in places])

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


def stockpile_pool(table: Tabletop, at: FieldId) -> Pool:
    return Pool(table.state.field(at).items)


def stockpile_takes(
    table: Tabletop, at: FieldId, card: Card, value: int, *, pool: Pool | None = None
) -> Takes:
    """Return the takes with which a card may form a stockpile of a value (R-STOCK-2).

    Pass the field's ``pool`` if it has been computed already.
    """
    pool = pool or stockpile_pool(table, at)
    if not pool.may_complete(card, value):
        return _NONE
    (items, kinds), own = pool.fitting(value), KINDS[card]
    known = splits_with(kinds, value, own) if len(kinds) < MOST else None
    splitter = Splitter(value, table.budget)

    def completes(chosen: Items, spare: Items) -> bool:
        return splitter.completes([own, *_kinds(chosen)], _kinds(spare))

    return Takes(items, completes, table.budget, known)


def harvest_takes(
    table: Tabletop,
    seat: Seat,
    at: FieldId,
    value: int,
    count: int = 1,
    *,
    span: Span | None = None,
    pool: Pool | None = None,
) -> Takes:
    """Return the takes of a harvest of a value, with ``count`` hand cards played (R-HARV-1).

    With a span, only items of its fields are taken. Pass the field's ``pool`` if it has been
    computed already.
    """
    pool = pool or Pool(harvest_pool(table, at, span))
    if not pool.may_sum_to(value):
        return _NONE
    items, kinds = pool.fitting(value)
    harvest = _Harvest(table, at, value, single_item=needs_single_item(table, seat, at, count))
    known = splits(kinds, value) if len(kinds) <= MOST else None
    return Takes(items, harvest.completes, table.budget, known, every=harvest.sums_alone)


def can_harvest(
    table: Tabletop, seat: Seat, at: FieldId, value: int, *, count: int, groups: Grouping
) -> bool:
    """Look only for one group with an item of the field: any harvest implies one."""
    own = harvestable(table, at)
    if needs_single_item(table, seat, at, count):
        return any(not item.multiple and one_sum([item], value) for item in own)
    return any(
        groups([*own, *others]).count(value) > groups(others).count(value)
        for others in shareable(table, at)
    )


def can_stockpile(table: Tabletop, at: FieldId, card: Card, value: int, groups: Grouping) -> bool:
    """Return whether any items form a stockpile with a card: in its group, or beside it."""
    items = table.state.field(at).items
    joined = groups([item for item in items if not item.multiple])
    rests = [value - counts for counts in VALUES[card] if counts <= value]
    return any(joined.count(rest) if rest else groups(items).count(value) for rest in rests)


def spans(table: Tabletop, at: FieldId) -> list[Span]:
    """Return the sets of fields from which one harvest may take, its own field first.

    One set has all fields within reach, or there is a set for each (``universe_reach``,
    R-LUM-UNIVERSE).
    """
    others = _fields_within_reach(table, at)
    if others and table.state.options.universe_reach == "one":
        return [(at, other) for other in others]
    return [(at, *others)]


def harvest_pool(table: Tabletop, at: FieldId, span: Span | None = None) -> list[Item]:
    """Return the items a harvest may take, in its own field and those it reaches (R-HARV-5)."""
    fields = span or (at, *_fields_within_reach(table, at))
    return [item for field in fields for item in harvestable(table, field)]


def _fields_within_reach(table: Tabletop, at: FieldId) -> list[FieldId]:
    return [field for field in table.reach(at) if is_within_reach(table, at, field)]


def harvestable(table: Tabletop, field: FieldId) -> list[Item]:
    """Return the items of a field without the stockpiles made this turn."""
    fresh = table.state.turn.fresh
    return [item for item in table.state.field(field).items if item.name not in fresh]


def is_within_reach(table: Tabletop, at: FieldId, other: FieldId) -> bool:
    """Return whether a harvest into a field may take from another field within reach.

    Seasons do not prevent it (Boat, Universe). A luminary that forbids harvesting there prevents it
    if the reach keeps the fields apart.
    """
    try:
        check_within_reach(table, at, other)
    except RuleError:
        return False
    return True


def check_within_reach(table: Tabletop, at: FieldId, other: FieldId) -> None:
    """Refuse to take from a field that a harvest reaches but a luminary forbids (R-LUM-BOAT).

    If the reach mixes the fields, the luminaries there forbid nothing (R-LUM-UNIVERSE).
    """
    rules = table.rules_in(at)
    if not (rules and rules.mixes_fields):
        check_not_forbidden(table, "harvest", other)


def shareable(table: Tabletop, at: FieldId) -> list[list[Item]]:
    """Return the items of other fields that may share a group with those of a field."""
    rules = table.rules_in(at)
    if not (rules and rules.reaches and rules.mixes_fields):
        return [[]]
    return [
        [item for other in others for item in harvestable(table, other)]
        for _, *others in spans(table, at)
    ]


class _Harvest:
    """The conditions on the items that a harvest of one value into a field may take."""

    def __init__(self, table: Tabletop, at: FieldId, value: int, *, single_item: bool) -> None:
        rules = table.rules_in(at)
        self.value = value
        self.reaches = bool(rules and rules.reaches)
        self.apart = self.reaches and not (rules and rules.mixes_fields)
        self.single_item = single_item
        self.one_group = table.state.options.harvest == "single_set"  # R-VAR-SINGLE-SET
        self.one_other = self.reaches and table.state.options.universe_reach == "one"
        self.sums_alone = not (self.reaches or single_item or self.one_group)
        """Whether the sums are the only condition."""
        self._splitter = Splitter(value, table.budget)
        self._table, self._at = table, at

    @cached_property
    def own(self) -> set[Card]:
        return {item.name for item in self._table.state.field(self._at).items}

    @cached_property
    def field_of(self) -> dict[Card, FieldId]:
        fields, reached = self._table.state.field, self._table.reach(self._at)
        return {item.name: other for other in reached for item in fields(other).items}

    def completes(self, chosen: Items, spare: Items) -> bool:
        """Return whether the chosen items, alone or with some spare ones, may be taken."""
        if self.one_other:
            return self._completes_with_one_other(chosen, spare)
        return self._completes(chosen, spare)

    def _completes_with_one_other(self, chosen: Items, spare: Items) -> bool:
        reached = {self.field_of[item.name] for item in chosen if item.name in self.field_of}
        others: set[FieldId | None] = {*(reached or self.field_of.values())} or {None}
        return len(reached) < 2 and any(
            self._completes(
                chosen, [s for s in spare if self.field_of.get(s.name) in {None, other}]
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
        """Return whether the remaining items split once a group has been set apart."""
        return not chosen if self.one_group else self._splits(chosen, spare)

    def _splits(self, chosen: Items, spare: Items) -> bool:
        parts = zip(self._parts(chosen), self._parts(spare), strict=True)
        if self.one_group:
            return sum(bool(part) for part in self._parts(chosen)) <= 1 and any(
                _one_group(part, more, self.value) for part, more in parts if part
            )
        return all(self._splitter.completes(_kinds(part), _kinds(more)) for part, more in parts)

    def _parts(self, items: Items) -> tuple[Items, ...]:
        """Return the items that may share groups: all together, or those of each field apart."""
        if not self.apart:
            return (items,)
        own = [item for item in items if item.name in self.own]
        return own, [item for item in items if item.name not in self.own]


def _one_group(chosen: Items, spare: Items, value: int) -> bool:
    """Return whether the chosen items, alone or with some spare ones, make a single group."""
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


def _kinds(items: Items) -> list[int]:
    return [kind_of(item) for item in items if not item.multiple]


def _without(items: Items, gone: Item) -> list[Item]:
    return [item for item in items if item is not gone]
