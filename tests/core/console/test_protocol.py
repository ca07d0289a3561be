"""The engine as a process: scenarios with an exit status, and JSON lines."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from illimat_core.__main__ import main, run
from illimat_core.console.protocol import Engine, serve
from tests.support.playing import Json
from trials.dice import dice

PYTHON = [sys.executable, "-m", "illimat_core"]
POSITION: Json = {
    "hands": {"0": ["9Sp", "5Wi"], "1": ["KAu"]},
    "fields": {"SW": ["5Su", "4Sp"]},
    "draw": ["2Sp", "3Sp", "4Wi"],
}


class Conversation:
    """An engine in this process: one line in, one line out."""

    def __init__(self) -> None:
        self.engine = Engine()

    def say(self, line: bytes) -> Json:
        answer: Json = json.loads(self.engine.answer(line))
        return answer

    def ask(self, cmd: str, **members: Any) -> Json:
        return self.say(json.dumps({"cmd": cmd, **members}).encode())

    def load(self, position: Json) -> int:
        return int(self.ask("load", position=position)["state"])

    def close(self) -> int:
        return 0


class ProcessConversation(Conversation):
    """An engine in a separate process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [*PYTHON, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def say(self, line: bytes) -> Json:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer: Json = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> int:
        self.process.communicate(timeout=10)
        return self.process.returncode


@pytest.fixture(scope="module", params=[ProcessConversation, Conversation])
def engine(request: pytest.FixtureRequest) -> Iterator[Conversation]:
    """Return an engine shared by the tests of this module; it must exit cleanly."""
    conversation: Conversation = request.param()
    yield conversation
    assert conversation.close() == 0


def test_a_new_game_is_dealt_from_its_seed(engine: Conversation) -> None:
    first, second, third = (
        engine.ask("new", options={"mode": "beginner"}, seed=seed) for seed in ("ab", "ab", "cd")
    )
    assert first["ok"] is True
    positions = [engine.ask("position", state=each["state"]) for each in (first, second, third)]
    assert positions[0] == positions[1] != positions[2]


def test_a_loaded_position_can_be_read_again(engine: Conversation) -> None:
    position = engine.ask("position", state=engine.load(POSITION))["position"]
    assert position["hands"] == POSITION["hands"]
    assert position["draw"] == POSITION["draw"]
    assert engine.ask("position", state=engine.load(position))["position"] == position


def test_a_view_shows_what_its_seat_sees(engine: Conversation) -> None:
    state = engine.load(POSITION)
    hands = [engine.ask("view", state=state, seat=seat)["view"]["hands"] for seat in (0, 1, None)]
    assert hands == [
        {"0": ["9Sp", "5Wi"], "1": 1},
        {"0": 2, "1": ["KAu"]},
        {"0": 2, "1": 1},
    ]


def test_decisions_say_what_is_waited_for(engine: Conversation) -> None:
    (decision,) = engine.ask("decisions", state=engine.load(POSITION))["decisions"]
    assert (decision["seat"], decision["kind"]) == (0, "turn")
    assert decision["prompt"]


def test_the_list_is_cut_at_the_limit_and_counted_in_full(engine: Conversation) -> None:
    state = engine.load(POSITION)
    whole = engine.ask("legal", state=state, seat=0)
    assert whole["total"] == len(whole["actions"]) > 4
    some = engine.ask("legal", state=state, seat=0, limit=3)
    assert some == {"ok": True, "actions": whole["actions"][:3], "total": whole["total"]}
    assert engine.ask("legal", state=state, seat=0, limit=0)["actions"] == []
    assert engine.ask("legal", state=state, seat=1) == {"ok": True, "actions": [], "total": 0}


@pytest.mark.slow
def test_beyond_ten_thousand_the_total_is_not_told() -> None:
    engine = Conversation()
    low = [f"{rank}{suit}" for suit in ("Sp", "Su", "Au", "Wi") for rank in (2, 3, 4, 5)]
    position = {"hands": {"0": ["10Sp", "10Su"], "1": ["KAu"]}, "fields": {"SW": low}}
    answer = engine.ask("legal", state=engine.load(position), seat=0, limit=1)
    assert answer["total"] is None


def test_the_menu_is_that_of_the_seat_to_move(engine: Conversation) -> None:
    state = engine.load(POSITION)
    assert engine.ask("menu", state=state, seat=0)["menu"]["decision"] == "turn"
    assert engine.ask("menu", state=state, seat=1)["menu"] is None


def test_a_preview_ends_before_what_is_news(engine: Conversation) -> None:
    action = {"type": "harvest", "card": "9Sp", "field": "SW", "take": ["5Su", "4Sp"]}
    answer = engine.ask("preview", state=engine.load(POSITION), seat=0, action=action)
    assert [event["type"] for event in answer["events"]] == [
        "CardsHarvested",
        "FieldCleared",
        "HandDrawn",
    ]
    assert answer["events"][-1] == {"type": "HandDrawn", "seat": 0, "count": 3}


def test_an_action_leads_to_another_state_and_leaves_the_first(engine: Conversation) -> None:
    state = engine.load(POSITION)
    before = engine.ask("position", state=state)
    action = {"type": "sow", "card": "5Wi", "field": "NW"}
    answer = engine.ask("apply", state=state, seat=0, action=action)
    assert answer["events"][0]["type"] == "CardSown"
    after = engine.ask("position", state=answer["state"])["position"]
    assert after["fields"]["NW"] == ["5Wi"]
    assert engine.ask("position", state=state) == before


def test_a_refusal_names_its_rule(engine: Conversation) -> None:
    state = engine.load(POSITION)
    for cmd in ("apply", "preview"):
        action = {"type": "harvest", "card": "9Sp", "field": "SW", "take": ["4Sp"]}
        answer = engine.ask(cmd, state=state, seat=0, action=action)
        assert (answer["ok"], answer["rule"]) == (False, "R-HARV-1")
        assert answer["detail"]


def test_chance_gives_next_what_was_set(engine: Conversation) -> None:
    position = {"hands": {"0": ["5Wi"]}, "scores": {"0": 1}}
    deck = [f"{rank}{suit}" for suit in ("Wi", "Sp", "Su", "Au") for rank in "FNQK23456789"]
    deck += [f"10{suit}" for suit in ("Wi", "Sp", "Su", "Au")]
    state = engine.ask("chance", state=engine.load(position), next=[deck])["state"]
    action = {"type": "sow", "card": "5Wi", "field": "SW"}
    after = engine.ask("apply", state=state, seat=0, action=action)["state"]
    dealt = engine.ask("position", state=after)["position"]
    assert dealt["round"] == 2
    assert dealt["fields"]["SW"][0] == "FWi"


def test_answers_of_chance_that_do_not_fit_are_reported(engine: Conversation) -> None:
    position = {
        "luminaries": {"SW": "rusalka"},
        "fields": {"SW": ["5Su"]},
        "hands": {"0": ["5Wi", "6Wi"], "1": ["KAu"]},
    }
    state = engine.ask("chance", state=engine.load(position), next=["2Sp"])
    action = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
    answer = engine.ask("apply", state=state["state"], seat=0, action=action)
    assert (answer["ok"], answer["rule"]) == (False, None)
    assert "Chance was given" in answer["detail"]


def test_a_dropped_state_is_gone(engine: Conversation) -> None:
    state = engine.load(POSITION)
    assert engine.ask("drop", state=state) == {"ok": True}
    assert "no state" in engine.ask("view", state=state, seat=0)["detail"]
    assert "no state" in engine.ask("drop", state=state)["detail"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"new"',
        b"17",
        b"{}",
        b'{"cmd": "fly"}',
        b'{"cmd": null}',
        b'{"cmd": ["new"]}',
        b'{"cmd": "new", "options": []}',
        b'{"cmd": "new", "options": {"players": 9}}',
        b'{"cmd": "new", "seed": "xyz"}',
        b'{"cmd": "new", "seed": 5}',
        b'{"cmd": "load"}',
        b'{"cmd": "load", "position": []}',
        b'{"cmd": "load", "position": {"moon": 1}}',
        b'{"cmd": "load", "position": {"draw": [[]]}}',
        b'{"cmd": "load", "position": {"pending": {"turn": {"seat": 9}}}}',
        b'{"cmd": "position"}',
        b'{"cmd": "position", "state": 0}',
        b'{"cmd": "position", "state": -1}',
        b'{"cmd": "position", "state": "1"}',
        b'{"cmd": "position", "state": true}',
        b'{"cmd": "position", "state": [1]}',
        b'{"cmd": "position", "state": 99999999999999999999999}',
        b'{"cmd": "chance", "state": 1, "next": "5Wi"}',
        b'\xff\xfe{"cmd": "new"}',
        b'{"cmd": "\xff"}',
        b'{"cmd": "\\ud800"}',
        b"[" * 5000,
    ],
    ids=lambda line: repr(line)[:60],
)
def test_a_malformed_line_gets_an_error_and_the_next_line_is_read(
    engine: Conversation, line: bytes
) -> None:
    answer = engine.say(line)
    assert (answer["ok"], answer["rule"]) == (False, None)
    assert answer["detail"]
    assert engine.ask("new", seed="00", options={"mode": "beginner"})["ok"] is True


