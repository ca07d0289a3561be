"""Hidden cards never change an answer, and the check finds every planted leak.

THOROUGH=1 checks 150 games at every prefix; ./do noninterference checks any number.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given

from illimat_core import State, evolve, preview
from illimat_core.actions import TYPES
from illimat_core.console.session import load_session
from illimat_core.events import HandSown
from illimat_core.offers.news import Asker
from tests.core.interrupted import ASKED, LATER, interrupted
from tests.core.leaks import LEAKS
from tests.support.playing import in_json, mover, positions, seeds
from tests.support.profiles import THOROUGH
from trials.dice import dice
from trials.noninterference.channels import illegal_actions
from trials.noninterference.check import compare_told, play, walk_game
from trials.noninterference.exchange import (
    cards_in_sight,
    exchange_unseen,
    rename_event,
    rename_state,
)

pytestmark = pytest.mark.no_cover  # a search, which measuring would make three times as long

PARTS = 15 if THOROUGH else 1
# Games in each, so that none takes long: at every prefix if thorough, else at five.
PART = 10 if THOROUGH else 5
PART_WITHIN = 240  # seconds, of which it should take twenty
GAMES = 40  # in which a leak must show
PLANTED = [*LEAKS] if THOROUGH else [*LEAKS][1::5]
INTERRUPTED = [*product(ASKED, LATER)][:: 1 if THOROUGH else 3]
LONGEST = 120  # decisions of each


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_told_depends_on_what_is_hidden(part: int) -> None:
    command = [sys.executable, "-m", "trials.noninterference", "--games", str(PART), "--jobs", "1"]
    command += ["--seed", str(PART * part), *(["--every"] if THOROUGH else [])]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PART_WITHIN)
    assert told.returncode == 0, told.stdout[-4000:] + told.stderr
    assert "No difference in" in told.stdout


@given(positions(), seeds)
def test_nothing_told_of_a_position_depends_on_what_is_hidden(state: State, seed: int) -> None:
    for viewer in (*state.seats, None):
        swap = exchange_unseen(state, cards_in_sight(state, viewer), dice(seed))
        assert list(compare_told(state, viewer, swap, dice(seed))) == []


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "later"), INTERRUPTED)
def test_nothing_is_told_early_of_a_turn_that_others_let_go_on(asked: str, later: str) -> None:
    for state in interrupted(asked, later):
        assert list(differences(state)) == []


def test_a_preview_that_tells_of_a_hand_another_turn_sows_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learns = Asker.learns_from
    monkeypatch.setattr(
        Asker, "learns_from", lambda self, e: learns(self, e) and not isinstance(e, HandSown)
    )
    found = [
        each for state in interrupted("perfect_crime", "saint_joan") for each in differences(state)
    ]
    assert any(each.startswith("previews and refusals:") for each in found)
    assert any("'forfeit'} shows ['" in each for each in found)


def differences(state: State) -> Iterator[str]:
    """Yield all differences in answers about a position when hidden cards are swapped."""
    for viewer in (*state.seats, None):
        swap = exchange_unseen(state, cards_in_sight(state, viewer), dice(1))
        yield from compare_told(state, viewer, swap, dice(2))


def test_a_card_that_served_a_stockpile_is_not_told_before_it_is_asked_for() -> None:
    given = {
        "options": {"passive_card": "on_request"},
        "hands": {"0": ["5Wi", "9Sp", "9Su", "2Wi"], "1": ["3Wi", "4Wi"]},
        "fields": {"SW": ["4Sp"], "NW": ["9Au"]},
        "luminaries": {"NW": "changeling"},
        "draw": ["KSp", "KSu"],
    }
    session = load_session(given)
    for action in (
        {"type": "stockpile", "card": "5Wi", "field": "SW", "value": 9, "take": ["4Sp"]},
        {"type": "exchange", "give": "9Sp", "take": "9Au"},
    ):
        session, _ = session.apply(0, action)
    assert session.state.players[0].passive == "9Sp"  # it is on the board now
    assert list(differences(session.state)) == []
    told = preview(session.state, 1, {"type": "ask_passive", "of": 0})
    assert in_json(told) == [{"type": "PassiveShown", "seat": 0}]


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak = LEAKS[name]
    leak.plant(monkeypatch)
    for seed in range(GAMES):
        found = walk_game(seed, options=leak.options, most=LONGEST, counts=Counter())
        if any(f": {leak.channel}:" in difference for difference in found):
            return
    pytest.fail(f"{name} was not found in {GAMES} games.")


def test_the_exchange_moves_all_that_is_unseen_and_nothing_else() -> None:
    steps = play(3, {"players": 3, "luminaries": "all", "stars": "always"}, 40)
    for step in steps:
        for viewer in (*step.after.seats, None):
            seen = cards_in_sight(step.after, viewer)
            swap = exchange_unseen(step.after, seen, dice(1))
            assert seen.isdisjoint(swap)
            assert set(swap) == set(swap.values())
            assert set(step.after.deck) <= set(swap)


def test_the_exchanged_events_fold_to_the_exchanged_state() -> None:
    steps = play(5, {"players": 3, "luminaries": "all", "stars": "always"}, 60)
    last = steps[-1]
    swap = exchange_unseen(last.after, cards_in_sight(last.after, None), dice(2))
    state = rename_state(steps[0].before, swap)
    for event in (event for step in steps for event in step.events):
        state = evolve(state, rename_event(event, swap))
    assert state == rename_state(last.after, swap)


@given(positions(), seeds)
def test_illegal_actions_of_every_type_are_tried(state: State, seed: int) -> None:
    tried = {action.get("type") for action in illegal_actions(state, mover(state), dice(seed))}
    assert tried >= TYPES.keys()
