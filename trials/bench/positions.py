"""Games and positions to measure with, and random players that choose cheaply."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from illimat_core import (
    Action,
    Event,
    RuleError,
    SeededSource,
    State,
    advance,
    begin,
    fold,
    legal_actions,
    load,
    read_options,
    settle_chance,
)
from illimat_core.actions import Harvest, Sow, Stockpile
from illimat_core.cards import DECK, FIELDS, VALUES, Card
from illimat_core.rules.sums import FOOL, kind_of
from trials.dice import dice

BEGINNERS: Final = {"mode": "beginner", "players": 2}
EVERYTHING: Final = {"luminaries": "all", "stars": "always", "players": 4}
DUEL: Final = EVERYTHING | {"players": 2}
HIGH: Final = 14  # what a Fool may count
CONSIDERED: Final = 60  # of a long list only the first ones are chosen from
EASY: Final = "2Sp 2Su 2Au 2Wi 3Sp 3Su 3Au 3Wi 4Sp 4Su 4Au 4Wi 5Sp 5Su 5Au 5Wi 6Sp 6Su 6Au 6Wi"
"""Twenty loose cards, which a Ten may take: eight groups."""
HARD: Final = "FSp FSu 2Sp 2Su 2Au 3Sp 3Su 3Au 4Sp 4Su 5Sp 6Sp 8Sp 8Su 8Au 8Wi 9Sp 9Su 9Au 9Wi"
"""Twenty which a King may not take, though it takes the most steps to see: a search found them."""


def dealt(options: dict[str, Any], source: SeededSource) -> tuple[State, list[Event]]:
    """Return a game just dealt, and the events that led to it."""
    events = begin(read_options(options))
    return settle_chance(fold(events), events, source)


def listed_game(options: dict[str, Any], seed: int) -> list[Event]:
    """Return the events of a whole game, in which actions are taken from the list at random."""
    random, source = dice(seed), SeededSource(seed.to_bytes(8, "big"))
    state, events = dealt(options, source)
    while not state.over:
        seat = state.awaited[0]
        choices = list(islice(legal_actions(state, seat), CONSIDERED))
        state, more = advance(state, seat, random.choice(choices), source)
        events = events + more
    return events


def random_actions(random: Random) -> Iterator[None]:
    """Play beginners' games without end, and yield after each action that the rules accept."""
    while True:
        source = SeededSource(random.randbytes(16))
        state, _ = dealt(BEGINNERS, source)
        while not state.over:
            seat = state.turn.seat
            try:
                state, _ = advance(state, seat, any_action(random, state, seat), source)
            except RuleError:
                continue
            yield


def any_action(random: Random, state: State, seat: int) -> Action:
    """Return a random action of a card on a field, with an item of the right value if it needs one.

    The rules may refuse it, for instance in winter; the caller then draws another one.
    """
    hand = state.players[seat].hand
    card, field, act = random.choice(hand), random.choice(FIELDS), random.random()
    if act < 1 / 3:
        for item in state.field(field).items:
            kind = kind_of(item)
            if kind in VALUES[card] or (kind == FOOL and HIGH in VALUES[card]):
                value = VALUES[card][-1] if len(VALUES[card]) > 1 else None
                return Harvest(card=card, field=field, take=(item.name,), value=value)
    elif act < 2 / 3:
        for item in state.field(field).items:
            value = kind_of(item) + VALUES[card][0]
            if not item.multiple and any(value in VALUES[kept] for kept in hand if kept != card):
                return Stockpile(card=card, field=field, take=(item.name,), value=value)
    return Sow(card=card, field=field)


def crowded(field: str) -> State:
    """Return a beginners' game with these loose cards in one field, and a King in hand."""
    return load(
        {
            "options": BEGINNERS,
            "hands": {"0": ["KSp", "KSu", "10Sp", "7Su"], "1": ["NSu"]},
            "summer": "NW",
            "fields": {"NW": field.split()},
            "draw": ["QSp", "QSu", "QAu", "QWi"],
        }
    )


def under_the_universe() -> State:
    """Return a game in which a harvest into one field may take of thirty low cards in all four."""
    low = [f"{rank}{suit}" for rank in "F2345678" for suit in ("Sp", "Su", "Au", "Wi")][:30]
    return load(
        {
            "options": DUEL,
            "hands": {"0": ["KSp", "KSu", "10Sp", "9Su"], "1": ["NSu"]},
            "summer": "NW",
            "luminaries": {"NW": "universe"},
            "fields": {at: low[place::4] for place, at in enumerate(FIELDS)},
            "draw": ["QSp", "QSu", "QAu", "QWi"],
        }
    )


def harvest_of_all(state: State, card: str) -> Harvest:
    """Return a harvest of all cards in the crowded field."""
    items = state.field("NW").items
    return Harvest(card=Card(card), field="NW", take=tuple(item.name for item in items))


def crowd(loose: int, luminary: str) -> State:
    """Return a game with the `loose` lowest cards in one field, under a luminary.

    The player to move holds high cards, among them a Fool, and no season forbids anything.
    """
    hand = ["KSp", "QSu", "FSt", "10Au"]
    lying = sorted((card for card in DECK if card not in hand), key=lambda card: VALUES[card][0])
    return load(
        {
            "options": DUEL | {"full_harvest": True},
            "hands": {"0": hand, "1": [lying[-1]]},
            "summer": "NE",
            "fields": {"SW": lying[:loose]},
            "luminaries": {
                "SW": luminary,
                "NW": "maiden",
                "NE": "saint_joan",
                "SE": "forest_queen",
            },
        }
    )


CROWDS: Final = {
    f"{loose} cards, {luminary}": crowd(loose, luminary)
    for loose in (30, 52)
    for luminary in ("union", "universe", "collective")
}
"""The positions with the longest lists."""


def submissions() -> Iterator[tuple[str, State, Harvest]]:
    """Return harvests that the rules refuse after many steps, each with its position."""
    hard = crowded(HARD)
    yield "20 cards", hard, harvest_of_all(hard, "KSp")
    for name, state in CROWDS.items():
        first = next(each for each in legal_actions(state, 0) if isinstance(each, Harvest))
        taken = tuple(item.name for item in state.field("SW").items)
        yield f"all of {name}", state, replace(first, take=taken)
