"""The compact menu: what a client needs to let somebody put an action together (ACTIONS.md 2).

Bounded whatever the position: groups are counted exactly by a sum over values, and listed up to a
limit; ``cut`` tells where the list of them is not whole.
"""

from collections.abc import Iterator, Sequence
from math import comb
from typing import Any, Final

from illimat_core.actions import as_json
from illimat_core.cards import FIELDS, ORDER, VALUES, Card, FieldId, Seat
from illimat_core.editions import edition_of
from illimat_core.hooks import Table
from illimat_core.listing import legal_actions
from illimat_core.payments import payments, sizes, stockpile_values, values_of
from illimat_core.playable import permits
from illimat_core.seasons import season_of, turning_cards
from illimat_core.state import Item, State
from illimat_core.sums import FOOL, kind_of
from illimat_core.takes import harvest_pool

LISTED: Final = 24
"""How many groups are listed of one sum."""
STEPS: Final = 2_000
"""How many steps the search for them may take."""


def menu(state: State, seat: Seat | None) -> dict[str, Any] | None:
    """The menu of a seat, None for one that is not awaited."""
    if state.over or seat not in state.awaited:
        return None
    table, pending = Table(state, edition_of(state)), state.pending
    if pending:
        answers = [as_json(action) for action in legal_actions(state, seat)]
        return {"decision": pending.kind, "plays": [], "free": [], "answers": answers, "cut": False}
    assert seat is not None
    groups = _Groups()
    plays = [] if state.turn.played else list(_plays(table, seat, groups))
    return {
        "decision": "after_play" if state.turn.played else "turn",
        "plays": plays,
        "free": [],
        "answers": ["end_turn"] if state.turn.played else [],
        "cut": groups.cut,
    }


def _plays(table: Table, seat: Seat, groups: "_Groups") -> Iterator[dict[str, Any]]:
    open_to = {act: [f for f in FIELDS if permits(table, seat, act, f)] for act in _ACTS}
    for cards in payments(table, seat, list(FIELDS)):
        for field in FIELDS:
            if len(cards) not in sizes(table, seat, field):
                continue
            single = len(cards) == 1
            harvest = _harvest(table, field, cards, groups) if field in open_to["harvest"] else []
            stockpile = (
                _stockpile(table, seat, field, cards[0], groups)
                if single and field in open_to["stockpile"]
                else []
            )
            sow = single and field in open_to["sow"]
            if sow or harvest or stockpile:
                yield {
                    "cards": list(cards),
                    "field": field,
                    "sow": sow,
                    "harvest": harvest,
                    "stockpile": stockpile,
                    "season": _season(table, field, cards),
                }


_ACTS: Final = ("sow", "harvest", "stockpile")


def _season(table: Table, field: FieldId, cards: tuple[Card, ...]) -> str | None:
    setters = turning_cards(table, field, cards)
    if len(setters) > 1:
        return "card"
    return "free" if setters and season_of(table, setters[0]) is None else None


def _harvest(
    table: Table, field: FieldId, cards: tuple[Card, ...], groups: "_Groups"
) -> list[dict[str, Any]]:
    found = []
    for value in values_of(cards):
        pool = harvest_pool(table, field, value)
        count = count_groups(pool, value)
        if count:
            entry = {"value": value, "groups": groups.of(pool, value), "count": count}
            if table.state.options.harvest == "single_set":
                entry["also"] = "R-VAR-SINGLE-SET"
            found.append(entry)
    return found


def _stockpile(
    table: Table, seat: Seat, field: FieldId, card: Card, groups: "_Groups"
) -> list[dict[str, Any]]:
    found = []
    items = table.state.field(field).items
    for value in stockpile_values(table, seat, card):
        beside = count_groups(items, value)
        rests = {value - counts for counts in VALUES[card] if counts <= value}
        loose = [item for item in items if not item.multiple]
        joined = sum(count_groups(loose, rest) for rest in rests if rest)
        if joined or (0 in rests and beside):
            together: list[list[Card]] = [[]] if 0 in rests else []
            for rest in sorted(rests - {0}):
                together += groups.of(loose, rest)
            found.append(
                {
                    "value": value,
                    "with": together,
                    "beside": groups.of(items, value),
                    "count": joined + (0 in rests) + beside,
                }
            )
    return found


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


class _Groups:
    """Lists groups up to a limit, and remembers whether it left any out."""

    def __init__(self) -> None:
        self.cut = False

    def of(self, items: Sequence[Item], value: int) -> list[list[Card]]:
        """Sets of items that sum to the value, in deck order, at most LISTED of them."""
        found: list[list[Card]] = []
        for group in _bounded(items, value):
            if group is None or len(found) == LISTED:
                self.cut = True
                break
            found.append([item.name for item in group])
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
