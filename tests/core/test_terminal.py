"""Playing at the terminal: the real process, fed through a pipe."""

import json
import signal
import subprocess
import sys
from functools import cache

import pytest

from illimat_core import as_json
from illimat_core.listing import legal_actions
from illimat_core.session import new_session
from illimat_core.shorthand import shorten

PLAY = [sys.executable, "-m", "illimat_core", "play", "--seed", "ab"]
WITHIN = 60  # seconds


@cache
def play(typed: str | bytes, *flags: str) -> str:
    """What the game says to what is typed; it ends well."""
    text = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [*PLAY, *flags], input=text, capture_output=True, timeout=WITHIN, check=True
    )
    assert done.stderr == b""
    return done.stdout.decode()


def first_actions(number: int) -> list[str]:
    """The first actions of seat 0 in the game of that seed, in few words."""
    state = new_session({}, bytes.fromhex("ab")).state
    assert state.awaited == (0,)
    return [
        shorten(as_json(a)) for a, _ in zip(legal_actions(state, 0), range(number), strict=False)
    ]


@pytest.mark.parametrize(
    "flags",
    [
        ("--mode", "beginner"),
        ("--mode", "solitaire"),
        ("--mode", "solo_fields"),
        ("--mode", "teams", "--luminaries", "all", "--seat", "3"),
        ("--players", "3", "--luminaries", "river,rake,union,echo", "--seat", "1"),
    ],
)
def test_a_whole_game_is_played_by_typing_one(flags: tuple[str, ...]) -> None:
    said = play("1\n" * 3000, *flags)
    assert "The game is over" in said
    assert "Goodbye" not in said
    assert "(you)" in said


def test_the_board_and_numbered_actions_are_shown() -> None:
    said = play("")
    assert "| NW " in said
    for number, words in enumerate(first_actions(20), 1):
        assert f"{number:5}  {words}\n" in said


def test_the_same_seed_is_the_same_game() -> None:
    assert play("1\n" * 20) == play("1\n" * 20)
    assert play("1\n", "--seed", "cd") != play("1\n")


@pytest.mark.parametrize("number", [1, 4])
def test_an_action_is_typed_as_number_words_or_json(number: int) -> None:
    words = first_actions(number)[-1]
    _, card, field = words.split()
    by_json = json.dumps({"type": "sow", "card": card, "field": field})
    assert play(f"{number}\n") == play(f"{words}\n") == play(f"{by_json}\n")


@pytest.mark.parametrize(
    "typed",
    [
        "", "0", "99", "123456789012345678901234567890", "nonsense", "sow", "sow 5Wi", "sow ASp SW",
        "{", "{}", "[]", '"sow"', '{"type": 5}', '{"type": "sow", "card": [], "field": "SW"}',
        '{"a":' * 3000, "end_turn", "pass", "-1", "1.5", "season_card=", "\x00", "harvest 2Sp SW",
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_and_asked_again(typed: str) -> None:
    said = play(f"{typed}\n1\n")
    without = play("1\n")
    assert said.count("> ") == without.count("> ") + 1
    assert said.endswith(without[without.index("> ") + 2 :])  # nothing was lost
    answer = said[said.index("> ") + 2 :].split("> ")[0]
    assert (answer.strip() == "") == (typed == "")
    assert "Traceback" not in answer


def test_bytes_that_are_no_text_are_asked_again() -> None:
    assert "is no action" in play(b"\xff\xfe\xff\n1\n")


def test_more_help_and_board_change_nothing() -> None:
    said = play("help\nboard\nmore\nmore\n1\n")
    assert "stockpile 5Wi SW 9 4Sp" in said
    assert "There are no more." in said
    assert said.endswith(play("1\n")[-400:])


@pytest.mark.parametrize("typed", ["", "1\n", "quit\n", "1\nquit\n5\n"])
def test_an_end_of_input_is_a_goodbye_with_the_seed(typed: str) -> None:
    assert play(typed).endswith("Goodbye. The same deal again: the same options, and --seed ab\n")


def test_ctrl_c_is_a_goodbye() -> None:
    process = subprocess.Popen(PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert next(line for line in process.stdout if "Play a card" in line)
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    assert process.wait(WITHIN) == 0
    assert rest.endswith("Goodbye. The same deal again: the same options, and --seed ab\n")
    process.communicate()


def test_a_person_sees_no_card_of_the_others() -> None:
    said = play("1\n" * 3, "--mode", "beginner")
    assert "Seat 1 draws 1 card." in said
    assert "Seat 1's hand" not in said


def test_who_reads_no_further_hears_of_no_error() -> None:
    process = subprocess.Popen(
        PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    process.stdout.close()
    _, complaint = process.communicate("1\n1\n1\n", WITHIN)
    assert (process.returncode, complaint) == (1, "")


def test_leaving_ends_a_game_of_two() -> None:
    assert "The game is over; Seat 1 wins." in play("forfeit\n")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--players", "9"), "--players: "),
        (("--seat", "2"), "--seat: "),
        (("--luminaries", "river,dragon"), "--luminaries: "),
        (("--mode", "chess"), "--mode: "),
        (("--mode", "solitaire", "--players", "2"), "--players: "),
        (("--seed", "xyz"), "hexadecimal"),
    ],
)
def test_a_game_that_cannot_be_made_is_told_and_fails(flags: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        [*PLAY, *flags], capture_output=True, text=True, timeout=WITHIN, check=False
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
