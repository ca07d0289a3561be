"""Wire forms never change: old data can be read, and means the same."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from illimat_core import UnknownEventError, evolve
from illimat_core.actions import TYPES
from illimat_core.decisions import Kind
from illimat_core.editions import EDITIONS
from illimat_core.events import BY_NAME, SECRETS, TABLE_EVENTS, Event, wire
from tests.support.playing import Json, in_json, play

RECORDED = Path(__file__).parents[2] / "golden" / "wire" / "events.jsonl"
EVENTS: list[Json] = [json.loads(line) for line in RECORDED.read_text().splitlines()]
IDS = [f"{place}-{each['type']}" for place, each in enumerate(EVENTS)]

ACTIONS = {
    "sow", "harvest", "stockpile", "exchange", "rake_sow", "loom_stockpile", "end_turn", "pass",
    "turn_illimat", "name_season", "discard", "face_down", "take_okus", "name_luminary",
    "ask_passive", "forfeit",
}  # fmt: skip
KINDS = {
    "turn", "echo", "after_play", "changeling_claim", "forest_queen_claim", "astronomer", "gambler",
    "audience", "audience_spectator", "perfect_crime_claim", "butchers_claim", "deal",
}  # fmt: skip
STEPS = {"stay_open", "draw_up", "clear_fields", "clear", "reseed", "pass_the_turn", "deal"}


def decode(recorded: Json) -> Any:
    parts = recorded["public"], recorded["secret"]
    return wire.decode(recorded["type"], recorded["schema"], *parts)


@pytest.mark.parametrize("kind", TABLE_EVENTS)
def test_a_table_event_changes_nothing_but_the_version(kind: type[Event]) -> None:
    state = play({}, 1, 0).state
    example = next(decode(each) for each in EVENTS if each["type"] == kind.__name__)
    assert evolve(state, example) == replace(state, version=state.version + 1)


@pytest.mark.parametrize("recorded", EVENTS, ids=IDS)
def test_a_recorded_event_is_read_and_written_as_it_was(recorded: Json) -> None:
    sent = wire.encode(decode(recorded))
    assert sent.type == recorded["type"]
    assert in_json(sent.public).items() >= recorded["public"].items()
    assert (in_json(sent.secret) or {}).items() >= (recorded["secret"] or {}).items()


@pytest.mark.parametrize("kind", BY_NAME.values(), ids=BY_NAME)
def test_every_member_of_an_event_is_recorded_in_its_part(kind: type[Event]) -> None:
    records = [each for each in EVENTS if each["type"] == kind.__name__]
    public = {name for each in records for name in each["public"]}
    secret = {name for each in records for name in each["secret"] or ()}
    assert public == set(kind.__struct_fields__) - set(SECRETS[kind])
    assert secret == set(SECRETS[kind])


@pytest.mark.parametrize("recorded", EVENTS, ids=IDS)
def test_data_of_the_wrong_shape_is_refused(recorded: Json) -> None:
    with pytest.raises(UnknownEventError):
        decode(recorded | {"schema": 99})
    with pytest.raises(UnknownEventError):
        decode(recorded | {"type": "CardsEaten"})
    member = next(iter(recorded["public"]))
    with pytest.raises(UnknownEventError):
        decode(recorded | {"public": recorded["public"] | {member: {"no": "such"}}})


def test_no_name_of_an_action_a_decision_or_a_step_was_lost() -> None:
    assert set(TYPES) >= ACTIONS
    assert set(get_args(Kind)) >= KINDS
    for edition in EDITIONS.values():
        assert set(edition.steps) >= STEPS


def test_the_first_edition_is_still_played() -> None:
    assert "2026.1" in EDITIONS


@pytest.mark.parametrize("recorded", [each for each in EVENTS if not each["secret"]])
def test_an_event_without_secrets_is_read_from_its_text_alone(recorded: Json) -> None:
    text = json.dumps(recorded["public"])
    assert wire.decode_json(recorded["type"], recorded["schema"], text) == decode(recorded)
    with pytest.raises(UnknownEventError):
        wire.decode_json(recorded["type"], recorded["schema"], text[:-1])
