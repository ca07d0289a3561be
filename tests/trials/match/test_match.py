"""Matches between engines: programs play by JSON lines, and lose if they break the protocol."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from illimat_core import observe
from illimat_core.players.knowledge import know
from tests.support.playing import Game, any_options, games
from tests.support.programs import PROJECT
from trials.match.games import read_engine, results
from trials.strength.matches import Contender, Match

ROUND = {"players": 2, "luminaries": "none", "rounds": 1}
BOT = f"{sys.executable} {PROJECT / 'examples' / 'engine_bot.py'}"
RANDOM = read_engine("random")


def program(folder: Path, body: str) -> str:
    """Return the command line of a program that runs ``body`` for each line, as ``line``."""
    file = folder / "engine.py"
    lines = "\n".join(f"    {each}" for each in body.splitlines())
    file.write_text(f"import json, os, sys, time\nfor line in sys.stdin:\n{lines}\n")
    return f"{sys.executable} {file}"


def match(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "trials.match", *arguments]
    return subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.slow
def test_the_example_wins_most_games_against_random() -> None:
    played = match(BOT, "random", "--deals", "8", "--luminaries", "none")
    assert (played.returncode, played.stderr) == (0, "")
    found = re.search(rf"{re.escape(BOT)} won ([\d.]+) % ", played.stdout)
    assert found
    assert float(found[1]) > 60
    assert "Games: 16. Deals: 8, from --seed 1." in played.stdout


def test_a_match_can_be_repeated() -> None:
    bot = read_engine(BOT)
    assert [list(results(bot, RANDOM, ROUND, 3, 10)) for _ in range(2)] == [
        list(results(bot, RANDOM, ROUND, 3, 10))
    ] * 2


def test_levels_play_as_they_do_when_their_strength_is_measured() -> None:
    one, others = Contender("beginner"), Contender("random")
    shares = [
        result.share
        for result in results(read_engine("beginner"), read_engine("random"), ROUND, 5, 1)
    ]
    assert shares == Match("same", ROUND, one, others).shares(5)


FOULS = {
    "sys.exit(3)": "it ended with the exit status 3",
    "os.close(1); time.sleep(60)": "it closed its standard output",
    "time.sleep(60)": "it did not answer within 1 s",
    "print('pass', flush=True)": "it answered 'pass', which is no JSON object",
    "print('[' * 50_000, flush=True)": "which is no JSON object",
    "print('{}', flush=True)": "it answered {}, which is no choice",
    "print('x' * 100_000, flush=True)": "its answer was longer than 65,536 bytes",
    """print('{"ok": true, "action": {"type": "end_turn"}}', flush=True)""": "(R-TURN-1: ",
    """print('{"ok": true, "action": {"type": "sow"}}', flush=True)""": "(R-ACT-1: ",
}


@pytest.mark.slow
@pytest.mark.parametrize("body", FOULS)
def test_a_foul_loses_the_game_with_a_message(tmp_path: Path, body: str) -> None:
    bad = read_engine(program(tmp_path, body))
    seconds = 1 if "1 s" in FOULS[body] else 60
    first = next(results(bad, RANDOM, ROUND, 1, seconds))
    assert first.share == 0
    assert first.foul.startswith(f"{bad.name} loses deal 1: ")
    assert FOULS[body] in first.foul
    assert "\n" not in first.foul
    assert len(first.foul) < 400
    first = next(results(RANDOM, bad, ROUND, 1, seconds))
    assert first.share == 1


@pytest.mark.slow
def test_a_program_that_never_reads_is_too_slow(tmp_path: Path) -> None:
    file = tmp_path / "deaf.py"
    file.write_text("import time; time.sleep(60)")
    deaf = read_engine(f"{sys.executable} {file}")
    many = ROUND | {"luminaries": "all", "players": 4}
    first = next(results(deaf, RANDOM, many, 1, 0.5))
    assert "it did not answer within 0.5 s" in first.foul


@pytest.mark.slow
def test_a_match_with_fouls_ends_with_their_list(tmp_path: Path) -> None:
    played = match("random", program(tmp_path, "sys.exit(1)"), "--deals", "2")
    assert played.returncode == 1
    assert played.stdout.count("loses deal 1: it ended with the exit status 1.\n") == 2
    assert "random won 100.0 % (" in played.stdout
    assert " to 100.0 %) of its games against " in played.stdout


@given(games(most=40, chosen=any_options))
def test_a_program_is_shown_what_its_seat_may_see(game: Game) -> None:
    state = game.state
    for seat in state.awaited:
        known = know(state, seat)
        assert observe(known.table, seat) == observe(state, seat)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["clever", "random"], "clever is neither a level of house players (random, beginner, "),
        (["strong:0", "random"], "budget: Choose a budget of 1 to 100,000."),
        (["strong:many", "random"], "budget: Choose a budget of 1 to 100,000."),
        (["random", "'unclosed"], "nor a command that can be run here."),
        (["random", "random", "--players", "9"], "is played by 2 to 4 players."),
        (["random", "random", "--deals", "0"], "0 is not a number above 0."),
        (["random", "random", "--seconds", "nan"], "Choose a number of seconds above 0"),
        (["random", "random", "--luminaries", "few"], "luminaries: "),
    ],
)
def test_illegal_plays_are_refused_with_a_sentence(arguments: list[str], told: str) -> None:
    refused = match(*arguments)
    assert refused.returncode in {1, 2}
    assert told in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_example_answers_as_the_documents_say() -> None:
    text = (PROJECT / "docs" / "bots.md").read_text("utf-8")
    request, answer = re.findall(r"```json\n(.*?)\n```", text, re.S)
    said = subprocess.run(
        BOT.split(), input=f'{request}\n{{"cmd": "quit"}}\n', capture_output=True, text=True,
        timeout=30, check=True,
    ).stdout.splitlines()  # fmt: skip
    given: list[Any] = [json.loads(line) for line in said]
    assert given[0] == json.loads(answer)
    assert given[1]["ok"] is False