@pytest.mark.parametrize(
    ("cmd", "members"),
    [
        ("view", {"seat": 2}),
        ("view", {"seat": -1}),
        ("view", {"seat": "0"}),
        ("view", {"seat": True}),
        ("view", {"saet": 0}),
        ("decisions", {"seat": 0}),
        ("apply", {"seat": 0, "action": {"type": "pass"}, "entropy": "00"}),
        ("menu", {"seat": 7}),
        ("legal", {"seat": 7}),
        ("legal", {"seat": 0, "limit": -1}),
        ("legal", {"seat": 0, "limit": "all"}),
        ("legal", {"seat": 0, "limit": 10**30}),
        ("preview", {"seat": 0}),
        ("preview", {"seat": 0, "action": "sow"}),
        ("preview", {"seat": 9, "action": {"type": "sow"}}),
        ("apply", {"seat": 0, "action": []}),
    ],
    ids=str,
)
def test_a_request_with_a_wrong_member_names_it(
    engine: Conversation, cmd: str, members: Json
) -> None:
    answer = engine.ask(cmd, state=engine.load(POSITION), **members)
    assert (answer["ok"], answer["rule"]) == (False, None)
    assert answer["detail"].split(":")[0] in {*members, "action"}


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ({}, "R-ACT-1"),
        ({"type": None}, "R-ACT-1"),
        ({"type": ["sow"]}, "R-ACT-1"),
        ({"type": "deal", "deck": []}, "R-ACT-1"),
        ({"type": "sow"}, "R-ACT-1"),
        ({"type": "pass"}, "R-TURN-1"),
        ({"type": "end_turn"}, "R-TURN-1"),
        ({"type": "ask_passive", "of": 1}, "R-STOCK-7"),
    ],
    ids=str,
)
def test_an_action_that_is_none_is_refused_by_a_rule(
    engine: Conversation, action: Json, rule: str
) -> None:
    answer = engine.ask("apply", state=engine.load(POSITION), seat=0, action=action)
    assert (answer["ok"], answer["rule"]) == (False, rule)


