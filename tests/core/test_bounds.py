"""The one exponential place of the game stays small, in the worst cases that a search finds."""

import json
from random import Random
from typing import Any, NamedTuple

import pytest

from illimat_core import State, load, menu
from illimat_core.grouping import Groups
from illimat_core.sums import FOOL, Splitter, _Others
from tests.core.playing import DECK, FIELDS, RANKS, dice
from tests.core.worst import counting, worst_case

MOST_STEPS = 5_000  # of some microseconds each
MOST_BYTES = 64 * 1024
STEPS = [(_Others, "_fill"), (Splitter, "_first_group"), (Groups, "_extend")]
KINDS = [FOOL, *range(2, 14)]


class Sum(NamedTuple):
    """A harvest of a value from so many loose cards of each rank, the Fools first."""

    value: int
    cards: str

    @property
    def kinds(self) -> list[int]:
        """What each card counts."""
        return [
            kind for kind, many in zip(KINDS, self.cards, strict=True) for _ in range(int(many))
        ]


HARD = [  # some took seconds once; the others are what a search of minutes found
    Sum(21, "5434221101422"),
    Sum(20, "5434221101422"),
    Sum(20, "3223304024220"),
    Sum(27, "2323132123224"),
    Sum(39, "2322224112332"),
    Sum(56, "5" * 13),
]


def steps_to_check(harvest: Sum) -> int:
    """How many steps it takes to tell whether the cards split."""
    with counting(*STEPS) as steps:
        Splitter(harvest.value).splits(harvest.kinds)
    return steps.number


def any_harvest(random: Random) -> Sum:
    """Any value, any cards."""
    most = random.choice([2, 3, 5])
    return Sum(random.randint(8, 56), "".join(str(random.randint(0, most)) for _ in KINDS))


def another_harvest(random: Random, harvest: Sum) -> Sum:
    """A card more or less, or now and then another value."""
    if random.random() < 0.2:
        return harvest._replace(value=max(2, harvest.value + random.choice([-2, -1, 1, 2])))
    place = random.randrange(len(KINDS))
    many = min(5, max(0, int(harvest.cards[place]) + random.choice([-1, 1])))
    return harvest._replace(cards=harvest.cards[:place] + str(many) + harvest.cards[place + 1 :])


@pytest.mark.parametrize("harvest", HARD)
def test_the_hardest_harvests_known_are_checked_in_few_steps(harvest: Sum) -> None:
    assert steps_to_check(harvest) <= MOST_STEPS


@pytest.mark.parametrize("seed", range(2))
def test_no_search_finds_a_harvest_that_takes_long_to_check(seed: int) -> None:
    hardest = worst_case(
        dice(seed), any_harvest, another_harvest, steps_to_check, beginnings=40, changes=100
    )
    assert steps_to_check(hardest) <= MOST_STEPS, hardest


class Crowd(NamedTuple):
    """A position with as many loose cards in the fields, the next four in the hand."""

    deck: tuple[str, ...]
    sizes: tuple[int, ...]
    luminaries: tuple[str, ...]
    options: dict[str, Any]

    @property
    def state(self) -> State:
        """The position, loaded."""
        cards = list(self.deck)
        fields = {}
        for field, size in zip(FIELDS, self.sizes, strict=True):
            fields[field], cards = cards[:size], cards[size:]
        hands = {"0": cards[:4], "1": cards[4:8]}
        position = {"options": self.options, "fields": fields, "hands": hands, "draw": cards[8:]}
        position["summer"] = FIELDS[len(cards) % 4]
        return load(position | {"luminaries": dict(zip(FIELDS, self.luminaries, strict=False))})


def menu_of(crowd: Crowd) -> Any:
    """What whose turn it is may do."""
    return menu(crowd.state, 0)


def steps_of_the_menu(crowd: Crowd) -> int:
    """How many steps it takes to put the menu together."""
    with counting(*STEPS) as steps:
        menu_of(crowd)
    return steps.number


def bytes_of_the_menu(crowd: Crowd) -> int:
    """How large the menu is as JSON."""
    return len(json.dumps(menu_of(crowd)))


BOUND = [(steps_of_the_menu, MOST_STEPS), (bytes_of_the_menu, MOST_BYTES)]
BEGINNER = {"mode": "beginner", "players": 2}
FULL = {"luminaries": "none", "players": 2, "stars": "always", "full_harvest": True}
LUMINARIES = ["universe", "union", "collective", "boat", "loom", "changeling", "rake", "soldiers"]


def crowds(options: dict[str, Any]) -> Any:
    """What begins with any position under some options."""
    stars = options.get("stars") == "always"
    luminaries = LUMINARIES if options.get("luminaries") == "all" else []

    def begin(random: Random) -> Crowd:
        deck = [card for card in DECK if stars or not card.endswith("St")]
        spread = random.choice([2, 5, 13])  # the smaller, the lower are the cards in the fields
        deck.sort(key=lambda card: RANKS.index(card[:-2]) + random.random() * spread)
        whole = random.choice([10, 20, 30, 40])
        sizes = random.choice([(whole, 0, 0, 0), (whole // 2, whole // 2, 0, 0), (whole // 4,) * 4])
        chosen = tuple(random.sample(luminaries, 4)) if luminaries else ()
        return Crowd(tuple(deck), sizes, chosen, options)

    return begin


def another_crowd(random: Random, crowd: Crowd) -> Crowd:
    """Two cards in each other's place, or two luminaries."""
    if crowd.luminaries and random.random() < 0.1:
        return crowd._replace(luminaries=tuple(random.sample(LUMINARIES, 4)))
    deck = list(crowd.deck)
    here, there = random.randrange(sum(crowd.sizes) + 4), random.randrange(len(deck))
    deck[here], deck[there] = deck[there], deck[here]
    return crowd._replace(deck=tuple(deck))


@pytest.mark.parametrize(("cost", "most"), BOUND)
@pytest.mark.parametrize("options", [BEGINNER, FULL, FULL | {"luminaries": "all"}])
def test_no_search_finds_a_menu_beyond_its_bounds(
    options: dict[str, Any], cost: Any, most: int
) -> None:
    hardest = worst_case(dice(1), crowds(options), another_crowd, cost, beginnings=10, changes=40)
    assert menu_of(hardest)["cut"]  # it is a hard one
    assert cost(hardest) <= most, hardest
