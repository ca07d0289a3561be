"""The plays of the Fields with the card turned up for them (R-MODE-SOLO-FIELDS)."""

from random import Random
from time import process_time

import pytest
from hypothesis import given

from illimat_core import SeededSource, advance, load, read, redact
from illimat_core.cards import ORDER, VALUES, Card
from illimat_core.editions import CURRENT
from illimat_core.events import CardSown
from illimat_core.mode_steps import remainder
from illimat_core.mode_steps.solo_fields import largest_take
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.sums import Splitter, _Others
from illimat_core.rules.takes import harvest_takes
from tests.support.playing import DECK, FIELDS, Json, in_json, seeds, written_stockpile
from tests.support.worst import counting
from trials.dice import dice

LONGEST = 2.0  # seconds of processor time, on a slow machine
MAX_STEPS = 500_000  # of less than a microsecond
STEPS = [
    (remainder._Remainder, "leaves"),
    (remainder, "_remove_sum"),
    (Splitter, "_first_group"),
    (_Others, "_fill"),
]


def table(fields: Json, **options: str) -> Tabletop:
    luminary = options.pop("luminary", "boat")
    given = {"options": {"players": 1, "mode": "solo_fields", "stars": "always"} | options}
    lying = {"luminaries": {"SW": luminary}, "hands": {"0": ["KSt"]}}
    return Tabletop(load(given | lying | {"fields": fields}), CURRENT)


def crowded(random: Random, most: int, ranks: str) -> Json:
    """Draw fields full of loose cards and stockpiles."""
    cards = [card for card in DECK if card[0] in ranks and card != "KSt"]
    random.shuffle(cards)
    fields: Json = {}
    for at in FIELDS:
        items: list[object] = []
        for _ in range(random.randint(0, most)):
            if cards and random.random() < 0.25:
                item, cards = written_stockpile(random, cards)
                items.append(item)
            elif cards:
                items.append(cards.pop())
        fields[at] = items
    return fields


def spread(cards: list[str], luminary: str) -> Json:
    """Return the cards that a harvest in SW can take: those of SW, or all with the Universe."""
    fields = FIELDS if luminary == "universe" else FIELDS[:1]
    return {at: cards[place :: len(fields)] for place, at in enumerate(fields)}


@given(seeds)
def test_the_fields_take_what_trying_every_take_finds_largest(seed: int) -> None:
    random = dice(seed)
    fields = crowded(random, 4, random.choice(["F2345", "F23456789", "F2469NQK"]))
    options = {
        "luminary": random.choice(["maiden", "boat", "universe"]),
        "harvest": random.choice(["all_sets", "single_set"]),
        "universe_reach": random.choice(["any", "one"]),
    }
    state = table(fields, **options)
    placed = str(fields)
    card = Card(random.choice([c for c in DECK if c not in placed]))
    found = largest_take(state, "SW", card)
    took = found and (found[0], [str(item.name) for item in found[1]])
    assert took == tried(state, card)


def tried(state: Tabletop, card: Card) -> tuple[int, list[str]] | None:
    """Find the best harvest by trying every set of items."""
    sizes = {item.name: len(item.cards) for field in state.state.fields for item in field.items}
    takes = [
        (-sum(sizes[name] for name in take), [ORDER[name] for name in take], value, take)
        for value in VALUES[card]
        for take in harvest_takes(state, 1, "SW", value).since(())
    ]
    if not takes:
        return None
    best = min(takes, key=lambda each: each[:3])
    return best[2], [str(name) for name in best[3]]


@pytest.mark.parametrize(("summer", "card"), [("NW", "KWi"), ("SW", None)])
def test_the_log_names_a_card_that_the_fields_discard(summer: str, card: str | None) -> None:
    """In Autumn they may not sow the King; in Summer they do, and the sowing names it."""
    state = load(
        {
            "options": {"players": 1, "mode": "solo_fields"},
            "summer": summer,
            "hands": {"0": ["5Wi", "9Wi", "10Wi", "NWi"]},
            "draw": ["2Sp", "KWi", "3Sp"],
        }
    )
    sow = read(state, 0, {"type": "sow", "card": "5Wi", "field": "NE"})
    _, events = advance(state, 0, sow, SeededSource(b"log"))
    for viewer in (0, None):
        log = in_json([redact(event, viewer) for event in events])
        (moved,) = (each for each in log if each["type"] == "FieldsMovedOn")
        assert moved == {"type": "FieldsMovedOn", "field": "NW", "card": card}


