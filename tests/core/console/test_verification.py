"""``python -m illimat_core verify`` passes an unchanged game, and finds each kind of tampering."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from illimat_core import sealing
from illimat_core.__main__ import main
from illimat_core.console import verification
from illimat_core.console.session import Scripted
from illimat_core.events import (
    CardSown,
    DecisionOpened,
    GameCalledOff,
    GameStarted,
    HandDealt,
    HandDrawn,
    RoundDealt,
    RoundScored,
    wire,
)
from illimat_core.options import read_options
from illimat_core.sealing import canonical
from tests.support.playing import Json
from tests.support.sealed_games import GAME, FromSeed, SealedGame, reseal

OPTIONS = {"players": 2, "stars": "always", "luminaries": ["rusalka", "gambler", "river", "island"]}
PERSISTING = OPTIONS | {"luminaries_persist": True}
BEGINNER = {"mode": "beginner", "players": 2, "rounds": 1}
OTHER_SEED = bytes(32)


@cache
def _made() -> Json:
    return SealedGame(OPTIONS | {"rounds": 2}).export()


@pytest.fixture
def file() -> Json:
    """Return the file of a game of two rounds, to be tampered with."""
    return deepcopy(_made())


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Return a function that checks a file, and returns the exit status and the output."""

    def checked(made: Json, *flags: str) -> tuple[int, str]:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(made))
        code = main(["verify", str(path), *flags])
        return code, capsys.readouterr().out

    return checked


Checked = Callable[..., tuple[int, str]]


def first(made: Json, kind: type) -> Any:
    return next(each for each in made["events"] if each["type"] == kind.__name__)


def place_of(made: Json, kind: type) -> int:
    """Return where the first event of a type stands."""
    return int(made["events"].index(first(made, kind)))


def change(event: Json, **members: Any) -> None:
    """Change public members of an event."""
    event["public"] = canonical(json.loads(event["public"]) | members)


def change_part(event: Json, **members: Any) -> None:
    """Change the private members of an event."""
    part = json.loads(event["private"][0])
    event["private"] = [canonical(part | {"part": part["part"] | members})]


def test_a_game_as_it_was_played_passes(file: Json, check: Checked) -> None:
    heads = [each["hash"] for each in file["events"][10:40:10]]
    assert check(file, *(f"--head={head.upper()}" for head in heads)) == (
        0,
        f"Game {GAME}, finished, version {file['version']}\n"
        "Chain: Every hash is right.\n"
        "Commitments: 5 of 65 secrets are open, and fit.\n"
        "Rules: Every play and every score is by the rules.\n"
        "Deals: All that chance drew follows from the secrets and the entropies.\n",
    )


@pytest.mark.parametrize("rules", [OPTIONS, PERSISTING])
def test_a_game_from_before_passes(rules: Json, check: Checked) -> None:
    game = SealedGame(rules | {"rounds": 2}, old=True)
    for upto in game.commands[-2:]:
        code, output = check(game.export(upto=upto))
        assert code == 0
        assert "of 33 secrets are open" in output


@pytest.mark.parametrize("options", [OPTIONS, PERSISTING])
def test_a_running_game_passes_with_what_is_hidden(options: Json, check: Checked) -> None:
    game = SealedGame(options | {"rounds": 2})
    made = game.export(upto=game.commands[-2])
    assert first(made, RoundScored)
    code, output = check(made)
    assert code == 0
    assert "running" in output
    assert "They are checked when the game is over." in output


def test_a_table_that_waits_passes(file: Json, check: Checked) -> None:
    waiting = {"events": [], "version": 0, "head": "", "state": "open", "openings": {}}
    assert check(file | waiting | {"seats": None})[0] == 0


def test_a_table_that_was_called_off_opens_the_first_round(file: Json, check: Checked) -> None:
    empty = {"events": [], "version": 0, "head": "", "state": "called_off", "seats": None}
    assert check(file | empty)[0] == 0
    code, output = check(file | empty | {"openings": {}})
    assert code == 1
    assert "The secret of round 1 is missing." in output
    assert "The secret of the seats is missing." in output


def test_a_game_in_which_people_chose_their_seats_passes(file: Json, check: Checked) -> None:
    assert check(file | {"seats": None})[0] == 0


