"""The house players, and their documented speed."""

import pytest
from hypothesis import given, settings

from illimat_core import SeededSource, advance, legal_actions
from illimat_core.__main__ import main
from illimat_core.console.bench import GAMES, measure
from illimat_core.players import random
from illimat_core.players.dice import Dice
from tests.support.playing import Game, games, luminary_options, new_game


@given(games(most=90, chosen=luminary_options()))
def test_the_random_player_chooses_what_is_legal(game: Game) -> None:
    for state, seat, *_ in game.decided[-8:]:
        chosen = random.choose(state, seat, Dice(b"player"))
        assert any(chosen == action for action in legal_actions(state, seat))


@settings(max_examples=settings().max_examples // 5)
@given(games(most=30, chosen=luminary_options()))
def test_the_random_player_does_the_same_for_the_same_chance(game: Game) -> None:
    state = game.state
    for seat in state.awaited:
        one, other = (random.choose(state, seat, Dice(b"same")) for _ in range(2))
        assert one == other


def test_the_random_player_does_all_kinds_of_things() -> None:
    state, source = new_game({"luminaries": "all"}, b"many").state, SeededSource(b"many")
    dice, done = Dice(b"many"), set()
    while not state.over:
        seat = state.awaited[0]
        action = random.choose(state, seat, dice)
        done.add(type(action).__name__)
        state, _ = advance(state, seat, action, source)
    assert {"Sow", "Harvest", "Stockpile"} <= done


def test_the_command_prints_the_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(GAMES)


def test_the_benchmark_tells_of_every_kind_of_game() -> None:
    told = list(measure(0))
    assert [line.split("  ")[0] for line in told] == list(GAMES)
    assert all("games/s" in line and "actions/s" in line for line in told)