def test_the_fields_are_no_freebooters() -> None:
    """They draw no cards, so they get no extra card."""
    state = load(
        {
            "options": {"players": 1, "mode": "solo_fields", "freebooter": True},
            "hands": {"0": ["5Wi", "9Wi", "10Wi", "NWi"]},
            "draw": ["2Sp", "3Sp", "4Sp", "6Sp"],
        }
    )
    sow = read(state, 0, {"type": "sow", "card": "5Wi", "field": "NE"})
    _, events = advance(state, 0, sow, SeededSource(b"log"))
    sown = {each.seat: each.bonus for each in events if isinstance(each, CardSown)}
    assert sown == {0: 1, 1: 0}


@pytest.mark.no_cover  # measuring would make it slower
@pytest.mark.parametrize(
    ("luminary", "reach"), [("maiden", "any"), ("universe", "any"), ("universe", "one")]
)
@pytest.mark.parametrize("harvest", ["all_sets", "single_set"])
@pytest.mark.parametrize("card", ["8St", "9St", "QSt", "KSt", "FSt"])
def test_the_fields_take_no_time_to_think(
    luminary: str, reach: str, harvest: str, card: str
) -> None:
    ranks = ("2", "3", "4", "5", "6", "7", "10")
    cards = [rank + suit for rank in ranks for suit in ("Sp", "Su", "Au", "Wi")] + ["FSp", "FSu"]
    options = {"luminary": luminary, "harvest": harvest, "universe_reach": reach}
    state = table(spread(cards, luminary), **options)
    began = process_time()
    assert largest_take(state, "SW", Card(card))
    assert process_time() - began < LONGEST


HARDEST = [  # found by searches of minutes: some items must be left, and many could be
    (
        "maiden",
        "KAu",
        "QAu 2Au KSu KWi 8Au QWi 10Su 3Su 9Au 3Wi 9Sp NWi 4Sp NSu 4Su 9Wi 2Sp 9Su NAu 8Sp 2Su 10Sp "
        "8Wi FSu FAu FWi 10Au KSp 8Su 7Wi 3Sp 10Wi 3Au 2Wi FSp 5Wi NSp 4Wi QSu",
    ),
    (
        "maiden",
        "FSp",
        "5Au FAu 6Wi 7Wi 2Au 8Su 8Au 4Wi FWi QWi QSp 9Su 4Au 9Wi NAu 3Sp KWi 8Wi KAu 4Su 10Su KSp "
        "3Au 9Au QAu 5Wi 7Au FSu NWi",
    ),
    (
        "universe",
        "FWi",
        "5Sp NSt NWi 10Sp 5Wi 5Au 7Sp 10Su 8Wi 2Su 8St QSp 6Wi KSu 6Au 7Wi 9Wi FSp 8Au QSt FAu KAu "
        "10St FSt 2Wi KSp 8Su 4Au 7Su 2Sp FSu 5Su 3Wi 3Au 9Au QAu KWi 5St 4Sp 8Sp QSu NSp 10Wi 4Su "
        "4Wi 3Sp 2Au 3St NSu QWi 2St 3Su 10Au",
    ),
]


HARDEST_WITHIN_TWO = {  # where the Universe reaches one other field: each pair is a search
    "SW": "FSu 7St 8Wi 4Wi 7Au QAu 2Wi FAu 5Wi 5Au 10Au 7Sp",
    "NW": "9St KSu 4St 3Sp 10Sp 10St QSt 6Au NSt FSp 9Au NSu",
    "NE": "6Su FWi QSp 4Su 5St 5Sp 2Su QSu NAu 5Su 10Su 8Sp",
    "SE": "6Wi 3Au FSt 9Wi 8Su KAu 3St 10Wi 7Su NWi KWi NSp",
}


def test_the_fields_see_in_few_steps_what_they_take_of_two_fields() -> None:
    fields = {at: cards.split() for at, cards in HARDEST_WITHIN_TWO.items()}
    state = table(fields, luminary="universe", universe_reach="one")
    with counting(*STEPS) as steps:
        assert largest_take(state, "SW", Card("KSp"))
    assert steps.number <= MAX_STEPS


@pytest.mark.slow
@pytest.mark.parametrize(("luminary", "card", "cards"), HARDEST)
def test_the_fields_see_in_few_steps_what_they_take(luminary: str, card: str, cards: str) -> None:
    state = table(spread(cards.split(), luminary), luminary=luminary)
    with counting(*STEPS) as steps:
        assert largest_take(state, "SW", Card(card))
    assert steps.number <= MAX_STEPS