def test_the_deal_of_the_guided_first_game_passes(
    check: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = read_options(BEGINNER).deck
    made = SealedGame(BEGINNER, deal=Scripted(b"", [deck, 1])).export()
    assert check(made)[0] == 1
    monkeypatch.setattr(verification, "LESSON", sha256(" ".join(deck).encode()).hexdigest())
    code, output = check(made)
    assert code == 0
    assert "Round 1 has the deal of the guided first game, the same for everybody." in output


def drop(made: Json) -> None:
    del made["events"][place_of(made, CardSown)]


def drop_the_first(made: Json) -> None:
    del made["events"][0]


def insert(made: Json) -> None:
    at = place_of(made, CardSown)
    made["events"].insert(at, deepcopy(made["events"][at]))


def reorder(made: Json) -> None:
    at, events = place_of(made, CardSown), made["events"]
    events[at], events[at + 1] = events[at + 1], events[at]


def change_a_bit(made: Json) -> None:
    change(first(made, CardSown), seat=1 - json.loads(first(made, CardSown)["public"])["seat"])


def change_a_time(made: Json) -> None:
    first(made, CardSown)["recorded_at"] ^= 1


def splice(made: Json) -> None:
    other = SealedGame(OPTIONS | {"rounds": 2}, 2).export()["events"]
    at = place_of(made, CardSown)
    made["events"][at:] = other[at:]


def change_a_score(made: Json) -> None:
    change(first(made, RoundScored), scores=[99, 0])


def exchange_cards(made: Json) -> None:
    dealt = first(made, RoundDealt)
    deck = json.loads(dealt["private"][0])["part"]["deck"]
    change_part(dealt, deck=[*deck[:-2], deck[-1], deck[-2]])


def exchange_a_drawn_card(made: Json) -> None:
    drawn = first(made, HandDrawn)
    change_part(drawn, cards=json.loads(first(made, RoundDealt)["private"][0])["part"]["deck"][-1:])


def hide_a_part(made: Json) -> None:
    dealt = first(made, HandDealt)
    dealt["private"] = [sha256(dealt["private"][0].encode()).hexdigest()]


def repeat_a_public_member(made: Json) -> None:
    change_part(first(made, HandDealt), count=4)


def break_a_text(made: Json) -> None:
    first(made, CardSown)["public"] = "["


def break_a_part(made: Json) -> None:
    first(made, HandDealt)["private"] = ["{"]


def rename(made: Json) -> None:
    first(made, CardSown)["type"] = "\x1b[1mCardStolenTwice"


def do_not_start(made: Json) -> None:
    change(first(made, GameStarted), options={})


TAMPERINGS = [
    drop, drop_the_first, insert, reorder, change_a_bit, change_a_time, splice, change_a_score,
    exchange_cards, exchange_a_drawn_card, hide_a_part, repeat_a_public_member, break_a_text,
    break_a_part, rename, do_not_start,
]  # fmt: skip
KEPT_HASH = [hide_a_part]
NOT_BY_RULE = [change_a_time, exchange_cards]


@pytest.mark.parametrize("tamper", [each for each in TAMPERINGS if each not in KEPT_HASH])
def test_a_changed_chain_is_found(
    tamper: Callable[[Json], None], file: Json, check: Checked
) -> None:
    tamper(file)
    code, output = check(file)
    assert code == 1
    assert "Chain: WRONG." in output


@pytest.mark.parametrize("tamper", [each for each in TAMPERINGS if each not in NOT_BY_RULE])
def test_events_against_the_rules_are_found_in_a_chain_that_was_sealed_again(
    tamper: Callable[[Json], None], file: Json, check: Checked
) -> None:
    tamper(file)
    code, output = check(reseal(file))
    assert code == 1
    assert "Chain: WRONG." not in output
    assert "Rules: WRONG. Event" in output
    assert output.isascii()
    assert "\x1b" not in output


def test_cards_dealt_from_another_seed_are_found(check: Checked) -> None:
    made = SealedGame(BEGINNER, deal=FromSeed(0, b"", seed=OTHER_SEED)).export()
    code, output = check(made)
    assert code == 1
    assert "Rules: Every play and every score is by the rules." in output
    assert "Deals: WRONG. Round 1 was not drawn from its secret and the entropies." in output


def test_cards_that_were_exchanged_throughout_the_log_are_found(check: Checked) -> None:
    text = json.dumps(SealedGame(BEGINNER).export())
    exchanged = re.sub("(2|3)(?=Sp)", lambda rank: str(5 - int(rank[0])), text)
    code, output = check(reseal(json.loads(text)))
    assert code == 0
    code, output = check(reseal(json.loads(exchanged)))
    assert code == 1
    assert "Chain: WRONG." not in output


def test_entropy_that_was_ignored_is_found(check: Checked) -> None:
    code, output = check(SealedGame(BEGINNER, deal=FromSeed(0, b"")).export())
    assert code == 1
    assert "Deals: WRONG. Round 1 was not drawn from its secret and the entropies." in output


def test_a_tail_that_was_cut_off_is_found_by_a_head(file: Json, check: Checked) -> None:
    head = file["events"][-1]["hash"]
    del file["events"][-20:]
    cut = reseal(file) | {"state": "running"}
    assert check(cut)[0] == 0
    code, output = check(cut, "--head", head)
    assert code == 1
    assert f"Chain: WRONG. No event has the hash {head}" in output


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"version": 5}, "was not appended by the server"),
        ({"version": 9999}, "is missing"),
        ({"head": "0" * 64}, "is not the head"),
        ({"state": "running"}, "The file calls the game running, but its events do not."),
        ({"commitment": "0" * 64}, "The commitment of the table is not that to the commitments"),
        ({"commitments": {}}, "There is not one commitment for each scope."),
        ({"openings": {}}, "The secret of round 2 is missing."),
        ({"seats": [1, 1]}, "The seats were not drawn"),
    ],
)
def test_members_that_do_not_fit_are_found(
    members: Json, sentence: str, file: Json, check: Checked
) -> None:
    code, output = check(file | members)
    assert code == 1
    assert sentence in output


