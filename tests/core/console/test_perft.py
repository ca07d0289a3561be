"""Fixed positions keep their number of continuations: a changed count is a changed rule."""

from pathlib import Path

import pytest

from illimat_core.__main__ import main
from illimat_core.actions import Forfeit
from illimat_core.console import perft
from illimat_core.decider import advance, begin, settle_chance
from illimat_core.folding import fold
from illimat_core.options import Options
from illimat_core.rules.sources import SeededSource
from tests.support.profiles import THOROUGH

FILE = Path(__file__).parents[2] / "perft" / "positions.yaml"
POSITIONS = perft.read_positions(FILE)
DEPTH = 3
TRIED = DEPTH if THOROUGH else 2


@pytest.mark.no_cover  # measuring would make it three times as long
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_a_position_has_the_committed_number_of_sequences(position: perft.PerftPosition) -> None:
    assert len(position.counts) == DEPTH
    ((line, fits),) = perft.run([position], TRIED)
    assert fits, line


def test_the_command_reports_an_unexpected_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right, wrong = tmp_path / "right.yaml", tmp_path / "wrong.yaml"
    text = "- {id: solitaire, new: {mode: solitaire, players: 1}, counts: [4, 17]}\n"
    right.write_text(text)
    wrong.write_text(text.replace("17", "18"))
    assert main(["perft", str(right), "--depth", "2"]) == 0
    assert capsys.readouterr().out == "solitaire: 4 17\n"
    assert main(["perft", str(wrong), "--depth", "3"]) == 1
    assert capsys.readouterr().out == "solitaire: 4 17 85  expected 4 18\n"


def test_a_game_has_one_sequence_of_no_actions_and_none_of_more_once_it_is_over() -> None:
    dice = SeededSource(b"perft")
    started = begin(Options(players=2))
    state, _ = settle_chance(fold(started), started, dice)
    assert perft.perft(state, 0, dice) == 1
    over, _ = advance(state, state.awaited[0], Forfeit(), dice)
    assert perft.perft(over, 2, dice) == 0
