"""The legal main plays of a written position, found the naive way: every set of items is tried.

It reads the position alone and shares no code with the core, so that both would have to be wrong in
the same way. It knows games without luminaries.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from tests.core.playing import DECK, FIELDS, RANKS, SEASONS, Json

CLOCKWISE = ["Summer", "Spring", "Winter", "Autumn"]
SUIT_SEASONS = {"Sp": "Spring", "Su": "Summer", "Au": "Autumn", "Wi": "Winter"}
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
    """The items of a field."""
    found = []
    for item in position["fields"].get(at, []):
        if isinstance(item, str):
            found.append(Pile((item,)))
        else:
            ((value, (text,)),) = item.items()
            cards = tuple(text.replace("|", " ").split())
            found.append(Pile(cards, int(value), "|" in text))
    return found


def values(thing: Pile | str) -> tuple[int, ...]:
    """What a card or an item may count."""
    if isinstance(thing, Pile):
        if thing.value is not None:
            return (thing.value,)
        thing = thing.cards[0]
    return (1, 14) if thing[0] == "F" else (RANKS.index(thing[:-2]) + 1,)


def is_group(things: Iterable[Pile | str], value: int) -> bool:
    """Whether things sum to a value; a multiple stockpile only by itself."""
    group = list(things)
    if len(group) > 1 and any(isinstance(each, Pile) and each.multiple for each in group):
        return False
    return any(sum(choice) == value for choice in product(*map(values, group)))


def splits(things: Sequence[Pile | str], value: int) -> bool:
    """Whether all the things split into groups of a value: every group of the first is tried."""
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
    """Every set of items but the empty one."""
    for size in range(1, len(items) + 1):
        for chosen in combinations(items, size):
            yield list(chosen)


def season_at(position: Json, at: str) -> str:
    """The season of a field."""
    return CLOCKWISE[(FIELDS.index(at) - FIELDS.index(position["summer"])) % 4]


def legal_plays(position: Json, seat: int) -> list[Json]:
    """Every legal main play of the seat, in no order."""
    option = position["options"]
    found = [play for at in FIELDS for play in plays_in(position, seat, at)]
    if option["no_repeats"]:
        barred = position["harvested_last_turn"].get(str(seat), [])
        elsewhere = [play for play in found if play["field"] not in barred]
        return elsewhere or found
    return found


def plays_in(position: Json, seat: int, at: str) -> Iterator[Json]:
    """Every play into a field that its season allows."""
    hand, season = position["hands"][str(seat)], season_at(position, at)
    items = items_of(position, at)
    for card in hand:
        if season != "Autumn":
            yield from with_season({"type": "sow", "card": card, "field": at}, [card])
        if season != "Spring":
            others = [each for each in hand if each != card]
            for play in stockpiles(card, others, items):
                yield from with_season(play | {"field": at}, [card])
    if season != "Winter":
        joined = [(card,) for card in hand]
        if position["options"]["full_harvest"] and len(hand) == 4:
            joined.append(tuple(sorted(hand, key=DECK.index)))
        for cards in joined:
            for play in harvests(cards, items, position["options"]["harvest"]):
                yield from with_season(play | {"field": at}, list(cards))


def harvests(cards: tuple[str, ...], items: list[Pile], kind: str) -> Iterator[Json]:
    """Every harvest by the cards, whatever the season."""
    fool = any(card[0] == "F" for card in cards)
    for value in {sum(choice) for choice in product(*map(values, cards))}:
        for chosen in subsets(items):
            fits = is_group(chosen, value) if kind == "single_set" else splits([*chosen], value)
            if fits:
                played = {"card": cards[0]} if len(cards) == 1 else {"cards": list(cards)}
                yield {
                    "type": "harvest",
                    **played,
                    **({"value": value} if fool else {}),
                    **take(chosen),
                }


def stockpiles(card: str, others: list[str], items: list[Pile]) -> Iterator[Json]:
    """Every stockpile with the card, for the cards that would be left in hand."""
    for value in {value for other in others for value in values(other)}:
        for chosen in subsets(items):
            if splits([card, *chosen], value):
                yield {"type": "stockpile", "card": card, "value": value, **take(chosen)}


def take(items: list[Pile]) -> Json:
    """The member that names the items."""
    return {"take": sorted((item.name for item in items), key=DECK.index)}


def with_season(play: Json, cards: list[str]) -> Iterator[Json]:
    """The play with every choice that its face cards leave."""
    faces = [card for card in cards if card[0] in "FNQK"]
    for face in faces or [""]:
        named = {"season_card": face} if len(faces) > 1 else {}
        for season in SEASONS if face.endswith("St") else [None]:
            yield play | named | ({"season": season} if season else {})


def canonical_key(action: Json) -> Any:
    """What the whole list is sorted by (ACTIONS.md section 2)."""
    cards = action.get("cards", [action["card"]] if "card" in action else [])
    field = action.get("field")
    season = action.get("season")
    return (
        TYPES.index(action["type"]),
        [DECK.index(card) for card in cards],
        -1 if field is None else FIELDS.index(field),
        action.get("value", 0),
        [DECK.index(card) for card in action.get("take", [])],
        DECK.index(action["season_card"]) if "season_card" in action else -1,
        -1 if season is None else SEASONS.index(season),
    )


def groups_in(items: list[Pile], value: int) -> list[list[str]]:
    """Every set of items that is one group of a value."""
    return [take(chosen)["take"] for chosen in subsets(items) if is_group(chosen, value)]
