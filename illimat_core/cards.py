"""Cards, fields, seasons, luminaries and seats: the basic values of the core (R-CARD, R-PLACE).

They are plain strings and numbers, written as in RULES.md and in JSON, so that states, events and
messages all show the same values.
"""

from collections.abc import Iterable
from typing import Final, Literal, NewType, get_args

Card = NewType("Card", str)
Seat = int
Suit = Literal["Sp", "Su", "Au", "Wi", "St"]
FieldId = Literal["SW", "NW", "NE", "SE"]
Season = Literal["Spring", "Summer", "Autumn", "Winter"]
Luminary = Literal[
    "maiden", "changeling", "river", "children", "forest_queen", "rake", "union", "newborn",
    "astronomer", "collective", "drought", "echo", "gambler", "universe",
    "loom", "island", "perfect_crime", "butchers", "soldiers", "boat",
    "audience", "rusalka", "saint_joan",
]  # fmt: skip
Preset = Literal["core", "false_baron", "crane_wife", "all", "none"]

DEALER: Final[Seat] = -1
"""The seat that answers for chance."""

SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
RANKS: Final = ("F", "2", "3", "4", "5", "6", "7", "8", "9", "10", "N", "Q", "K")
FIELDS: Final[tuple[FieldId, ...]] = get_args(FieldId)
ROWS: Final[tuple[tuple[FieldId, FieldId], ...]] = (("NW", "NE"), ("SW", "SE"))
"""The fields row by row, as they lie on the board and are read."""
HAND: Final = 4
"""The number of cards that a hand is drawn up to (R-TURN-3)."""
SEASONS: Final[tuple[Season, ...]] = get_args(Season)
LUMINARIES: Final[tuple[Luminary, ...]] = get_args(Luminary)
SETS: Final[dict[Preset, tuple[Luminary, ...]]] = {
    "core": LUMINARIES[:8],
    "false_baron": LUMINARIES[8:14],
    "crane_wife": LUMINARIES[14:20],
    "all": LUMINARIES,
    "none": (),
}
"""The named sets of luminaries."""

# Luminaries that this layer has to name, because events are folded and options are read
# without the rules.
ACTOR: Final[Luminary] = "audience"
"""May act as another luminary (R-LUM-AUDIENCE)."""
COVER: Final[Luminary] = "children"
"""Cards lie beneath it, unseen by all (R-LUM-CHILDREN)."""
STARGAZER: Final[Luminary] = "astronomer"
"""Needs the Stars in the deck (R-SETUP-6)."""
REPEATER: Final[Luminary] = "echo"
"""A play that it allows repeats the main play, and is not a free action (R-LUM-ECHO)."""

DECK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""All 65 cards, thirteen of each suit, in deck order (R-CARD-1, R-CARD-5)."""
ORDER: Final = {card: place for place, card in enumerate(DECK)}
INDEX: Final[dict[FieldId, int]] = {field: place for place, field in enumerate(FIELDS)}

SUIT: Final[dict[Card, Suit]] = {Card(rank + suit): suit for suit in SUITS for rank in RANKS}
VALUES: Final[dict[Card, tuple[int, ...]]] = {
    card: (1, 14) if card[0] == "F" else (ORDER[card] % 13 + 1,) for card in DECK
}
"""The values of each card (R-CARD-2); a Fool has two, 1 and 14."""
FOOLS: Final = frozenset(card for card in DECK if card[0] == "F")
FACES: Final = frozenset(card for card in DECK if card[0] in "FNQK")
"""The face cards, which turn the Illimat (R-CARD-3)."""
SEASON_OF: Final[dict[Card, Season | None]] = {
    card: dict(zip(SUITS, (*SEASONS, None), strict=True))[SUIT[card]] for card in DECK
}
"""The season of each card's suit; None for Stars."""

# Clockwise from the field in Summer (R-PLACE-2).
_WHEEL: Final[tuple[Season, ...]] = ("Summer", "Spring", "Winter", "Autumn")
_SEASON_AT: Final[dict[tuple[FieldId, FieldId], Season]] = {
    (summer, field): _WHEEL[(INDEX[field] - INDEX[summer]) % 4]
    for summer in FIELDS
    for field in FIELDS
}
_SIDES: Final[dict[int, tuple[FieldId, ...]]] = {
    1: ("SW",),
    2: ("SW", "NE"),
    3: ("SW", "NW", "NE"),
    4: ("SW", "NW", "NE", "SE"),
}


def season_at(field: FieldId, summer: FieldId) -> Season:
    return _SEASON_AT[summer, field]


def summer_when(field: FieldId, season: Season) -> FieldId:
    return FIELDS[(INDEX[field] - _WHEEL.index(season)) % 4]


def own_field(seat: Seat, seats: int) -> FieldId:
    """Return the field at a seat's near left (R-PLACE-3)."""
    return _SIDES[seats][seat]


def clockwise(start: FieldId) -> tuple[FieldId, ...]:
    place = INDEX[start]
    return FIELDS[place:] + FIELDS[:place]


def opposite(field: FieldId) -> FieldId:
    """Return the field across the board (R-PLACE-1)."""
    return FIELDS[(INDEX[field] + 2) % 4]


def in_deck_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in the order of R-CARD-5."""
    return tuple(sorted(cards, key=ORDER.__getitem__))
