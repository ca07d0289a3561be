"""Anybody who checks a game of this server finds it fair, and a server that cheats is found out."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from accounts.models import User
from games.actors import CommandSource
from games.making import practice
from games.models import Game
from games.stream import store
from games.stream.dealer import Dealer
from illimat_core import State
from illimat_core.rules import sources
from tests.games.guided_game import to_the_end
from tests.support.exports import export_game, play_game
from tests.support.programs import PROJECT

pytestmark = pytest.mark.django_db

CHECKERS = {
    "the program for players": [str(PROJECT / "web" / "static" / "web" / "check.py")],
    "illimat_core verify": ["-m", "illimat_core", "verify"],
}
RESHUFFLED = ["gambler", "children", "soldiers", "newborn"]
GAMES: dict[str, dict[str, Any]] = {
    "reshuffled": {"players": 2, "luminaries": RESHUFFLED, "rounds": 2},
    "all luminaries": {"players": 3, "luminaries": "all", "rounds": 1},
    "persisting": {"players": 2, "luminaries": "core", "luminaries_persist": True, "rounds": 5},
    "teams": {"players": 4, "mode": "teams", "rounds": 1},
    "solitaire": {"players": 1, "mode": "solitaire"},
    "solo fields": {"players": 1, "mode": "solo_fields", "rounds": 1},
}

Faults = Callable[..., dict[str, str]]


@pytest.fixture
def faults(tmp_path: Path) -> Faults:
    """Return what has the checkers check a file, and returns what those who object say."""

    def found(file: Mapping[str, Any], *more: str) -> dict[str, str]:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(file))
        said = {}
        for name, program in CHECKERS.items():
            told = subprocess.run(
                [sys.executable, *program, path, *more],
                capture_output=True, text=True, check=False, cwd=PROJECT, timeout=60,
            )  # fmt: skip
            assert told.returncode in (0, 1), told.stderr
            if told.returncode:
                said[name] = told.stdout
        return said

    return found


@pytest.mark.slow
@pytest.mark.parametrize("which", GAMES)
def test_a_game_that_is_over_is_found_fair(which: str, faults: Faults) -> None:
    game = play_game(GAMES[which], 1)
    file = export_game(game)
    assert faults(file, "--head", file["events"][7]["hash"]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("which", ["reshuffled", "persisting"])
def test_a_running_game_is_found_fair_by_everybody(which: str, faults: Faults) -> None:
    game = play_game(GAMES[which], 2, most=150 if which == "reshuffled" else 260)
    assert not game.over
    for user in (None, *User.objects.all()):
        assert faults(export_game(game, user)) == {}


def test_a_kept_lesson_is_found_fair(faults: Faults) -> None:
    user = User.objects.create_user("ada", "ada@example.org")
    game = practice.guided_keep(user=user, moves=to_the_end(), source=CommandSource.API)
    assert faults(export_game(game, user)) == {}


def ignore_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw without what the person contributed who sat down last."""
    honest: Any = vars(Dealer)["entropies"]
    monkeypatch.setattr(Dealer, "entropies", property(lambda self: honest.func(self)[:32]))


def draw_with_a_bias(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a byte modulo the number of things."""
    monkeypatch.setattr(sources, "_below", lambda bound, words: next(words) % 256 % bound)


def choose_a_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal from a key that was not committed to."""
    monkeypatch.setattr(Dealer, "key", lambda _, scope: scope.encode())


@pytest.mark.parametrize("cheat", [ignore_a_seat, draw_with_a_bias, choose_a_deck])
def test_a_dealer_that_cheats_is_found_out(
    cheat: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, faults: Faults
) -> None:
    cheat(monkeypatch)
    file = export_game(play_game({"players": 2, "mode": "beginner", "rounds": 1}, 3))
    assert set(faults(file)) == set(CHECKERS)


def test_a_card_that_is_exchanged_in_mid_game_is_found_out_by_who_draws_it(
    monkeypatch: pytest.MonkeyPatch, faults: Faults
) -> None:
    honest = store.state_of

    def cheating(game: Game) -> State:
        state = honest(game)
        if state.version != 7:  # the first play
            return state
        top, *others, bottom = state.deck
        return replace(state, deck=(bottom, *others, top))

    monkeypatch.setattr(store, "state_of", cheating)
    game = play_game({"players": 2, "mode": "beginner", "rounds": 1}, 4, most=20)
    said = [faults(export_game(game, user)) for user in User.objects.all()]
    assert sum("the program for players" in each for each in said) == 1
