"""Bounds on the cost of menus and checks, in the worst cases that a search finds.

Menus are bounded by construction. Splitting cards into groups of a sum is a hard problem, so its
worst case is estimated by a search, which takes longer under THOROUGH=1.
"""

from random import Random
from typing import Any, NamedTuple

import pytest

from illimat_core import Action, RuleError, State, decide, load, menu
from illimat_core.actions import Harvest, Stockpile
from illimat_core.cards import FOOLS, Card
from illimat_core.rules.grouping import IN_ALL, LISTED, ItemGroups
from illimat_core.rules.payments import values_of
from illimat_core.rules.sums import FOOL, Splitter, _Others
from tests.support.crowds import FULL, SEEDS, Crowd, another_crowd, crowds, with_two_swapped
from tests.support.playing import DECK, as_text
from tests.support.worst import counting, worst_case
from trials.dice import dice

pytestmark = pytest.mark.no_cover  # a search, which measuring would make three times as long

MAX_STEPS = 50_000  # to check a harvest, of a microsecond each
LONGEST = 20  # cards of one group: five of 1, 2, 3 and 4, and one of 6, are 56
MAX_SUMS = 500
MAX_LISTED = IN_ALL + LISTED * LONGEST
MAX_BYTES = 64 * 1024
SEARCH = [(_Others, "_fill"), (Splitter, "_first_group")]
KINDS = [FOOL, *range(2, 14)]


class Sum(NamedTuple):
    """A harvest of a value from a number of loose cards of each rank, Fools first."""

    value: int
    cards: str
    stockpiles: tuple[int, ...] = ()

    @property
    def kinds(self) -> list[int]:
        """The value of each item."""
        loose = zip(KINDS, self.cards, strict=True)
        return [kind for kind, many in loose for _ in range(int(many))] + list(self.stockpiles)


HARD = [  # some once took seconds; a search of minutes found the others
    Sum(21, "5434221101422"),
    Sum(20, "5434221101422"),
    Sum(20, "3223304024220"),
    Sum(27, "2323132123224"),
    Sum(39, "2322224112332"),
    Sum(56, "5" * 13),
    Sum(21, "5554332231555"),
    Sum(23, "4521055240054"),
    Sum(23, "5121055140155", (2, 4, 8, 9, 11, 13, 13)),
    Sum(23, "5244423510355", (12, 13, 13, 13, 13, 13, 14)),
    Sum(25, "5211520425225", (7, 12, 13, 13, 13, 13, 13)),
    Sum(27, "5504021513055", (2, 3, 13, 13, 14)),
    Sum(33, "1314253304245", (8, 8, 10, 12, 13, 13, 13)),
    Sum(37, "5515230302130"),
]


def steps_to_check(harvest: Sum) -> int:
    """Return the number of steps to decide whether the cards split."""
    with counting(*SEARCH) as steps:
        Splitter(harvest.value).splits(harvest.kinds)
    return steps.number


def any_harvest(random: Random) -> Sum:
    """Draw a harvest of any value from any cards."""
    most = random.choice([2, 3, 5])
    return Sum(random.randint(8, 56), "".join(str(random.randint(0, most)) for _ in KINDS))


def another_harvest(random: Random, harvest: Sum) -> Sum:
    """Return the harvest with a card added or removed, or another value or stockpile."""
    chance = random.random()
    if chance < 0.2:
        return harvest._replace(value=max(2, harvest.value + random.choice([-2, -1, 1, 2])))
    if chance < 0.3:
        return harvest._replace(stockpiles=(*harvest.stockpiles[-5:], random.randint(2, 14)))
    if chance < 0.4:
        return harvest._replace(stockpiles=harvest.stockpiles[1:])
    place = random.randrange(len(KINDS))
    many = min(5, max(0, int(harvest.cards[place]) + random.choice([-1, 1])))
    return harvest._replace(cards=harvest.cards[:place] + str(many) + harvest.cards[place + 1 :])


@pytest.mark.parametrize("harvest", HARD)
def test_the_hardest_harvests_known_are_checked_in_few_steps(harvest: Sum) -> None:
    assert steps_to_check(harvest) <= MAX_STEPS


@pytest.mark.parametrize("seed", range(2 * SEEDS))
def test_no_search_finds_a_harvest_that_takes_long_to_check(seed: int) -> None:
    hardest = worst_case(
        dice(seed), any_harvest, another_harvest, steps_to_check, beginnings=40, changes=100
    )
    assert steps_to_check(hardest) <= MAX_STEPS, hardest


def menu_of(crowd: Crowd) -> Any:
    """Return the actions of the seat to move."""
    return menu(crowd.state, 0)


