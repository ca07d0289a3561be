"""Playing at the terminal, with typed input from a pipe."""

import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from illimat_core import as_json
from illimat_core.__main__ import main
from illimat_core.console.session import new_session
from illimat_core.console.shorthand import shorten
from illimat_core.offers.listing import legal_actions
from tests.core.terminal import PLAY, call, play

WITHIN = 60  # seconds
GOODBYE = "Goodbye. The same deal again: python -m illimat_core play --seed ab\n"


def first_actions(number: int) -> list[str]:
    """Return the first actions of seat 0 in the game of a seed, in shorthand."""
    state = new_session({}, bytes.fromhex("ab")).state
    assert state.awaited == (0,)
    return [
        shorten(as_json(a)) for a, _ in zip(legal_actions(state, 0), range(number), strict=False)
    ]


@pytest.mark.parametrize(
    "flags",
    [
        ("--mode", "beginner", "--level", "random"),
        ("--mode", "solitaire"),
        ("--mode", "solo_fields"),
        ("--mode", "teams", "--luminaries", "all", "--seat", "3", "--level", "beginner"),
        ("--players", "3", "--luminaries", "river,rake,union,echo", "--seat", "1"),
    ],
)
def test_a_whole_game_is_played_by_typing_one(flags: tuple[str, ...]) -> None:
    said = play("1\n" * 3000, *flags)
    assert "The game is over" in said
    assert "Goodbye" not in said
    assert "(you)" in said


@pytest.mark.parametrize("typed", [b"1\n" * 3, b"\xff\xfe\xff\nhelp\n"])
def test_the_process_says_what_its_function_says(typed: bytes) -> None:
    done = subprocess.run(PLAY, input=typed, capture_output=True, timeout=WITHIN, check=True)
    assert (done.stdout.decode(), done.stderr) == (play(typed), b"")


def test_a_strong_player_answers_at_once() -> None:
    assert "Seat 1" in play("1\n", "--level", "strong")


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
def test_an_impossible_answer_is_explained_and_asked_for_again(typed: str) -> None:
    said = play(f"{typed}\n1\n")
    without = play("1\n")
    assert said.count("> ") == without.count("> ") + 1
    assert said.endswith(without[without.index("> ") + 2 :])  # nothing was lost
    answer = said[said.index("> ") + 2 :].split("> ")[0]
    assert (answer.strip() == "") == (typed == "")
    assert "Traceback" not in answer


def test_after_bytes_that_are_no_text_the_question_is_repeated() -> None:
    assert "is not an action" in play(b"\xff\xfe\xff\n1\n")


def test_more_help_and_board_change_nothing() -> None:
    said = play("help\nboard\nmore\nmore\n1\n")
    assert "stockpile 5Wi SW 9 4Sp" in said
    assert "There are no more actions." in said
    assert said.endswith(play("1\n")[-400:])


@pytest.mark.parametrize("typed", ["", "1\n", "quit\n", "1\nquit\n5\n", "exit\n5\n", "q\n5\n"])
def test_at_the_end_of_input_the_seed_is_shown(typed: str) -> None:
    assert play(typed).endswith(GOODBYE)


def test_ctrl_c_ends_the_program_without_a_traceback() -> None:
    process = subprocess.Popen(PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert next(line for line in process.stdout if "Play a card" in line)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=WITHIN)
    assert process.returncode == 0
    assert rest.endswith(GOODBYE)


class Interrupted(StringIO):
    """Input during which Ctrl-C is typed."""

    def readline(self, *_: object) -> str:  # type: ignore[override] # of both bytes and text
        """Interrupt instead of reading."""
        raise KeyboardInterrupt


def test_an_interrupted_game_is_a_goodbye() -> None:
    with patch.object(sys, "stdin", Interrupted()), redirect_stdout(StringIO()) as said:
        assert main(PLAY[3:]) == 0
    assert said.getvalue().endswith(GOODBYE)


@pytest.mark.skipif(not Path("/dev/ptmx").exists(), reason="There are no terminals here.")
def test_an_arrow_recalls_the_line_before() -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(PLAY, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = b""
    for number, keys in enumerate([b"nonsense\r", b"\x1b[A\r", b"quit\r"], 1):
        while said.count(b"> ") < number:
            said += os.read(ours, 4096)
        os.write(ours, keys)
    assert process.wait(timeout=WITHIN) == 0
    os.close(ours)
    assert said.count(b"is not an action") == 2


def test_an_unknown_argument_is_refused_with_the_usage_of_the_command() -> None:
    code, _, complaint = call("", "nonsense")
    assert code == 2
    assert complaint.startswith("usage: python -m illimat_core play")


def test_input_may_come_from_a_program() -> None:
    with patch.object(sys, "stdin", StringIO("1\n")), redirect_stdout(StringIO()) as said:
        assert main(PLAY[3:]) == 0
    assert said.getvalue() == play("1\n")


def test_a_person_sees_no_card_of_the_others() -> None:
    said = play("1\n" * 3, "--mode", "beginner")
    assert "Seat 1 draws 1 card." in said
    assert "Seat 1's hand" not in said
    assert "\nYour hand: " in said
    assert "(you)'s hand" not in said


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("sow", "Which card, and into which field?"),
        ("harvest", "Which card, in which field, and what does it take?"),
        ("stockpile", "Which card, in which field, and with which cards?"),
    ],
)
def test_an_action_without_its_card_is_asked_for_the_rest(typed: str, question: str) -> None:
    answer = play(f"{typed}\n").split("> ")[1]
    assert answer.startswith(f"{question}\n")
    assert "Type help to see what you can type." in answer


