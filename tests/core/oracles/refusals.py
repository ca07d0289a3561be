"""Find the rule that refuses an action at the start of a turn, by section 15 of RULES.md alone.

Like the oracle for plays, it reads a written position and shares no code with the core. Where
section 15 leaves the order of two rules open, either may be named.
"""

from collections.abc import Iterator
from itertools import product

from tests.core.oracles.plays import (
    BARRED,
    all_four,
    beside_single_item,
    face_up,
    in_drought,
    in_force,
    is_group,
    items_of,
    legal_plays,
    needs_single_item,
    payments,
    season_at,
    splits,
    values,
)
from tests.support.playing import DECK, FIELDS, SEASONS, Json

MEMBERS = {
    "sow": ({"card", "field"}, {"season"}),
    "harvest": ({"field", "take"}, {"card", "cards", "value", "season", "season_card"}),
    "stockpile": ({"card", "field", "value", "take"}, {"season"}),
    "exchange": ({"give", "take"}, set()),
    "rake_sow": ({"card"}, {"season"}),
    "loom_stockpile": ({"card", "value", "take"}, {"season"}),
}
OTHERS = {
    "end_turn", "pass", "turn_illimat", "name_season", "discard", "face_down", "take_okus",
    "name_luminary",
}  # fmt: skip
LUMINARY = {"exchange": "changeling", "rake_sow": "rake", "loom_stockpile": "loom"}


def refusal(position: Json, seat: int, action: Json) -> set[str]:
    """Return the rules that may refuse an action of the seat to move; none if it is legal."""
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in {*MEMBERS, *OTHERS}:
        return {"R-ACT-1"}
    if kind in OTHERS or too_many(position, seat, action):
        return {"R-TURN-1"}
    if malformed(position, action):
        return {"R-ACT-1"}
    if misplaced(position, seat, action):
        return {"R-CARD-4"}
    return forbidden(position, seat, action) or broken(position, seat, action)


def played(action: Json) -> list[str]:
    if "cards" in action:
        return list(action["cards"])
    return [action[name] for name in ("card", "give") if name in action]


def taken(action: Json) -> list[str]:
    """Return the cards that name items of the board."""
    named = action.get("take", [])
    return [named] if isinstance(named, str) else list(named)


def too_many(position: Json, seat: int, action: Json) -> bool:
    """Return whether several cards are played into an existing field without permission."""
    cards, field = action.get("cards"), action.get("field")
    if action["type"] not in {"sow", "harvest", "stockpile"} or field not in FIELDS:
        return False
    if not isinstance(cards, list) or len(cards) < 2:
        return False
    if action["type"] != "harvest":
        return True
    joins = in_force(position).get("union"), in_force(position).get("collective")
    return field not in joins and not all_four(position, position["hands"][str(seat)])


def malformed(position: Json, action: Json) -> bool:
    """Return whether a member is unknown, missing, misplaced, malformed or doubled."""
    needed, allowed = MEMBERS[action["type"]]
    names = set(action) - {"type"}
    if not needed <= names <= needed | allowed or not well_typed(action):
        return True
    cards = played(action)
    if action["type"] == "harvest" and ("card" in action) == ("cards" in action):
        return True
    if len(action.get("cards", "two")) < 2 or len({*cards}) < len(cards):
        return True
    within = [item for at in reach(position, action) for item in items_of(position, at)]
    named = [[item.name for item in within if card in item.cards] or card for card in taken(action)]
    if len({str(each) for each in named}) < len(named):
        return True
    return wrong_members(position, action)


def well_typed(action: Json) -> bool:
    kinds = {"card": DECK, "give": DECK, "season_card": DECK, "field": FIELDS, "season": SEASONS}
    for name, value in action.items():
        if name in kinds and value not in kinds[name]:
            return False
        if name == "value" and type(value) is not int:
            return False
        if name == "cards" or (name == "take" and action["type"] != "exchange"):
            if not isinstance(value, list) or any(card not in DECK for card in value):
                return False
        elif name == "take" and value not in DECK:
            return False
    return True


def wrong_members(position: Json, action: Json) -> bool:
    """Return whether ``season``, ``value`` or ``season_card`` is missing or out of place."""
    cards, kind = played(action), action["type"]
    if kind == "exchange":
        return False
    if kind == "harvest" and ("value" in action) != any(card[0] == "F" for card in cards):
        return True
    at = action.get("field")
    rusalka = in_force(position).get("rusalka")
    turning = [card for card in cards if card[0] in "FNQK" or (at and rusalka == at)]
    if "forest_queen" in face_up(position):
        turning = []
    named = action.get("season_card")
    if (named is not None) != (len(turning) > 1) or (named and named not in turning):
        return True
    setter = named or (turning[0] if turning else "")
    free = setter.endswith("St") and position["astronomer"] is None
    return ("season" in action) != free


def reach(position: Json, action: Json) -> list[str]:
    """Return the fields whose items an action may take."""
    at, forces = action.get("field"), in_force(position)
    if at is None:
        lies = face_up(position).get(LUMINARY[action["type"]])
        return [lies] if lies else FIELDS
    if action["type"] == "harvest" and forces.get("universe") == at:
        return [at, *(each for each in FIELDS if each != at)]
    if action["type"] == "harvest" and forces.get("boat") == at:
        return [at, FIELDS[(FIELDS.index(at) + 2) % 4]]
    return [at]


