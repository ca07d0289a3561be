"""Menus are bounded in every position: any hand, all luminaries, every decision.

Every function call counts as a step, so all of a menu's work is included.
"""

import json
from random import Random
from typing import Any, NamedTuple

import pytest

from illimat_core import State, load, menu
from illimat_core.cards import LUMINARIES
from illimat_core.console.session import load_session
from illimat_core.offers import packing
from illimat_core.offers.packing import BARE, BYTES
from tests.support.playing import DECK, FIELDS, RANKS, Json, as_text, in_json
from tests.support.profiles import THOROUGH
from tests.support.worst import counting_all, worst_case
from trials.dice import dice

MAX_STEPS = 300_000  # of a microsecond each
MAX_BYTES = 64 * 1024
SEEDS = 6 if THOROUGH else 1
HARD = [
    "collective",
    "union",
    "universe",
    "boat",
    "loom",
    "rake",
    "changeling",
    "rusalka",
    "maiden",
]
BARRED = {"no_repeats": True}
HANDS = [4, 8, 16, 30, 40, 52]


def like(one: str, other: str) -> bool:
    """Return whether two cards have the same rank and are not Fools."""
    return one[:-2] == other[:-2] != "F"


def pile(one: str, other: str) -> Json:
    """Return a multiple stockpile of two cards of one rank."""
    return {str(RANKS.index(one[:-2]) + 1): [f"{one} | {other}"]}


class Layout(NamedTuple):
    """A position with a number of cards in the hand and in some fields."""

    deck: tuple[str, ...]
    hand: int
    in_fields: int
    fields: int
    piled: int
    luminaries: tuple[str, ...]
    acting: str
    summer: str
    options: Json

    @property
    def position(self) -> Json:
        """The written position, in which some pairs of equal rank are stockpiles."""
        cards = list(self.deck)
        hand, lying = cards[: self.hand], cards[self.hand : self.hand + self.in_fields]
        piles = [pair for pair in zip(lying[::2], lying[1::2], strict=False) if like(*pair)]
        items: list[Any] = [pile(*pair) for pair in piles[: self.piled]]
        items += [card for card in lying if all(card not in pair for pair in piles[: self.piled])]
        fields = {at: items[n :: self.fields] for n, at in enumerate(FIELDS[: self.fields])}
        luminaries = dict(zip(FIELDS, self.luminaries, strict=True))
        acting = {at: self.acting for at, name in luminaries.items() if name == "audience"}
        return {
            "options": {"players": 2, "luminaries": "all", "stars": "always"} | self.options,
            "hands": {"0": hand, "1": []},
            "fields": fields,
            "luminaries": luminaries,
            "audience_as": acting,
            "summer": self.summer,
            "harvested_last_turn": {"0": [at for at in FIELDS if at != "NW"]},
        }

    @property
    def state(self) -> State:
        """The position, loaded."""
        return load(self.position)


def any_layout(random: Random) -> Layout:
    """Draw any hand, any fields, and luminaries that allow many plays."""
    deck = list(DECK)
    spread = random.choice([2, 5, 13])  # the smaller, the lower are the cards in the hand
    deck.sort(key=lambda card: RANKS.index(card[:-2]) + random.random() * spread)
    if random.random() < 0.5:
        random.shuffle(deck)
    hand = random.choice(HANDS)
    return Layout(
        tuple(deck),
        hand,
        random.randint(0, len(DECK) - hand),
        random.choice([1, 2, 4]),
        random.choice([0, 0, 3, 8]),
        tuple(random.sample([*HARD, "audience"], 4)),
        random.choice(HARD),
        random.choice(FIELDS),
        random.choice([{}, BARRED, {"universe_reach": "one"}, {"full_harvest": True}]),
    )


def another_layout(random: Random, table: Layout) -> Layout:
    """Return the table with two cards swapped, or with another choice changed."""
    other = any_layout(random)
    name = random.choice(["deck", "deck", "deck", *Layout._fields])
    if name != "deck":
        changed = table._replace(**{name: getattr(other, name)})
        return changed._replace(in_fields=min(changed.in_fields, len(DECK) - changed.hand))
    deck = list(table.deck)
    here, there = random.randrange(len(deck)), random.randrange(len(deck))
    deck[here], deck[there] = deck[there], deck[here]
    return table._replace(deck=tuple(deck))


def steps(state: State) -> int:
    """Return the number of calls to build the menu."""
    with counting_all() as calls:
        menu(state, 0)
    return calls.number


