"""Actions with small changes, which make most of them illegal."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from illimat_core.actions import TYPES
from illimat_core.cards import DECK, FIELDS, SEASONS, Card
from trials.jsons import Json

Mutation = Callable[[Json, Sequence[Card], Random], Json]

_CARDS: Final = ("card", "give", "season_card")
_VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "field": FIELDS,
    "summer": FIELDS,
    "season": SEASONS,
    "value": tuple(range(-1, 17)),
    "of": (0, 1, 2, 3),
    "from": (0, 1, 2, 3, "board"),
    "luminary": ("river", "maiden", "saint_joan"),
}
_NONSENSE: Final[tuple[Any, ...]] = (
    None, "", "XX", "1Su", "fSu", 0, -1, 10**30, 1.5, True, [], ["5Wi"], [[]], {}, "5Wi" * 99,
)  # fmt: skip


def mutate(action: Json, near: Sequence[Card], random: Random) -> Json:
    """Return the action with one change, sometimes two; `near` are cards that might fit."""
    changed = random.choice(_MUTATIONS)(dict(action), near, random)
    return mutate(changed, near, random) if random.random() < 0.2 else changed


def _card(near: Sequence[Card], random: Random) -> Card:
    return random.choice(near if near and random.random() < 0.8 else DECK)


def _other_value(action: Json, near: Sequence[Card], random: Random) -> Json:
    name = random.choice(sorted((_VALUES.keys() | {*_CARDS}) & action.keys()) or ["card"])
    return action | {name: _card(near, random) if name in _CARDS else random.choice(_VALUES[name])}


def _other_cards(action: Json, near: Sequence[Card], random: Random) -> Json:
    """Return the cards with one added, removed, replaced or doubled."""
    names = [name for name in ("take", "cards") if isinstance(action.get(name), list | tuple)]
    if not names:
        return action | {random.choice(["take", "cards"]): [_card(near, random)]}
    name = random.choice(names)
    cards = list(action[name])
    if cards and random.random() < 0.6:
        cards.remove(random.choice(cards))
    if random.random() < 0.6:
        cards.append(_card(near, random))
    random.shuffle(cards)
    return action | {name: cards}


def _member_gone(action: Json, _: Sequence[Card], random: Random) -> Json:
    gone = random.choice(sorted(action) or ["type"])
    return {name: value for name, value in action.items() if name != gone}


def _member_more(action: Json, near: Sequence[Card], random: Random) -> Json:
    name = random.choice([*_CARDS, *_VALUES, "take", "cards", "hand", "seat", ""])
    return action | {name: _card(near, random) if name in _CARDS else random.choice(_NONSENSE)}


def _nonsense(action: Json, _: Sequence[Card], random: Random) -> Json:
    return action | {random.choice(sorted(action) or ["type"]): random.choice(_NONSENSE)}


def _other_type(action: Json, _: Sequence[Card], random: Random) -> Json:
    return action | {"type": random.choice([*TYPES, "deal", "steal", "reshuffle"])}


_MUTATIONS: Final[tuple[Mutation, ...]] = (
    _other_value, _other_value, _other_value, _other_value, _other_cards, _other_cards,
    _other_cards, _member_gone, _member_more, _nonsense, _other_type,
)  # fmt: skip