def test_a_closed_pipe_causes_no_error_message() -> None:
    process = subprocess.Popen(
        PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    process.stdout.close()
    _, complaint = process.communicate("1\n1\n1\n", WITHIN)
    assert (process.returncode, complaint) == (1, "")


@pytest.mark.parametrize("typed", ["forfeit", "fo", '{"type": "forfeit"}'])
def test_leaving_ends_a_game_of_two_once_it_is_meant(typed: str) -> None:
    assert "The game is over; Seat 1 wins." in play(f"{typed}\nyes\n")


def test_a_leaver_of_a_game_of_three_is_not_shown_the_rest() -> None:
    said = play("forfeit\nyes\n", "--players", "3")
    assert said.endswith("You forfeit.\nYou have left the game. The others play on without you.\n")


@pytest.mark.parametrize("answer", ["no", "", "y", "1", "forfeit"])
def test_declining_to_leave_goes_on_with_the_game(answer: str) -> None:
    said = play(f"forfeit\n{answer}\n1\n")
    assert "Type yes to forfeit." in said
    assert "You play on." in said
    assert said.endswith(play("1\n")[-400:])


def test_help_tells_what_a_luminary_does() -> None:
    said = play("help forest queen\nhelp The River\nhelp saint_joan\n")
    assert "The Forest Queen. In play: The Illimat does not turn for any reason. Reveal:" in said
    assert "The River. Reveal: Three more cards" in said
    assert "Saint Joan. Claim:" in said


def test_help_for_no_luminary_lists_them() -> None:
    assert "There is no luminary 'rivr'. Did you mean river?" in play("help rivr\n")
    assert "There is no luminary 'dragon'. Choose one of: maiden, changeling," in play(
        "help dragon\n"
    )


def test_after_a_typing_error_what_fits_is_shown_and_not_everything() -> None:
    said = play("saw\n").split("> ")[1]
    assert "'saw' is not an action." in said
    shown = [line for line in said.splitlines() if line[:5].strip().isdecimal()]
    assert 0 < len(shown) < 7
    assert all(" sow " in line for line in shown)
    assert "rake_sow" not in said
    assert "name_luminary" not in play("nonsense\n").split("> ")[1]


def test_the_way_to_the_same_deal_names_all_options() -> None:
    said = play("", "--mode", "beginner", "--players", "3", "--seat", "2")
    assert said.endswith("play --players 3 --mode beginner --seat 2 --seed ab\n")


def test_its_help_lists_the_sets_of_luminaries() -> None:
    said = play("", "--help")
    assert "core, false_baron, crane_wife, all, none" in " ".join(said.split())


def test_it_speaks_of_itself_as_it_was_called() -> None:
    done = subprocess.run(
        [*PLAY, "--help"],
        env=os.environ | {"ILLIMAT_CALLED": "./do"},
        capture_output=True,
        text=True,
        check=True,
        timeout=WITHIN,
    )
    assert done.stdout.startswith("usage: ./do play")


def test_unknown_arguments_are_refused_with_its_own_usage() -> None:
    done = subprocess.run(
        [*PLAY, "nonsense"],
        env=os.environ | {"ILLIMAT_CALLED": "./do"},
        capture_output=True,
        text=True,
        check=False,
        timeout=WITHIN,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: ./do play [-h]")
    assert done.stderr.endswith("./do play: error: unrecognized arguments: nonsense\n")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--players", "9"), "--players: "),
        (("--seat", "2"), "--seat: "),
        (("--luminaries", "river,dragon"), "--luminaries: "),
        (("--mode", "chess"), "--mode: "),
        (("--mode", "solitaire", "--players", "2"), "--players: "),
        (("--seed", "xyz"), "hexadecimal"),
        (("--level", "clever"), "--level: There is no level clever. Choose one of: random, "),
    ],
)
def test_a_game_that_cannot_be_made_is_an_error(flags: tuple[str, ...], said: str) -> None:
    code, _, complaint = call("", *flags)
    assert code == 2
    assert said in complaint
    assert "Traceback" not in complaint


def test_an_action_that_says_too_little_is_asked_for_the_rest() -> None:
    assert "sow also needs field." in play("sow 5Wi\nq\n")


def test_an_action_that_is_not_possible_now_is_said_to_be_so() -> None:
    assert "No exchange is possible now." in play("exch\nq\n", "--luminaries", "none")


def test_help_with_an_action_is_the_help() -> None:
    assert play("help sow\nq\n") == play("help\nq\n")


def test_luminaries_are_refused_in_a_mode_without_them() -> None:
    code, _, complaint = call("q\n", "--mode", "beginner", "--luminaries", "all")
    assert (code, complaint) == (2, "--luminaries: Mode beginner is played without luminaries.\n")
