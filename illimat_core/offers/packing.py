"""Offers: the plays of a seat as a menu tells them, put together from cards and groups.

Nothing is searched for: groups are counted exactly by a sum over values. A menu has room for a
limited number of cards in lists of groups, and of bytes; what finds no room is left out and
``cut``.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from illimat_core.cards import VALUES, Card, FieldId, Luminary, Seat
from illimat_core.menu_entries import MenuHarvest, MenuPlay, MenuStockpile, Needed, SeasonToName
from illimat_core.messages import ENGLISH, Language
from illimat_core.rules.enumeration import permits
from illimat_core.rules.grouping import IN_ALL, Grouping, ItemGroups
from illimat_core.rules.hooks import ACTS, Act, Tabletop
from illimat_core.rules.payments import (
    needs_single_item,
    payable_counts,
    payments,
    single_cards,
    stockpile_values,
    values_of,
)
from illimat_core.rules.seasons import season_of, turning_cards
from illimat_core.rules.takes import can_harvest, harvest_pool

SEVERAL: Final = 255
"""The number of sets of several hand cards considered: more than a dealt hand has."""
BYTES: Final = 48 * 1024
"""How many bytes of JSON the plays of a menu have, or those of its free actions beside them.

With spaces, and with what else there is in a menu, that is less than 64 KB.
"""
BARE: Final = 104
"""A play that is only a sow has at most this many bytes: all of these have room."""

AnEntry = TypeVar("AnEntry", MenuHarvest, MenuStockpile)


class Room:
    """The room left in a menu, and whether something was left out of it."""

    def __init__(self) -> None:
        self.cards: int = IN_ALL
        self.bytes: int = BYTES
        self.cut: bool = False

    def keep(self, bytes_: int) -> None:
        """Reserve some bytes for entries that must be included."""
        self.bytes -= bytes_

    def takes(self, entry: msgspec.Struct) -> bool:
        """Return whether there is room for an entry, and reserve it."""
        size = len(msgspec.json.encode(entry)) + 1
        if size > self.bytes:
            self.cut = True
            return False
        self.bytes -= size
        return True

    def listed(self, groups: ItemGroups, value: int) -> list[list[Card]]:
        """Return the groups of a value, as long as there is room for their cards."""
        found = groups.listed(value) if self.cards > 0 else []
        self.cut = self.cut or len(found) < groups.count(value)
        self.cards -= sum(map(len, found))
        return found


class Offers:
    """Builds the menu entries for the plays of one seat, with sentences in ``language``."""

    def __init__(
        self,
        table: Tabletop,
        seat: Seat,
        room: Room,
        by: Luminary | None = None,
        language: Language = ENGLISH,
    ) -> None:
        self.table: Tabletop = table
        self.seat: Seat = seat
        self.room: Room = room
        self._by = by
        self._say = language.say
        self._harvests: dict[FieldId, list[ItemGroups]] = {}
        self._stockpiles: dict[FieldId, tuple[ItemGroups, ItemGroups]] = {}
        self._kept: dict[Card, list[int]] = {}
        self._takes: dict[tuple[FieldId, int, bool], bool] = {}
        self._groups = Grouping()

    def plays(self, acts: tuple[Act, ...], fields: tuple[FieldId, ...]) -> list[MenuPlay]:
        """Return the plays of the hand into some fields, an entry for each cards and field."""
        table, seat = self.table, self.seat
        is_open = {
            (act, field): act in acts and permits(table, seat, act, field, self._by)
            for act in ACTS
            for field in fields
        }
        numbers = {field: frozenset(payable_counts(table, seat, field)) for field in fields}
        sowable = sum(is_open["sow", field] for field in fields)
        self.room.keep(BARE * sowable * len(single_cards(table, seat)))
        found = (
            self._play(cards, field, {act: is_open[act, field] for act in ACTS})
            for cards in self._payments(fields)
            for field in fields
            if len(cards) in numbers[field]
        )
        return [play for play in found if play]

    def _payments(self, fields: tuple[FieldId, ...]) -> Iterator[tuple[Card, ...]]:
        """Yield every card of the hand, then sets of several of them."""
        found = payments(self.table, self.seat, fields)
        yield from ((card,) for card in single_cards(self.table, self.seat))
        several = (cards for cards in found if len(cards) > 1)
        yield from islice(several, SEVERAL)
        self.room.cut = self.room.cut or next(several, None) is not None

    def _play(
        self, cards: tuple[Card, ...], field: FieldId, is_open: dict[Act, bool]
    ) -> MenuPlay | None:
        """Return the entry for cards in a field, or None if they have no play there."""
        alone = len(cards) == 1
        sow = alone and is_open["sow"]
        harvests = self._harvest(field, cards) if is_open["harvest"] else ()
        piles = self.stockpiles(field, cards[0]) if alone and is_open["stockpile"] else ()
        harvest, stockpile = list(harvests), list(piles)
        season, season_cards = self.season(field, cards)
        play = MenuPlay(
            cards=list(cards),
            field=field,
            sow=sow,
            harvest=harvest,
            stockpile=stockpile,
            season=season,
            season_cards=season_cards,
        )
        if sow:
            return play
        bare = replace(play, harvest=[], stockpile=[])
        return play if (harvest or stockpile) and self.room.takes(bare) else None

    def season(
        self, field: FieldId, cards: tuple[Card, ...]
    ) -> tuple[Needed | None, dict[Card, Literal["free"] | None] | UnsetType]:
        """Return what must be named: ``free`` for a season, ``card`` for the card that sets it.

        In the second case, these cards are returned, too.
        """
        setters = turning_cards(self.table, field, cards)
        needed = {card: self._free_season(card) for card in setters}
        if len(setters) > 1:
            return "card", needed
        return needed[setters[0]] if setters else None, UNSET

    def season_of_one(self, field: FieldId, card: Card) -> SeasonToName:
        return self._free_season(card) if turning_cards(self.table, field, (card,)) else None

    def reserve(self, entry: msgspec.Struct) -> bool:
        return self.room.takes(entry)

    def _free_season(self, card: Card) -> SeasonToName:
        return "free" if season_of(self.table, card) is None else None

    def _harvest(self, field: FieldId, cards: tuple[Card, ...]) -> Iterator[MenuHarvest]:
        terms = self._terms(field, len(cards))
        for value in values_of(cards):
            if self._harvests_anything(field, value, len(cards)):
                parts = self._harvestable(field)
                groups = [group for part in parts for group in self.room.listed(part, value)]
                count = sum(part.count(value) for part in parts)
                entry = MenuHarvest(value=value, groups=groups, count=count, **terms)
                yield from self._with_room(entry, "groups")

    def _with_room(self, entry: AnEntry, *lists: str) -> Iterator[AnEntry]:
        """Yield the entry, or the entry without its lists, or nothing, as there is room."""
        if self.room.takes(entry):
            yield entry
        elif self.room.takes(bare := replace(entry, **{name: [] for name in lists})):
            yield bare

    def _harvests_anything(self, field: FieldId, value: int, count: int) -> bool:
        table, seat = self.table, self.seat
        key = (field, value, needs_single_item(table, seat, field, count))
        if key not in self._takes:
            self._takes[key] = can_harvest(
                table, seat, field, value, count=count, groups=self._groups
            )
        return self._takes[key]

    def _harvestable(self, field: FieldId) -> list[ItemGroups]:
        """Return the items that may share a group of a harvest, by field with the Boat."""
        if field not in self._harvests:
            table, pool = self.table, harvest_pool(self.table, field)
            rules = table.rules_in(field)
            if rules is None or not rules.reaches or rules.mixes_fields:
                self._harvests[field] = [self._groups(pool)]
            else:
                own = table.state.field(field).items
                here = [item for item in pool if item in own]
                there = [item for item in pool if item not in own]
                self._harvests[field] = [self._groups(here), self._groups(there)]
        return self._harvests[field]

    def _terms(self, field: FieldId, count: int) -> dict[str, Any]:
        """Return the conditions of a take apart from its groups: each rule with its sentence."""
        options, rules = self.table.state.options, self.table.rules_in(field)
        terms: dict[str, Any] = {}
        told = []
        if rules and rules.reaches:
            terms = {"also": rules.rule, "also_fields": [field]}
            told.append(self._say("menu.own_field", field=field))
            if rules.mixes_fields and options.universe_reach == "one":
                told.append(self._say("menu.one_other_field"))
        elif rules and needs_single_item(self.table, self.seat, field, count):
            terms = {"also": rules.rule, "also_fields": [field]}
            told.append(self._say("menu.single_item", field=field))
        if options.harvest == "single_set":
            terms = {"also": "R-VAR-SINGLE-SET", "also_fields": []} | terms | {"most": 1}
            told.append(self._say("menu.one_group"))
        return terms | {"also_text": " ".join(told)} if terms else {}

    def stockpiles(self, field: FieldId, card: Card) -> Iterator[MenuStockpile]:
        groups, loose = self._stockpilable(field)
        for value in self._kept_beside(card):
            beside = groups.count(value)
            rests = [value - counts for counts in reversed(VALUES[card]) if counts <= value]
            joins = sum([loose.count(rest) for rest in rests if rest])
            alone = 0 in rests
            if joins or (alone and beside):
                together: list[list[Card]] = [[]] if alone else []
                for rest in rests:
                    if rest:
                        together += self.room.listed(loose, rest)
                entry = MenuStockpile(
                    value=value,
                    with_=together,
                    beside=self.room.listed(groups, value),
                    count=joins + alone + beside,
                )
                yield from self._with_room(entry, "with_", "beside")

    def _stockpilable(self, field: FieldId) -> tuple[ItemGroups, ItemGroups]:
        """Return the items for groups beside a card's own, and those that may join its group."""
        if field not in self._stockpiles:
            items = self.table.state.field(field).items
            loose = [item for item in items if not item.multiple]
            self._stockpiles[field] = self._groups(items), self._groups(loose)
        return self._stockpiles[field]

    def _kept_beside(self, card: Card) -> list[int]:
        if card not in self._kept:
            self._kept[card] = stockpile_values(self.table, self.seat, card)
        return self._kept[card]