def steps_of_the_menu(crowd: Crowd) -> int:
    """Return the number of steps to build the menu: listing, counting and searching."""
    with counting((ItemGroups, "_extend"), (ItemGroups, "_count"), *SEARCH) as steps:
        menu_of(crowd)
    return steps.number


def bytes_of_the_menu(crowd: Crowd) -> int:
    return len(as_text(menu_of(crowd)))


BOUND = [(steps_of_the_menu, MAX_LISTED + MAX_SUMS), (bytes_of_the_menu, MAX_BYTES)]
BEGINNER = {"mode": "beginner", "players": 2}


FOUND = [  # thirty loose cards and a hand that once took tens of thousands of steps
    Crowd(
        tuple(cards.split()), (30, 0, 0, 0), tuple(luminaries.split()), FULL | {"luminaries": "all"}
    )
    for cards, luminaries in [
        (
            "9Au 5Su 8Sp FWi FSt 2Su 10Sp 10Au 8Su 9Sp 2St 5Wi NSu FSu 4St FSp QSu 8Au QAu 8Wi "
            "NSp 10Wi 9Su 7Sp KWi 4Wi NAu 2Wi 3Wi 3St 10Su 4Au 3Au FAu 6Sp 7Au 6Su 2Sp",
            "loom collective soldiers boat",
        ),
        (
            "9Su FSu 2St 5Su 9Sp 8Sp 9Wi 7Sp 2Su 10Su NSp FSp 3Wi FWi 9Au 8Su 3St 7Su 10Au 4Wi "
            "QWi 5Au 8Wi QSu 2Au 7St FAu FSt KAu 7Au 10Sp 6Su KSp 3Au 6Sp 7Wi 4Au 2Sp",
            "loom soldiers changeling universe",
        ),
    ]
]


@pytest.mark.parametrize("crowd", FOUND)
@pytest.mark.parametrize(("cost", "most"), BOUND)
def test_the_hardest_menus_known_stay_within_their_bounds(
    crowd: Crowd, cost: Any, most: int
) -> None:
    assert cost(crowd) <= most


def test_nothing_is_searched_for_to_offer_a_stockpile_of_the_loom() -> None:
    with counting(*SEARCH) as steps:
        offered = menu_of(FOUND[0])
    assert offered.free
    assert steps.number == 0


def test_nothing_is_searched_for_to_tell_whether_no_repeats_is_lifted() -> None:
    crowd = "FSp FSu 2Sp 2Su 2Au 3Sp 3Su 3Au 4Sp 4Su 5Sp 6Sp 8Sp 8Su 8Au 8Wi 9Sp 9Su 9Au 9Wi"
    state = load(
        {
            "options": BEGINNER | {"no_repeats": True},
            "hands": {"0": ["KSp", "QSu", "NSp", "10Su"], "1": ["NAu"]},
            "summer": "NE",
            "fields": {"NW": crowd.split()},
            "harvested_last_turn": {"0": ["SW", "NE", "SE"]},
        }
    )
    with counting(*SEARCH) as steps:
        assert menu(state, 0)
    assert steps.number == 0


def test_a_hand_that_was_never_dealt_has_a_menu_within_its_bounds() -> None:
    hand = ["FSu", "FSp", "FWi", "2Au", "2Wi", "3Sp", "4Sp", "4St"]
    loose = [card for card in DECK if card not in hand][:40]
    state = load(
        {
            "options": FULL | {"luminaries": "all"},
            "hands": {"0": hand, "1": ["KSt"]},
            "fields": {"SW": loose[::2], "NW": loose[1::2]},
            "luminaries": {"SW": "audience", "NW": "collective", "NE": "loom", "SE": "maiden"},
            "audience_as": {"SW": "collective"},
        }
    )
    offered = menu(state, 0)
    assert offered
    assert offered.cut
    assert len(as_text(offered)) <= MAX_BYTES


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize(("cost", "most"), BOUND)
@pytest.mark.parametrize("options", [BEGINNER, FULL, FULL | {"luminaries": "all"}])
def test_no_search_finds_a_menu_beyond_its_bounds(
    options: dict[str, Any], cost: Any, most: int, seed: int
) -> None:
    hardest = worst_case(
        dice(seed), crowds(options), another_crowd, cost, beginnings=4, changes=100
    )
    assert menu_of(hardest).cut  # it is a hard one
    assert cost(hardest) <= most, hardest


