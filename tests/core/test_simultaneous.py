"""Gambler and Audience in random games: who answers first changes nothing, and tells nothing."""

from collections.abc import Mapping
from itertools import islice, permutations
from random import Random

import pytest

from fuzz.options import dice, random_options
from illimat_core import Action, Event, SeededSource, State, advance, legal_actions, observe, redact
from secrecy.check import play
from tests.core.playing import Json, as_text

GAMES = range(12)
LONGEST = 90  # decisions of a game
SETS = [
    ["gambler", "audience", "newborn", "maiden"],
    ["gambler", "audience", "newborn", "island", "rusalka", "soldiers", "echo"],
]


def choosing(seed: int) -> list[State]:
    """The states of a random game in which several choose at the same time."""
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
    """A choice of each seat that is asked."""
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


def test_random_games_have_both_kinds_of_choices() -> None:
    kinds = {state.pending.kind for seed in GAMES for state in choosing(seed) if state.pending}
    assert kinds == {"gambler", "audience"}


def answered(
    state: State, answers: Mapping[int | None, Action], order: tuple[int | None, ...]
) -> tuple[State, list[Event]]:
    """The state after answers in an order, and the events that they led to."""
    told: list[Event] = []
    for seat in order:
        state, events = advance(state, seat, answers[seat], SeededSource(b"simultaneous"))
        told += events
    return state, told


def check_nothing_shows(
    before: State, now: State, otherwise: State, events: list[Event], chosen: tuple[int | None, ...]
) -> None:
    """Others see who has chosen, whatever it is, and who still has to, and nothing else."""
    asked = [seat for seat in before.awaited if seat not in chosen]
    for viewer in (*before.seats, None):
        view = observe(now, viewer)
        decisions: list[Json] = view.pop("decisions")
        assert [decision["seat"] for decision in decisions] == asked
        assert as_text(view) == as_text(without_decisions(observe(before, viewer)))
        if viewer not in chosen:
            assert as_text(observe(now, viewer)) == as_text(observe(otherwise, viewer))
            assert choices(now, viewer) == choices(before, viewer)
        for event, seat in zip(events, [seat for seat in chosen for _ in range(2)], strict=True):
            members = set(redact(event, viewer)) - {"type", "seat", "kind"}
            assert members <= ({"cards"} if viewer == seat else set())


def without_decisions(view: Json) -> Json:
    return {name: value for name, value in view.items() if name != "decisions"}


def choices(state: State, viewer: int | None) -> list[Action]:
    return list(islice(legal_actions(state, viewer), 300))
