"""The compact menu: what a client needs to let somebody put an action together (ACTIONS.md 2).

Bounded whatever the position: groups are counted exactly by a sum over values, and listed up to a
limit; ``cut`` tells where the list of them is not whole. It is put together in at most 3,480 steps
of listing (``IN_ALL`` cards, and one sum more: ``LISTED`` groups of at most 20 cards), and as many
sums are counted as hand and fields give, a few hundred. As JSON it has less than 64 KB.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import msgspec

from illimat_core.actions import Action, Discard, Exchange, FaceDown, type_of
from illimat_core.cards import FIELDS, ORDER, VALUES, Card, FieldId, Luminary, Seat, in_deck_order
from illimat_core.editions import edition_of
from illimat_core.grouping import IN_ALL, Grouping, Groups
from illimat_core.hooks import ACTS, Act, FreeAction, Table
from illimat_core.listing import ends, legal_actions
from illimat_core.payments import (
    needs_single_item,
    payments,
    single_cards,
    sizes,
    stockpile_values,
    values_of,
)
from illimat_core.playable import permits
from illimat_core.seasons import season_of, turning_cards
from illimat_core.state import State
from illimat_core.takes import can_harvest, harvest_pool
from illimat_core.turn import free_actions

SEVERAL: Final = 255
"""How many sets of several hand cards are looked at: more than a hand that was dealt makes."""
PLAYS: Final = 100
"""How many plays are told; a hand that was dealt makes fewer, even under the Collective."""

Menu = dict[str, Any]


def menu(state: State, seat: Seat | None) -> Menu | None:
    """The menu of a seat; None for one that is not awaited.

    ``plays`` are to be put together from cards and groups; each of ``free`` is an action in which
    every list stands for one of its members (``cards`` for ``least`` to ``most`` of them);
    ``answers`` are types of action without members.
    """
    if state.over or seat not in state.awaited:
        return None
    table = Table(state, edition_of(state))
    if state.pending:
        return _answering(table, seat)
    assert seat is not None
    groups = _Plays(table, seat)
    return {
        "decision": "after_play" if state.turn.played else "turn",
        "plays": [] if state.turn.played else list(groups.all(ACTS, FIELDS)),
        "free": [entry for at, free in free_actions(table) for entry in groups.free(at, free)],
        "answers": ["end_turn"] if ends(table) else [],
        "cut": groups.cut,
    }


def _answering(table: Table, seat: Seat | None) -> Menu:
    """The menu of somebody who is asked something in the middle of a turn."""
    pending = table.state.pending
    assert pending is not None
    plays: list[Menu] = []
    free: list[Menu] = []
    cut = False
    if pending.act is not None:
        assert seat is not None
        found = _Plays(table, seat, "echo")
        fields = tuple(field for field in FIELDS if field != pending.at)
        plays = list(found.all((pending.act,), fields))  # type: ignore[arg-type]
        cut, answers = found.cut, ["pass"]
    else:
        actions = list(legal_actions(table.state, seat))
        answers = [type_of(action) for action in actions if not action.__struct_fields__]
        free = list(_choices([action for action in actions if action.__struct_fields__]))
    return {"decision": pending.kind, "plays": plays, "free": free, "answers": answers, "cut": cut}


def _choices(actions: list[Action]) -> Iterator[Menu]:
    """Answers that differ in their members only, as one entry."""
    if not actions:
        return
    first = actions[0]
    entry: Menu = {"type": type_of(first)}
    if isinstance(first, Discard | FaceDown):
        lists = [action.cards for action in actions if isinstance(action, Discard | FaceDown)]
        cards = in_deck_order({card for each in lists for card in each})
        yield entry | {
            "cards": list(cards),
            "least": min(map(len, lists)),
            "most": max(map(len, lists)),
        }
        return
    for name in msgspec.to_builtins(first):
        if name != "type":
            members = [msgspec.to_builtins(action)[name] for action in actions]
            entry[name] = list(dict.fromkeys(members))
            if isinstance(first, Exchange):
                entry[name].sort(key=ORDER.__getitem__)
    yield entry


class _Plays:
    """Puts together the plays of one seat; remembers whether a list of groups was cut."""

    def __init__(self, table: Table, seat: Seat, by: Luminary | None = None) -> None:
        self._table, self._seat, self._by = table, seat, by
        self._harvests: dict[FieldId, list[Groups]] = {}
        self._stockpiles: dict[FieldId, tuple[Groups, Groups]] = {}
        self._kept: dict[Card, list[int]] = {}
        self._groups = Grouping()
        self._room = IN_ALL
        self.cut = False

    def all(self, acts: tuple[Act, ...], fields: tuple[FieldId, ...]) -> Iterator[Menu]:
        """Every play of the hand into some fields, an entry for each cards and field."""
        table, seat = self._table, self._seat
        is_open = {
            (act, field): act in acts and permits(table, seat, act, field, self._by)
            for act in ACTS
            for field in fields
        }
        told = 0
        for cards in self._payments(fields):
            for field in fields:
                if len(cards) not in sizes(table, seat, field):
                    continue
                alone = len(cards) == 1
                entry = {
                    "cards": list(cards),
                    "field": field,
                    "sow": alone and is_open["sow", field],
                    "harvest": self._harvest(field, cards) if is_open["harvest", field] else [],
                    "stockpile": self._stockpile(field, cards[0])
                    if alone and is_open["stockpile", field]
                    else [],
                    "season": self._season(field, cards),
                }
                if entry["sow"] or entry["harvest"] or entry["stockpile"]:
                    if told == PLAYS:
                        self.cut = True
                        return
                    told += 1
                    yield entry

    def _payments(self, fields: tuple[FieldId, ...]) -> Iterator[tuple[Card, ...]]:
        """Every card of the hand, then sets of several of them."""
        found = payments(self._table, self._seat, fields)
        yield from ((card,) for card in single_cards(self._table, self._seat))
        several = (cards for cards in found if len(cards) > 1)
        yield from islice(several, SEVERAL)
        self.cut = self.cut or next(several, None) is not None

    def free(self, at: FieldId, action: FreeAction) -> Iterator[Menu]:
        """A luminary's free action: what may be given and taken, or put into its field."""
        table, seat = self._table, self._seat
        if not action.open(table, at, seat):
            return
        hand = in_deck_order(table.state.players[seat].hand)
        entry: Menu = {"type": action.type, "field": at}
        if action.type == "exchange":
            loose = in_deck_order(item.name for item in table.state.field(at).items if item.loose)
            yield entry | {"give": list(hand), "take": list(loose)}
            return
        for card in hand:
            play = entry | {"card": card, "season": self._season(at, (card,))}
            if action.type == "rake_sow":
                yield play
            elif stockpile := self._stockpile(at, card):
                yield play | {"stockpile": stockpile}

    def _season(self, field: FieldId, cards: tuple[Card, ...]) -> str | None:
        """``free`` where a season is to be named, ``card`` where the card that sets it is."""
        setters = turning_cards(self._table, field, cards)
        if len(setters) > 1:
            return "card"
        return "free" if setters and season_of(self._table, setters[0]) is None else None

    def _harvest(self, field: FieldId, cards: tuple[Card, ...]) -> list[Menu]:
        found = []
        also = self._also(field, cards)
        for value in values_of(cards):
            parts = self._harvestable(field)
            count = sum(part.count(value) for part in parts)
            if not count or (also and not self._takes(field, cards, value)):
                continue
            groups = [group for part in parts for group in self._listed(part, value)]
            entry = {"value": value, "groups": groups, "count": count}
            found.append(entry | {"also": also} if also else entry)
        return found

    def _takes(self, field: FieldId, cards: tuple[Card, ...], value: int) -> bool:
        table, seat, groups = self._table, self._seat, self._groups
        return can_harvest(table, seat, field, value, count=len(cards), groups=groups)

    def _harvestable(self, field: FieldId) -> list[Groups]:
        """The items that may share a group of a harvest; with the Boat each field's apart."""
        if field not in self._harvests:
            table, pool = self._table, harvest_pool(self._table, field)
            rules = table.rules_in(field)
            if rules is None or not rules.reaches or rules.mixes_fields:
                self._harvests[field] = [self._groups(pool)]
            else:
                own = table.state.field(field).items
                here = [item for item in pool if item in own]
                there = [item for item in pool if item not in own]
                self._harvests[field] = [self._groups(here), self._groups(there)]
        return self._harvests[field]

    def _listed(self, groups: Groups, value: int) -> list[list[Card]]:
        """The groups of a value, as long as the menu has room for them."""
        found = groups.listed(value) if self._room > 0 else []
        self.cut = self.cut or len(found) < groups.count(value)
        self._room -= sum(map(len, found))
        return found

    def _also(self, field: FieldId, cards: tuple[Card, ...]) -> str | None:
        """The rule that a take must fulfil besides being made of groups."""
        rules = self._table.rules_in(field)
        if rules and (
            rules.reaches or needs_single_item(self._table, self._seat, field, len(cards))
        ):
            return rules.rule
        single = self._table.state.options.harvest == "single_set"
        return "R-VAR-SINGLE-SET" if single else None

    def _stockpile(self, field: FieldId, card: Card) -> list[Menu]:
        found = []
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
                        together += self._listed(loose, rest)
                found.append(
                    {
                        "value": value,
                        "with": together,
                        "beside": self._listed(groups, value),
                        "count": joins + alone + beside,
                    }
                )
        return found

    def _stockpilable(self, field: FieldId) -> tuple[Groups, Groups]:
        """The items that may lie beside a card's group in a stockpile, and those that join it."""
        if field not in self._stockpiles:
            items = self._table.state.field(field).items
            loose = [item for item in items if not item.multiple]
            self._stockpiles[field] = self._groups(items), self._groups(loose)
        return self._stockpiles[field]

    def _kept_beside(self, card: Card) -> list[int]:
        """The values that a stockpile of a card may have."""
        if card not in self._kept:
            self._kept[card] = stockpile_values(self._table, self._seat, card)
        return self._kept[card]