class Submitted(NamedTuple):
    """A harvest with a number of hand cards that takes all items within reach except `left`."""

    crowd: Crowd
    many: int
    left: frozenset[int]

    @property
    def action(self) -> Harvest:
        """The harvest, of the highest value that the cards can have."""
        size = sum(self.crowd.sizes)
        cards = tuple(Card(card) for card in self.crowd.deck[size : size + self.many])
        take = [card for place, card in enumerate(self.crowd.deck[:size]) if place not in self.left]
        return Harvest(
            card=cards[0] if self.many == 1 else None,
            cards=None if self.many == 1 else cards,
            field="SW",
            take=tuple(Card(card) for card in take),
            value=values_of(cards)[-1] if any(card in FOOLS for card in cards) else None,
        )


def steps_of_the_check(submitted: Submitted) -> int:
    """Return the number of steps to accept or refuse it; it is never malformed."""
    refusals = {"R-HARV-1", "R-LUM-BOAT", "R-LUM-COLLECTIVE"}
    return steps_to_decide(submitted.crowd.state, submitted.action, refusals)


def steps_to_decide(state: State, action: Action, refusals: set[str]) -> int:
    """Return the number of steps to accept an action, or to refuse it by one of these rules."""
    refusal = ""
    with counting(*SEARCH) as steps:
        try:
            decide(state, 0, action)
        except RuleError as error:
            refusal = error.rule
    assert refusal in {"", *refusals}
    return steps.number


def any_submitted(random: Random) -> Submitted:
    """Draw a harvest that only its sum restricts: no season does, and the Illimat stands still."""
    luminary, many = random.choice([("universe", 4), ("boat", 4), ("union", 2), ("collective", 3)])
    size = random.choice([10, 20, 30])
    away = size // 2 if luminary in {"universe", "boat"} else 0
    deck = tuple(random.sample(DECK, len(DECK)))
    lying = (luminary, "maiden", "saint_joan", "forest_queen")
    crowd = Crowd(deck, (size - away, 0, away, 0), lying, FULL | {"luminaries": "all"})
    return Submitted(crowd, many, frozenset())


def another_submitted(random: Random, submitted: Submitted) -> Submitted:
    """Return the items with one added or removed, or with two cards swapped."""
    if random.random() < 0.5:
        item = random.randrange(sum(submitted.crowd.sizes))
        return submitted._replace(left=submitted.left ^ {item})
    return submitted._replace(crowd=with_two_swapped(random, submitted.crowd))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_search_finds_a_harvest_of_the_table_that_takes_long_to_check(seed: int) -> None:
    hardest = worst_case(
        dice(seed), any_submitted, another_submitted, steps_of_the_check, beginnings=8, changes=100
    )
    assert 50 < steps_of_the_check(hardest) <= MAX_STEPS, hardest


class Combined(NamedTuple):
    """A stockpile of a value, made of all items of a field except `left`."""

    crowd: Crowd
    value: int
    left: frozenset[int]

    @property
    def action(self) -> Stockpile:
        """The stockpile, with the first card of the hand."""
        size = self.crowd.sizes[0]
        take = [card for place, card in enumerate(self.crowd.deck[:size]) if place not in self.left]
        taken = tuple(Card(card) for card in take)
        played = Card(self.crowd.deck[size])
        return Stockpile(card=played, field="SW", value=self.value, take=taken)


def steps_to_combine(combined: Combined) -> int:
    """Return the number of steps to accept or refuse it; the passive card is checked last."""
    return steps_to_decide(combined.crowd.state, combined.action, {"R-STOCK-1", "R-STOCK-2"})


def any_combined(random: Random) -> Combined:
    """Draw a stockpile in a field where no season restricts and the Illimat stands still."""
    lying = ("island", "forest_queen", "maiden", "saint_joan")
    deck = tuple(random.sample(DECK, len(DECK)))
    size = random.choice([10, 20, 30])
    return Combined(
        Crowd(deck, (size, 0, 0, 0), lying, FULL | {"luminaries": "all"}),
        random.randint(8, 14),
        frozenset(),
    )


def another_combined(random: Random, combined: Combined) -> Combined:
    """Return the stockpile with an item added or removed, another value, or two cards swapped."""
    chance, size = random.random(), combined.crowd.sizes[0]
    if chance < 0.5:
        return combined._replace(left=combined.left ^ {random.randrange(size)})
    if chance < 0.6:
        return combined._replace(value=random.randint(8, 14))
    return combined._replace(crowd=with_two_swapped(random, combined.crowd))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_search_finds_a_stockpile_that_takes_long_to_check(seed: int) -> None:
    hardest = worst_case(
        dice(seed), any_combined, another_combined, steps_to_combine, beginnings=8, changes=100
    )
    assert 20 < steps_to_combine(hardest) <= MAX_STEPS, hardest
