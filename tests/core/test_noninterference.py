"""Nothing hidden changes anything that is told; and whatever leaked, it would be found.

HYPOTHESIS_PROFILE=ci or REQUIRE_ALL=1 makes it 150 games at every prefix; ./do noninterference
checks as many as one likes.
"""

import os
import subprocess
import sys

import pytest
from hypothesis import given

from fuzz.options import dice
from illimat_core import State, evolve
from illimat_core.actions import TYPES
from secrecy.check import check_game, compare_told, play
from secrecy.exchange import exchanged, in_sight, rename_event, rename_state
from secrecy.telling import illegal_actions
from tests.core.leaks import LEAKS
from tests.core.playing import mover, positions, seeds

WHOLE = os.environ.get("HYPOTHESIS_PROFILE") == "ci" or os.environ.get("REQUIRE_ALL") == "1"
FEW = 24  # games at five prefixes each, every day
GAMES = 40  # in which a leak must show
LONGEST = 120  # decisions of each


def noninterference(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command."""
    command = [sys.executable, "-m", "secrecy", "--seed", "0", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_nothing_told_depends_on_what_is_hidden() -> None:
    told = (
        noninterference("--games", "150", "--every")
        if WHOLE
        else noninterference("--games", str(FEW))
    )
    assert told.returncode == 0, told.stdout[-4000:] + told.stderr
    assert "No difference in" in told.stdout


@given(positions(), seeds)
def test_nothing_told_of_a_position_depends_on_what_is_hidden(state: State, seed: int) -> None:
    for viewer in (*state.seats, None):
        swap = exchanged(state, in_sight(state, viewer), dice(seed))
        assert list(compare_told(state, viewer, swap, dice(seed))) == []


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak = LEAKS[name]
    leak.plant(monkeypatch)
    for seed in range(GAMES):
        found = check_game(seed, options=leak.options, most=LONGEST).differences
        if any(f": {leak.channel}:" in difference for difference in found):
            return
    pytest.fail(f"{name} was not found in {GAMES} games.")


def test_the_exchange_moves_all_that_is_unseen_and_nothing_else() -> None:
    steps = play(3, {"players": 3, "luminaries": "all", "stars": "always"}, 40)
    for step in steps:
        for viewer in (*step.after.seats, None):
            seen = in_sight(step.after, viewer)
            swap = exchanged(step.after, seen, dice(1))
            assert seen.isdisjoint(swap)
            assert set(swap) == set(swap.values())
            assert set(step.after.deck) <= set(swap)


def test_the_exchanged_events_fold_to_the_exchanged_state() -> None:
    steps = play(5, {"players": 3, "luminaries": "all", "stars": "always"}, 60)
    last = steps[-1]
    swap = exchanged(last.after, in_sight(last.after, None), dice(2))
    state = rename_state(steps[0].before, swap)
    for event in (event for step in steps for event in step.events):
        state = evolve(state, rename_event(event, swap))
    assert state == rename_state(last.after, swap)


@given(positions(), seeds)
def test_illegal_actions_of_every_type_are_tried(state: State, seed: int) -> None:
    tried = {action.get("type") for action in illegal_actions(state, mover(state), dice(seed))}
    assert tried >= TYPES.keys()
