"""List the legal main plays of a written position naively, by trying every set of items.

It reads the position alone and shares no code with the core, so that both would have to be wrong in
the same way. Of luminaries it knows what they let be done at the start of a turn (RULES.md sections
9 to 11); nothing of the Audience that acts as another.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from tests.support.playing import DECK, FIELDS, RANKS, SEASONS, Json

CLOCKWISE = ["Summer", "Spring", "Winter", "Autumn"]
BARRED = {"Summer": "", "Spring": "stockpile", "Winter": "harvest", "Autumn": "sow"}
TYPES = [
    "sow", "harvest", "stockpile", "exchange", "rake_sow", "loom_stockpile", "end_turn", "pass",
]  # fmt: skip


@dataclass(frozen=True)
class Pile:
    """An item: its cards, the value it is locked at, and whether it is a multiple stockpile."""

    cards: tuple[str, ...]
    value: int | None = None
    multiple: bool = False

    @property
    def name(self) -> str:
        return min(self.cards, key=DECK.index)


def items_of(position: Json, at: str) -> list[Pile]:
    found = []
    for item in position["fields"].get(at, []):
        if isinstance(item, str):
            found.append(Pile((item,)))
        else:
            ((value, what),) = [each for each in item.items() if each[0] != "hidden"]
            if value == "card":
                found.append(Pile((what,)))
                continue
            (text,) = what
            cards = tuple(text.replace("|", " ").split())
            found.append(Pile(cards, int(value), "|" in text))
    return found


def values(thing: Pile | str) -> tuple[int, ...]:
    """Return the values that a card or an item may have."""
    if isinstance(thing, Pile):
        if thing.value is not None:
            return (thing.value,)
        thing = thing.cards[0]
    return (1, 14) if thing[0] == "F" else (RANKS.index(thing[:-2]) + 1,)


def is_group(things: Iterable[Pile | str], value: int) -> bool:
    """Return whether items sum to a value; a multiple stockpile counts only alone."""
    group = list(things)
    if len(group) > 1 and any(isinstance(each, Pile) and each.multiple for each in group):
        return False
    return any(sum(choice) == value for choice in product(*map(values, group)))


def splits(things: Sequence[Pile | str], value: int) -> bool:
    """Return whether all items split into groups of a value, trying each group of the first."""
    if not things:
        return True
    first, rest = things[0], things[1:]
    for size in range(len(rest) + 1):
        for places in combinations(range(len(rest)), size):
            if is_group([first, *(rest[place] for place in places)], value):
                left = [each for place, each in enumerate(rest) if place not in places]
                if splits(left, value):
                    return True
    return False


def subsets(items: list[Pile]) -> Iterator[list[Pile]]:
    """Yield every set of items except the empty one."""
    for size in range(1, len(items) + 1):
        for chosen in combinations(items, size):
            yield list(chosen)


def season_at(position: Json, at: str) -> str:
    return CLOCKWISE[(FIELDS.index(at) - FIELDS.index(position["summer"])) % 4]


def face_up(position: Json) -> dict[str, str]:
    """Return the luminaries that lie face up, and where."""
    lying = position.get("luminaries", {}).items()
    return {name: at for at, name in lying if not name.startswith("(")}


def in_force(position: Json) -> dict[str, str]:
    """Return the luminaries in force: under the Island, no other (R-LUM-ISLAND)."""
    lying = face_up(position)
    return {"island": lying["island"]} if "island" in lying else lying


def legal_actions(position: Json, seat: int) -> list[Json]:
    """Return every legal action of the seat at the start of its turn, unordered."""
    return [*legal_plays(position, seat), *free_actions(position, seat)]


def legal_plays(position: Json, seat: int) -> list[Json]:
    """Return every legal main play of the seat, unordered."""
    option = position["options"]
    found = [play for at in FIELDS for play in plays_in(position, seat, at)]
    if option["no_repeats"]:
        barred = position["harvested_last_turn"].get(str(seat), [])
        elsewhere = [play for play in found if play["field"] not in barred]
        return elsewhere or found
    return found


def plays_in(position: Json, seat: int, at: str) -> Iterator[Json]:
    """Yield every play into a field that its season and the luminaries allow."""
    hand, forces = position["hands"][str(seat)], in_force(position)
    if forces.get("island", at) != at:
        return
    barred = "" if "island" in forces else BARRED[season_at(position, at)]
    if barred == "harvest" and "maiden" in forces:
        barred = ""
    for card in hand:
        if barred != "sow":
            yield from with_season(position, at, {"type": "sow", "card": card}, [card])
        if barred != "stockpile":
            for play in stockpiles(card, hand, items_of(position, at)):
                yield from with_season(position, at, play, [card])
    if barred != "harvest" and not in_drought(position, at):
        for cards in payments(position, hand, at):
            for play in harvests(position, at, cards):
                yield from with_season(position, at, play, list(cards))


def in_drought(position: Json, at: str) -> bool:
    return "drought" in in_force(position) and position["summer"] == at


def payments(position: Json, hand: list[str], at: str) -> list[tuple[str, ...]]:
    """Return the sets of cards that may be played as one into a field."""
    forces = in_force(position)
    sizes = {1}
    if forces.get("union") == at:
        sizes |= {2}
    if forces.get("collective") == at:
        sizes |= {*range(1, len(hand) + 1)}
    if all_four(position, hand):
        sizes |= {4}
    cards = sorted(hand, key=DECK.index)
    return [chosen for size in sizes for chosen in combinations(cards, size)]


def all_four(position: Json, hand: Sequence[str]) -> bool:
    """Return whether Full Harvest allows playing all of these cards as one."""
    return position["options"]["full_harvest"] and len(hand) == 4


def harvests(position: Json, at: str, cards: tuple[str, ...]) -> Iterator[Json]:
    """Yield every harvest into a field with the cards, whatever the season."""
    fool = any(card[0] == "F" for card in cards)
    played = {"card": cards[0]} if len(cards) == 1 else {"cards": list(cards)}
    for value in {sum(choice) for choice in product(*map(values, cards))}:
        for parts in takes(position, at):
            chosen = [item for part in parts for item in part]
            if not harvestable(position, parts, value):
                continue
            if needs_single_item(position, at, cards) and not beside_single_item(
                position, parts[0], chosen, value
            ):
                continue
            yield {
                "type": "harvest", **played, **({"value": value} if fool else {}), **take(chosen),
            }  # fmt: skip


def takes(position: Json, at: str) -> Iterator[list[list[Pile]]]:
    """Yield every set of items within reach with at least one of the field itself.

    Items that may not share a group are in separate parts; the part of the field comes first.
    """
    forces, own = in_force(position), items_of(position, at)
    if forces.get("boat") == at:
        other = FIELDS[(FIELDS.index(at) + 2) % 4]
        across = [] if in_drought(position, other) else items_of(position, other)
        for mine in subsets(own):
            for theirs in [[], *subsets(across)]:
                yield [mine, theirs]
    elif forces.get("universe") == at:
        fields = {other: items_of(position, other) for other in FIELDS}
        everything = [item for other in FIELDS for item in fields[other]]
        for chosen in subsets(everything):
            reached = [other for other in FIELDS if other != at and overlap(fields[other], chosen)]
            one = position["options"]["universe_reach"] == "one"
            if overlap(own, chosen) and not (one and len(reached) > 1):
                yield [chosen]
    else:
        for chosen in subsets(own):
            yield [chosen]


def overlap(some: list[Pile], others: list[Pile]) -> bool:
    return any(item in others for item in some)


def harvestable(position: Json, parts: list[list[Pile]], value: int) -> bool:
    """Return whether each part splits into groups; into one in total if only one is allowed."""
    if position["options"]["harvest"] == "single_set":
        return sum(map(bool, parts)) == 1 and is_group(parts[0], value)
    return all(splits([*part], value) for part in parts)


def needs_single_item(position: Json, at: str, cards: tuple[str, ...]) -> bool:
    """Return whether only the Collective allows playing these cards as one."""
    several = len(cards) > 1 and in_force(position).get("collective") == at
    return several and not all_four(position, cards)


def beside_single_item(position: Json, own: list[Pile], chosen: list[Pile], value: int) -> bool:
    """Return whether one item of the value is a group of its own (R-LUM-COLLECTIVE)."""
    alone = position["options"]["harvest"] == "single_set"
    for item in own:
        rest = [other for other in chosen if other is not item]
        fits = not item.multiple and value in values(item)
        if fits and not (rest if alone else not splits([*rest], value)):
            return True
    return False


def free_actions(position: Json, seat: int, needed: int = 2) -> Iterator[Json]:
    """Yield every free action of the luminaries that were face up when the turn began.

    Before the main play two cards are ``needed`` for the Rake, who leaves one for it.
    """
    hand, forces = position["hands"][str(seat)], in_force(position)
    if "changeling" in forces:
        loose = [i for i in items_of(position, forces["changeling"]) if i.value is None]
        for give, item in product(hand, loose):
            yield {"type": "exchange", "give": give, "take": item.name}
    if "rake" in forces and len(hand) >= needed:
        for card in hand:
            for play in with_season(position, forces["rake"], {"type": "rake_sow"}, [card]):
                del play["field"]
                yield play | {"card": card}
    if "loom" in forces:
        for card in hand:
            for made in stockpiles(card, hand, items_of(position, forces["loom"])):
                for play in with_season(position, forces["loom"], made, [card]):
                    del play["field"]
                    yield play | {"type": "loom_stockpile"}


def stockpiles(card: str, hand: list[str], items: list[Pile]) -> Iterator[Json]:
    """Yield every stockpile with a card of the hand and a passive card among the remaining ones."""
    for value in {value for other in hand if other != card for value in values(other)}:
        for chosen in subsets(items):
            if splits([card, *chosen], value):
                yield {"type": "stockpile", "card": card, "value": value, **take(chosen)}


def take(items: list[Pile]) -> Json:
    """Return the member that names the items."""
    return {"take": sorted((item.name for item in items), key=DECK.index)}


def with_season(position: Json, at: str, play: Json, cards: list[str]) -> Iterator[Json]:
    """Yield the play into a field, once for each way to turn the Illimat."""
    turning = [
        card for card in cards if card[0] in "FNQK" or in_force(position).get("rusalka") == at
    ]
    if "forest_queen" in face_up(position):
        turning = []
    for setter in turning or [""]:
        named = {"season_card": setter} if len(turning) > 1 else {}
        free = setter.endswith("St") and position["astronomer"] is None
        for season in SEASONS if free else [None]:
            yield play | {"field": at} | named | ({"season": season} if season else {})


def canonical_key(action: Json) -> Any:
    """Return the sort key of the listed actions (ACTIONS.md section 2)."""
    played = action.get("cards", [action[name] for name in ("card", "give") if name in action])
    field, season, taken = action.get("field"), action.get("season"), action.get("take", [])
    return (
        TYPES.index(action["type"]),
        [DECK.index(card) for card in played],
        -1 if field is None else FIELDS.index(field),
        action.get("value", 0),
        [DECK.index(card) for card in ([taken] if isinstance(taken, str) else taken)],
        DECK.index(action["season_card"]) if "season_card" in action else -1,
        -1 if season is None else SEASONS.index(season),
    )


def groups_in(items: list[Pile], value: int) -> list[list[str]]:
    """Return every set of items that forms one group of a value."""
    return [take(chosen)["take"] for chosen in subsets(items) if is_group(chosen, value)]