def test_entropy_in_the_middle_of_a_command_is_found(file: Json, check: Checked) -> None:
    at = place_of(file, DecisionOpened)
    file["events"][at]["entropy"] = "0" * 64
    code, output = check(reseal(file))
    assert code == 1
    assert f"Event {at + 1} has entropy, but begins no command." in output


def test_bytes_that_were_added_for_somebody_else_are_found(file: Json, check: Checked) -> None:
    at = place_of(file, CardSown)
    assert file["events"][at]["command_id"]
    file["events"][at]["entropy"] = "0" * 128
    code, output = check(reseal(file))
    assert code == 1
    assert f"Event {at + 1} has entropy of more people than can have contributed." in output


def test_a_running_game_without_a_start_is_found(check: Checked) -> None:
    game = SealedGame(BEGINNER)
    made = game.export(upto=game.commands[8])
    assert check(made)[0] == 0
    del made["events"][0]
    code, output = check(reseal(made))
    assert code == 1
    assert "The commitments are not the ones with which the game started." in output


def test_a_secret_that_was_not_committed_to_is_found(file: Json, check: Checked) -> None:
    file["openings"]["2"] = "0" * 64
    code, output = check(file)
    assert code == 1
    assert "The secret of round 2 is not the one that was committed to." in output
    assert "Deals: WRONG. Round 2 was not drawn" in output


def test_commitments_that_were_exchanged_are_found(file: Json, check: Checked) -> None:
    commitments = sealing.commitments(GAME, OTHER_SEED, sealing.scopes())
    commitment = sealing.commitment_to_all(commitments.values())
    exchanged = {"commitment": commitment, "commitments": commitments}
    code, output = check(file | exchanged)
    assert code == 1
    assert "The commitments are not the ones with which the game started." in output


def test_a_game_that_ends_before_it_is_dealt_is_found(file: Json, check: Checked) -> None:
    events = file["events"][: place_of(file, DecisionOpened) + 1]
    form = wire.encode(GameCalledOff(reason="idle"))
    ended = {**events[-1], "type": form.type, "public": canonical(form.public), "private": []}
    made = reseal(file | {"events": [*events, ended], "state": "called_off"})
    assert check(made)[0] == 1


@pytest.mark.parametrize("text", ["", "[]", "{", "{}", "[" * 5000, '{"format": "illimat-game-2"}'])
def test_what_is_no_file_of_a_game_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    assert main(["verify", str(path)]) == 2
    assert "This is no file of a game" in capsys.readouterr().err
    assert main(["verify", str(tmp_path)]) == 2


@pytest.mark.parametrize("head", ["", "12", "0" * 63 + "x"])
def test_what_is_no_head_is_refused(head: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "game.json", "--head", head])
    assert "64 hexadecimal digits are expected" in capsys.readouterr().err