def size(state: State) -> int:
    return len(as_text(menu(state, 0)))


BOUND = [(steps, MAX_STEPS), (size, MAX_BYTES)]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize(("cost", "most"), BOUND)
def test_no_search_finds_a_hand_whose_menu_is_beyond_its_bounds(
    cost: Any, most: int, seed: int
) -> None:
    hardest = worst_case(
        dice(seed),
        any_layout,
        another_layout,
        lambda table: cost(table.state),
        beginnings=4,
        changes=40,
    )
    assert cost(hardest.state) <= most, hardest


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("luminary", LUMINARIES)
def test_the_menu_of_any_hand_under_any_luminary_is_bounded(luminary: str, hand: int) -> None:
    lying = tuple(dict.fromkeys([luminary, "maiden", "saint_joan", "audience", "river"]))[:4]
    table = Layout(tuple(DECK), hand, len(DECK) - hand, 4, 3, lying, "loom", "SW", BARRED)
    for cost, most in BOUND:
        assert cost(table.state) <= most


@pytest.mark.parametrize("asked", ["(gambler)", "(audience)", "changeling", "gambler", "echo"])
def test_choices_of_a_large_hand_are_not_listed_one_by_one(asked: str) -> None:
    hand = [card for card in DECK if card not in {"5Su", "5Sp"}][:50]
    lying = [card for card in DECK if card not in {*hand, "5Su"}]
    given = {
        "options": {"players": 2, "luminaries": "all", "stars": "always"},
        "hands": {"0": [*hand], "1": []},
        "fields": {"SW": ["5Su"], "NW": lying[6:]},
        "draw": lying[:6],
        "luminaries": {"SW": asked},
        "okuses": {"board": 1},
        "summer": "SW",
    }
    card = next(card for card in hand if card[0] == "5")
    play = {"type": "harvest", "card": card, "field": "SW", "take": ["5Su"]}
    state = load_session(given).apply(0, play)[0].state
    assert state.pending is not None
    for cost, most in BOUND:
        assert cost(state) <= most


def test_every_card_that_may_be_sown_is_in_the_menu_of_a_hand_of_sixty() -> None:
    table = Layout(tuple(DECK), 60, 4, 4, 0, ("maiden", "river", "union", "rusalka"), "", "SE", {})
    offered = in_json(menu(table.state, 0))
    assert offered
    assert offered["cut"]
    sown = {(play["cards"][0], play["field"]) for play in offered["plays"] if play["sow"]}
    assert len(sown) == 60 * 3  # Autumn forbids sowing


def test_no_play_that_is_but_a_sow_is_larger_than_what_is_kept_for_it() -> None:
    play = {"cards": ["10Wi"], "field": "SW", "sow": True, "harvest": [], "stockpile": []}
    text = json.dumps(play | {"season": "free"}, separators=(",", ":"))
    assert len(text) < BARE
    assert BARE * len(DECK) * len(FIELDS) < BYTES


@pytest.mark.parametrize("room", [0, 300, 600])
def test_a_menu_without_room_offers_every_sow_and_says_that_it_is_cut(
    room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = ["10Sp", "8Su", "9Wi"]
    fields = {"SW": ["2Sp", "3Sp", "4Sp", "5Au", "FAu"], "NE": ["6Au", "2Wi", "8Wi"]}
    state = load({"hands": {"0": hand, "1": ["KAu"]}, "fields": fields, "summer": "SE"})
    whole = in_json(menu(state, 0))
    monkeypatch.setattr(packing, "BYTES", room + packing.BARE * 3 * len(hand))
    cut = in_json(menu(state, 0))
    assert (whole["cut"], cut["cut"]) == (False, True)
    assert {*hand} == {card for play in cut["plays"] if play["sow"] for card in play["cards"]}
    assert len(as_text(cut)) < len(as_text(whole))


def test_a_harvest_that_reaches_one_other_field_says_so() -> None:
    position = {
        "options": {"universe_reach": "one"},
        "luminaries": {"SW": "universe"},
        "hands": {"0": ["5Wi"], "1": ["KAu"]},
        "fields": {"SW": ["2Su"], "NW": ["3Su"]},
        "summer": "SE",
    }
    offered = in_json(menu(load(position), 0))
    play = next(each for each in offered["plays"] if each["field"] == "SW")
    assert "Items of only one other field may be taken." in play["harvest"][0]["also_text"]
