"""Gambler and Audience in random games: the order of answers changes and reveals nothing."""

from collections.abc import Mapping
from itertools import islice, permutations
from random import Random
from time import process_time

import pytest
from msgspec.structs import replace

from illimat_core import (
    Action,
    Event,
    SeededSource,
    State,
    advance,
    as_json,
    legal_actions,
    load,
    observe,
    read,
    redact,
    write,
)
from illimat_core.views import Observation
from tests.support.playing import DECK, Json, as_text, in_json
from tests.support.profiles import THOROUGH
from trials.dice import dice
from trials.noninterference.check import play
from trials.random_games.options import random_options

pytestmark = pytest.mark.no_cover  # a search, which measuring would make three times as long

GAMES = range(12 if THOROUGH else 4)
LONGEST = 90  # decisions of a game
ORDERS = 5_000 if THOROUGH else 500  # at least this many of each luminary
LONGEST_ORDERS = 30.0  # seconds of processor time, on a slow machine
SETS = [
    ["gambler", "audience", "newborn", "maiden"],
    ["gambler", "audience", "newborn", "island", "rusalka", "soldiers", "echo"],
]


def choosing(seed: int) -> list[State]:
    """Return the states of a random game in which several seats choose at the same time."""
    random = dice(seed)
    options = random_options(random) | {
        "mode": random.choice(["standard", "standard", "teams"]),
        "luminaries": SETS[seed % 2],
        "audience": "sow",
        "rounds": None,
        "target_score": 17,
    }
    options["players"] = 4 if options["mode"] == "teams" else random.choice([2, 3, 4])
    steps = play(seed, options, LONGEST)
    return [step.before for step in steps if opened_for_several(step.before)]


def opened_for_several(state: State) -> bool:
    pending = state.pending
    return bool(
        pending
        and pending.kind in {"gambler", "audience"}
        and len(pending.awaiting) > 1
        and all(player.chosen is None for player in state.players)
    )


def answers_to(state: State, random: Random) -> dict[int | None, Action]:
    return {seat: random.choice(list(legal_actions(state, seat))) for seat in state.awaited}


@pytest.mark.parametrize("seed", GAMES)
def test_any_order_of_answers_gives_the_same_game(seed: int) -> None:
    for state in choosing(seed):
        answers = answers_to(state, dice(seed))
        ends = [answered(state, answers, order)[0] for order in permutations(answers)]
        assert all(end == ends[0] for end in ends)


@pytest.mark.parametrize("seed", GAMES)
def test_before_all_have_chosen_nothing_of_a_choice_shows(seed: int) -> None:
    for state in choosing(seed):
        answers, others = answers_to(state, dice(seed)), answers_to(state, dice(seed + 1))
        for order in permutations(answers):
            for count in range(1, len(order)):
                now, events = answered(state, answers, order[:count])
                otherwise, _ = answered(state, others, order[:count])
                check_nothing_shows(state, now, otherwise, events, order[:count])


@pytest.mark.parametrize("seed", GAMES)
def test_the_last_answer_is_told_in_the_order_of_seats(seed: int) -> None:
    for state in choosing(seed):
        answers = answers_to(state, dice(seed))
        told = set()
        for order in permutations(answers):
            before, _ = answered(state, answers, order[:-1])
            _, events = answered(before, answers, order[-1:])
            told.add(as_text([redact(event, None) for event in events[2:]]))
        assert len(told) == 1


@pytest.mark.slow
@pytest.mark.parametrize("luminary", ["gambler", "audience"])
def test_thousands_of_orders_of_answers_lead_to_the_same_end(luminary: str) -> None:
    """Orders of answers, of the cards within each, and of the hands they are chosen from."""
    random, orders, began = dice(1), 0, process_time()
    while orders < ORDERS:
        state = revealed(luminary, random)
        answers = answers_to(state, random)
        ends = set()
        for order in permutations(answers):
            shuffled = with_hands_shuffled(state, random)
            anew = {
                seat: read(shuffled, seat, in_any_order(answers[seat], random)) for seat in order
            }
            end, _ = answered(shuffled, anew, order)
            ends.add(as_text(write(end)))
            orders += 1
        assert len(ends) == 1
    assert process_time() - began < LONGEST_ORDERS


def revealed(luminary: str, random: Random) -> State:
    """Return a table of two to four with random hands where a luminary was just turned up."""
    players = random.choice([2, 3, 4, 4])
    cards = random.sample([card for card in DECK if card[0] not in "5FNQK"], 36)
    hands = {
        str(seat): [cards.pop() for _ in range(random.randint(1, 4))] for seat in range(players)
    }
    position = {
        "options": {"players": players, "luminaries": "all", "stars": "always"},
        "luminaries": {"SW": f"({luminary})"},
        "hands": hands | {"0": ["5Wi", *hands["0"][:3]]},
        "fields": {"SW": ["5Su"]},
        "draw": cards,
    }
    state = load(position)
    harvest = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
    state, _ = advance(state, 0, read(state, 0, harvest), SeededSource(b"revealed"))
    return state


def in_any_order(action: Action, random: Random) -> Json:
    """Return the answer with its cards named in another order (ACTIONS.md section 1)."""
    given = as_json(action)
    return given | {"cards": random.sample(given["cards"], len(given["cards"]))}


def with_hands_shuffled(state: State, random: Random) -> State:
    """Return the table with the cards of each hand in another order (ACTIONS.md section 3)."""
    players = tuple(
        replace(player, hand=tuple(random.sample(player.hand, len(player.hand))))
        for player in state.players
    )
    return replace(state, players=players)


def test_random_games_have_both_kinds_of_choices() -> None:
    kinds = {state.pending.kind for seed in GAMES for state in choosing(seed) if state.pending}
    assert kinds == {"gambler", "audience"}


def answered(
    state: State, answers: Mapping[int | None, Action], order: tuple[int | None, ...]
) -> tuple[State, list[Event]]:
    """Return the state after answers in the order given, and their events."""
    told: list[Event] = []
    for seat in order:
        state, events = advance(state, seat, answers[seat], SeededSource(b"simultaneous"))
        told += events
    return state, told


def check_nothing_shows(
    before: State, now: State, otherwise: State, events: list[Event], chosen: tuple[int | None, ...]
) -> None:
    """Assert that others see only which seats have chosen and which have not."""
    asked = [seat for seat in before.awaited if seat not in chosen]
    for viewer in (*before.seats, None):
        view = observe(now, viewer)
        assert [decision.seat for decision in view.decisions] == asked
        assert as_text(without_decisions(view)) == as_text(
            without_decisions(observe(before, viewer))
        )
        if viewer not in chosen:
            assert as_text(observe(now, viewer)) == as_text(observe(otherwise, viewer))
            assert choices(now, viewer) == choices(before, viewer)
        for event, seat in zip(events, [seat for seat in chosen for _ in range(2)], strict=True):
            members = set(in_json(redact(event, viewer))) - {"type", "seat", "kind"}
            assert members <= ({"cards"} if viewer == seat else set())


def without_decisions(view: Observation) -> Observation:
    return replace(view, decisions=[])


def choices(state: State, viewer: int | None) -> list[Action]:
    return list(islice(legal_actions(state, viewer), 300))