def test_a_spectator_may_do_nothing(engine: Conversation) -> None:
    action = {"type": "sow", "card": "5Wi", "field": "NW"}
    answer = engine.ask("apply", state=engine.load(POSITION), seat=None, action=action)
    assert answer["rule"] == "R-TURN-1"
    answer = engine.ask("apply", state=engine.load(POSITION), action={"type": "forfeit"})
    assert answer["rule"] == "R-END-3"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_played_over_the_protocol(engine: Conversation, players: int) -> None:
    options = {"mode": "beginner", "players": players, "rounds": 2}
    random, made = dice(players), 0
    state = engine.ask("new", options=options, seed=f"{players:02}")["state"]
    while decisions := engine.ask("decisions", state=state)["decisions"]:
        (decision,) = decisions
        seat = decision["seat"]
        actions = engine.ask("legal", state=state, seat=seat, limit=50)["actions"]
        action = random.choice(actions)
        told = engine.ask("preview", state=state, seat=seat, action=action)["events"]
        answer = engine.ask("apply", state=state, seat=seat, action=action)
        assert told[0]["type"] == answer["events"][0]["type"]
        engine.ask("drop", state=state)
        state, made = answer["state"], made + 1
    position = engine.ask("position", state=state)["position"]
    assert position["over"] is True
    assert position["winner"]
    assert position["round"] == 2
    assert made > 20