def misplaced(position: Json, seat: int, action: Json) -> bool:
    """Return whether a card is not in hand, or an item not within reach."""
    there = {
        c for at in reach(position, action) for item in items_of(position, at) for c in item.cards
    }
    hand = {*position["hands"][str(seat)]}
    return not {*played(action)} <= hand or not {*taken(action)} <= there


def forbidden(position: Json, seat: int, action: Json) -> set[str]:
    """Return the rules broken by acting in this field (Island, season, Drought, No Repeats …)."""
    kind, at, forces = action["type"], action.get("field"), in_force(position)
    if forces.get("island", at) != at or ("island" in forces and at is None):
        return {"R-LUM-ISLAND"}
    if at is None:
        name = LUMINARY[kind]
        return set() if name in forces else {f"R-LUM-{name.upper()}"}
    lifted = "island" in forces or (kind == "harvest" and "maiden" in forces)
    if BARRED[season_at(position, at)] == kind and not lifted:
        return {"R-SEASON-1"}
    dry = [each for each in reach(position, action) if in_drought(position, each)]
    boat = forces.get("boat") == at
    for each in dry if kind == "harvest" else ():
        items = {card for item in items_of(position, each) for card in item.cards}
        if each == at or (boat and items & {*taken(action)}):
            return {"R-LUM-DROUGHT"}
    if position["options"]["no_repeats"]:
        barred = position["harvested_last_turn"][str(seat)]
        if at in barred and any(
            play["field"] not in barred for play in legal_plays(position, seat)
        ):
            return {"R-VAR-NO-REPEATS"}
    return set()


def broken(position: Json, seat: int, action: Json) -> set[str]:
    """Return the broken rules about the kind of action."""
    kind = action["type"]
    if kind == "harvest":
        return next(broken_harvest(position, seat, action), set())
    if kind in {"stockpile", "loom_stockpile"}:
        return next(broken_stockpile(position, seat, action), set())
    if kind == "exchange":
        here = items_of(position, face_up(position)["changeling"])
        loose = {item.name for item in here if item.value is None}
        return set() if action["take"] in loose else {"R-LUM-CHANGELING"}
    if kind == "rake_sow":
        return set() if len(position["hands"][str(seat)]) > 1 else {"R-LUM-RAKE"}
    return set()


def broken_harvest(position: Json, seat: int, action: Json) -> Iterator[set[str]]:
    """Yield the rules that a harvest breaks, in order; later checks rely on earlier ones."""
    at, forces, take = action["field"], in_force(position), {*taken(action)}
    cards = tuple(sorted(played(action), key=DECK.index))
    if cards not in payments(position, position["hands"][str(seat)], at):
        yield {"R-LUM-UNION" if forces.get("union") == at else "R-TURN-1"}
    sums = {sum(choice) for choice in product(*map(values, cards))}
    value = action.get("value", min(sums))
    if value not in sums:
        yield {"R-HARV-2"}
    if not take:
        yield {"R-HARV-1"}
    fields = reach(position, action)
    parts = [[i for i in items_of(position, each) if {*i.cards} & take] for each in fields]
    own, chosen = parts[0], [item for part in parts for item in part]
    locked = any(item.multiple and item.value != value for item in chosen)
    summed = splits([*chosen], value)
    if locked or not summed:
        yield ({"R-HARV-3"} if locked else set()) | (set() if summed else {"R-HARV-1"})
    if position["options"]["harvest"] == "single_set" and not is_group(chosen, value):
        yield {"R-VAR-SINGLE-SET"}
    boat, universe = forces.get("boat") == at, forces.get("universe") == at
    if not own or (boat and not all(splits([*part], value) for part in parts)):
        yield {"R-LUM-BOAT" if boat else "R-LUM-UNIVERSE"}
    one = position["options"]["universe_reach"] == "one"
    if universe and one and sum(map(bool, parts[1:])) > 1:
        yield {"R-LUM-UNIVERSE"}
    alone = not needs_single_item(position, at, cards)
    if not (alone or beside_single_item(position, own, chosen, value)):
        yield {"R-LUM-COLLECTIVE"}


def broken_stockpile(position: Json, seat: int, action: Json) -> Iterator[set[str]]:
    """Yield the rules that a stockpile breaks, in order."""
    if not action["take"]:
        yield {"R-STOCK-2"}
    value, card = action["value"], action["card"]
    items = items_of(position, reach(position, action)[0])
    chosen = [item for item in items if {*item.cards} & {*taken(action)}]
    locked = any(item.multiple and item.value != value for item in chosen)
    summed = splits([card, *chosen], value)
    if locked or not summed:
        yield ({"R-STOCK-3"} if locked else set()) | (set() if summed else {"R-STOCK-2"})
    others = [each for each in position["hands"][str(seat)] if each != card]
    if not any(value in values(each) for each in others):
        yield {"R-STOCK-1"}
