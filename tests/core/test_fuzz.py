"""Random games with random options, and planted bugs that the search must find."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import trials.fuzz.__main__ as command
from illimat_core import State, folding, legal_actions, load, read_options, write
from illimat_core.console import scenarios
from illimat_core.events import CardSown, Event, FieldCleared
from tests.support.playing import Json
from trials.dice import dice
from trials.fuzz import checks, failures, twin
from trials.fuzz.checks import Check, WrongError
from trials.fuzz.ledger import LedgerError
from trials.fuzz.twin import TwinError
from trials.jsons import in_json
from trials.random_games import players
from trials.random_games.options import VALUES, random_options
from trials.random_games.players import Temper

pytestmark = pytest.mark.no_cover  # a search, which measuring would make three times as long

GAMES, EVERY_DAY = 60, 24
SECTION_13: Json = {
    "mode": ["standard", "beginner", "teams", "solitaire", "solo_fields"],
    "players": [1, 2, 3, 4],
    "luminaries": ["core", "false_baron", "crane_wife", "all", "none"],
    "rounds": [None, 1],
    "target_score": [17, 1],
    **VALUES,
}
LOST_CARD = "Lost: .'[0-9FNQK]+(Sp|Su|Au|Wi|St)'"


@pytest.mark.parametrize(
    "seed",
    [
        *range(EVERY_DAY),
        *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(EVERY_DAY, GAMES)),
    ],
)
def test_a_random_game_over_random_options_ends_well(seed: int) -> None:
    Check(seed).run()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("mode", "players"), [("teams", 4), ("solitaire", 1), ("solo_fields", 1), ("beginner", 3)]
)
def test_a_game_that_people_leave_ends_well(mode: str, players: int, seed: int) -> None:
    options = {"mode": mode, "players": players}
    Check(seed, options=options, temper=Temper(0.5, 0.03)).run()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 212))
def test_a_scenario_of_a_game_leads_where_the_game_led(seed: int) -> None:
    check = Check(seed)
    check.run()
    assert check.game
    scenario = failures.failure_of(check, WrongError("as if")).scenario
    assert scenario
    position = in_json(write(check.game.state))
    scenarios.run(scenario | {"then": position})


def test_random_options_choose_every_value_and_are_allowed() -> None:
    chosen = [random_options(dice(seed)) for seed in range(400)]
    for options in chosen:
        read_options(options)
    for name, values in SECTION_13.items():
        assert {str(options[name]) for options in chosen} >= set(map(str, values)), name


Fold = Callable[[State, Any], State]


def replace_fold(
    monkeypatch: pytest.MonkeyPatch, kind: type[Event], fold: Callable[[Fold, State, Any], State]
) -> None:
    """Plant a bug in the fold of a type of event."""
    folds: dict[type[Event], Fold] = folding._FOLDS
    monkeypatch.setitem(folds, kind, partial(fold, folds[kind]))


def lose_a_card(fold: Fold, state: State, event: Any) -> State:
    """Lose the last card of the draw pile."""
    after = fold(state, event)
    return replace(after, deck=after.deck[:-1])


def crash(*_: object) -> State:
    raise KeyError("the Illimat fell off the table")


def test_a_lost_card_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_fold(monkeypatch, CardSown, lose_a_card)
    with pytest.raises(LedgerError, match=LOST_CARD):
        Check(1, options={"mode": "beginner"}).run()


def test_a_dead_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "legal_actions", lambda *_: iter(()))
    with pytest.raises(WrongError, match="can do nothing"):
        Check(1).run()


def test_an_endless_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MAX_ACTIONS", 5)
    with pytest.raises(WrongError, match="does not end"):
        Check(1).run()


def test_an_accepted_action_that_is_not_listed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "legal_actions", lambda *given: islice(legal_actions(*given), 1))
    with pytest.raises(WrongError, match="not listed"):
        Check(1, options={"mode": "beginner", "rounds": 3}).run()


def test_a_position_that_forgets_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "load", lambda given: load(given | {"astronomer": "Spring"}))
    with pytest.raises(TwinError, match="came back another one"):
        Check(1, options={"mode": "beginner", "rounds": 3}).run()


def test_a_position_that_is_seen_to_lack_something_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(twin, "write", lambda state: write(state) | {"scores": {}})
    with pytest.raises(TwinError, match="shows something else"):
        Check(1, options={"mode": "beginner", "rounds": 3}).run()


def test_a_position_that_lacks_what_only_comes_out_later_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_the_order_of_cards(state: State) -> Json:
        return write(state) | {"draw": sorted(state.deck)}

    monkeypatch.setattr(twin, "write", without_the_order_of_cards)
    with pytest.raises(TwinError, match="went on another way"):
        Check(1, options={"mode": "beginner", "rounds": 3}).run()


def test_a_crash_is_told_so_that_it_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_fold(monkeypatch, FieldCleared, crash)
    monkeypatch.setattr(sys, "argv", ["fuzz", "--games", "2", "--seed", "7", "--jobs", "1"])
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="1"):
        command.main()
    told = capsys.readouterr().out
    assert "KeyError: 'the Illimat fell off the table'" in told
    assert "./do fuzz --games 1 --seed 7" in told
    assert '"luminaries":' in told
    assert "2 of 2 games failed: seeds 7, 8." in told
    (repeated,) = [found for _, found in scenarios.run_files([tmp_path / "var" / "fuzz-7.yaml"])]
    assert repeated == "cannot be run: KeyError: 'the Illimat fell off the table'"


@pytest.mark.slow
def test_the_command_prints_its_counts_and_the_confidence_in_them() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "trials.fuzz", "--games", "6", "--seed", "3", "--jobs", "2"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "6/6 games" in done.stdout
    assert re.search(r"actions +[\d,]+\n", done.stdout)
    assert "fewer than 50.000% would" in done.stdout


@pytest.mark.slow
def test_interrupted_fuzzing_reports_what_was_done() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "trials.fuzz", "--games", "100000", "--seed", "3", "--jobs", "2"],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout
        assert "100,000 random games" in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        try:
            out, complaints = running.communicate(timeout=60)
        finally:
            running.kill()
    assert "Stopped after" in out
    assert complaints == ""
    assert running.returncode == 130