def test_lines_are_answered_one_by_one() -> None:
    out = StringIO()
    serve(['{"cmd": "new", "options": {"mode": "beginner"}}\n', "nothing\n"], out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert first == {"ok": True, "state": 1}
    assert second["ok"] is False


def test_the_command_serves_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"cmd": "new"}\n')))
    assert main(["serve"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "state": 1}


def test_a_reader_who_leaves_ends_the_command_without_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as closed:
        monkeypatch.setattr("sys.stdout", closed)
        monkeypatch.setattr("sys.argv", ["illimat", "scenario", "tests/scenarios/sow.yaml"])
        assert run() == 1


def test_the_exit_status_is_that_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["illimat", "scenario", "nowhere.yaml"])
    assert run() == 1
    monkeypatch.setattr("sys.argv", ["illimat", "scenario", "tests/scenarios/sow.yaml"])
    assert run() == 0


GOOD = """
- id: a-sow
  rules: [R-SOW-1]
  given: {hands: {0: [5Wi, 9Sp], 1: [KAu]}}
  when: [{seat: 0, type: sow, card: 5Wi, field: SW}]
  then: {fields.SW: [5Wi], turn: 1}
"""


def test_scenarios_that_hold_pass(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    command = [*PYTHON, "scenario", str(path), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("2 passed, 0 failed\n", 0)


def test_a_chance_that_was_given_is_used_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = [f"{rank}{suit}" for suit in ("Wi", "Sp", "Su", "Au") for rank in "FNQK23456789"]
    deck += [f"10{suit}" for suit in ("Wi", "Sp", "Su", "Au")]
    path = tmp_path / "chance.yaml"
    path.write_text(
        f"""
- id: a-deal
  rules: [R-SETUP-3]
  given: {{hands: {{0: [5Wi]}}}}
  chance: [[{", ".join(deck)}], [maiden, changeling, river, children, forest_queen, rake, union,
    newborn]]
  when: [{{seat: 0, type: sow, card: 5Wi, field: SW}}]
  then: {{round: 2, fields.SW: [FWi, 2Wi, 6Wi], luminaries.SW: (maiden)}}
"""
    )
    assert main(["scenario", str(path)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


WRONG = {
    "fields.SW: [5Wi], turn: 1": [
        ("fields.SW: [9Sp]", "fields.SW"),
        ("fields.SW: []", "fields.SW"),
        ("turn: 0", "turn"),
        ("moon: 1", "moon"),
        ("refused: R-SOW-1", "refused"),
        ("load_refused: true", "given"),
        ("hands.0: [5Wi]", "hands.0"),
        ("legal: [{type: sow, card: KAu, field: SW}, {type: sow, card: 5Wi, field: SW}]", "legal"),
        ("not_legal: [{type: sow, card: KAu, field: SW}]", "legal"),
        ("legal_count: {1: 1}", "legal_count"),
        ("decisions: [{seat: 0, kind: turn}]", "decisions"),
        ("view: {1: {hands.0: [9Sp]}}", "view"),
        ("view: {spectator: {hands.1: [KAu]}}", "view"),
        ("view: {7: {turn: 1}}", "7"),
        ("legal_count: {9: 0}", "9"),
        ("5", "then"),
        ("legal: [5]", "legal"),
        ("legal_count: 5", "legal_count"),
        ("decisions: [5]", "decisions"),
        ("decisions: [{seat: 1}]", "decisions"),
        ("view: 5", "view"),
        ("view: {1: 5}", "view of 1"),
        ("view: {1: {handz: null}}", "handz"),
        ("fields.SX: null", "fields.SX"),
        ("hands.9: null", "hands.9"),
        ("decisions.0.seat: 1", "decisions.0.seat"),
        ("not_legal: [{seat: 7, type: sow, card: 5Wi, field: SW}]", "7"),
    ],
    "card: 5Wi, field": [("card: 5Su, field", "action 1"), ("kard: 5Wi, field", "action 1")],
    "  then: {fields.SW: [5Wi], turn: 1}": [("  thn: {turn: 3}", "thn"), ("  wehn: []", "wehn")],
    "  rules:": [("  chance: 5\n  rules:", "chance")],
    "  when:": [("  when: 5\n  note:", "when"), ("  when: [5]\n  note:", "when")],
    "given: {hands": [("given: {fields: {SW: [KAu]}, hands", "KAu"), ("given: {hens", "hens")],
}


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [(right, wrong, told) for right, each in WRONG.items() for wrong, told in each],
)
def test_a_scenario_that_does_not_hold_fails_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str, wrong: str, told: str
) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(GOOD.replace(right, wrong))
    assert main(["scenario", str(path)]) == 1
    failure, summary = capsys.readouterr().out.strip().split("\n")
    assert failure.startswith("a-sow: ")
    assert told in failure
    assert summary == "0 passed, 1 failed"


@pytest.mark.parametrize("text", ["", "just words", "{a: b}", "- 5", "[", "\x00", "[" * 5000])
def test_a_file_that_holds_no_scenarios_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "none.yaml"
    path.write_text(text)
    assert main(["scenario", str(path)]) == 1
    told, summary = capsys.readouterr().out.splitlines()
    assert told.startswith(f"{path}: ")
    assert summary == "0 passed, 1 failed"


def test_a_scenario_that_refers_to_itself_is_reported_and_the_next_is_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "circle.yaml"
    path.write_text(f"- &x {{id: circle, given: *x, then: {{turn: 0}}}}\n{GOOD}")
    assert main(["scenario", str(path)]) == 1
    told, summary = capsys.readouterr().out.splitlines()
    assert told.startswith("circle: ")
    assert summary == "1 passed, 1 failed"


@pytest.mark.parametrize(
    ("expected", "take", "held"),
    [
        ("legal", "3Sp", True),
        ("legal", "6Sp", True),
        ("not_legal", "6Sp", False),
        ("not_legal", "3Sp, 6Sp", True),
    ],
)
def test_any_card_of_an_item_names_it(tmp_path: Path, expected: str, take: str, held: bool) -> None:
    path = tmp_path / "named.yaml"
    path.write_text(
        f"""
- id: a-pile
  given: {{summer: SW, hands: {{0: [9Wi, 2Su], 1: [KAu]}}, fields: {{SW: [{{9: [6Sp 3Sp]}}]}}}}
  then: {{{expected}: [{{type: harvest, card: 9Wi, field: SW, take: [{take}]}}]}}
"""
    )
    assert main(["scenario", str(path)]) == (0 if held else 1)


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "nowhere.yaml", "tests/scenarios/sow.yaml"]) == 1
    told, summary = capsys.readouterr().out.splitlines()
    assert told.startswith("nowhere.yaml: ")
    assert summary.endswith(" passed, 1 failed")
    assert not summary.startswith("0 passed")


def test_a_refusal_by_another_rule_fails_the_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "refused.yaml"
    refused = GOOD.replace("card: 5Wi, field", "card: KAu, field")
    path.write_text(refused.replace("fields.SW: [5Wi], turn: 1", "refused: R-SEASON-1"))
    assert main(["scenario", str(path)]) == 1
    assert "expected R-SEASON-1, came R-CARD-4" in capsys.readouterr().out


def test_without_a_command_the_usage_is_shown() -> None:
    done = subprocess.run(PYTHON, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "scenario" in done.stderr
