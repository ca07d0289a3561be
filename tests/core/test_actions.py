"""Actions: parsing their JSON form, and their canonical form."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import RuleError, as_json, decide, load, preview, read
from illimat_core.actions import TYPES, parse
from tests.core.actions import EXAMPLES
from tests.support.playing import Json, in_json


@pytest.mark.parametrize("given_action", EXAMPLES, ids=str)
def test_an_action_is_written_as_it_was_read(given_action: Json) -> None:
    assert in_json(as_json(parse(given_action))) == given_action


def test_every_type_has_an_example() -> None:
    assert {each["type"] for each in EXAMPLES} == set(TYPES)


def test_lists_are_put_in_deck_order() -> None:
    action = parse(
        {"type": "harvest", "cards": ["KSt", "NSp"], "field": "SW", "take": ["2Wi", "FWi", "9Sp"]}
    )
    written = in_json(as_json(action))
    assert written["cards"] == ["NSp", "KSt"]
    assert written["take"] == ["9Sp", "FWi", "2Wi"]


@pytest.mark.parametrize("given_action", EXAMPLES, ids=str)
@pytest.mark.parametrize("wrong", [None, True, 3.5, {}, [[]], "5Xx"], ids=str)
def test_members_with_values_of_another_type_are_refused(given_action: Json, wrong: Any) -> None:
    for name in given_action:
        optional = name in {"season", "season_card", "value"} and given_action["type"] == "harvest"
        optional |= name == "season" and given_action["type"] == "sow"
        if wrong is None and optional:
            continue
        with pytest.raises(RuleError, match="R-ACT-1"):
            parse(given_action | {name: wrong})


@pytest.mark.parametrize("given_action", EXAMPLES, ids=str)
def test_unknown_members_are_refused(given_action: Json) -> None:
    with pytest.raises(RuleError, match="R-ACT-1"):
        parse(given_action | {"please": True})
    with pytest.raises(RuleError, match="R-ACT-1"):
        parse(given_action | {"seat": 0})


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "sow", "card": "5wi", "field": "SW"},
        {"type": "sow", "card": "05Wi", "field": "SW"},
        {"type": "sow", "card": "", "field": "SW"},
        {"type": "sow", "card": "5Wi", "field": "sw"},
        {"type": "sow", "card": "5Wi", "field": "SW", "season": "winter"},
        {"type": "sow", "cards": ["5Wi"], "field": "SW"},
        {"type": "harvest", "field": "SW", "take": ["5Su"]},
        {"type": "harvest", "card": "5Wi", "cards": ["5Wi", "2Sp"], "field": "SW", "take": ["5Su"]},
        {"type": "harvest", "cards": ["5Wi"], "field": "SW", "take": ["5Su"]},
        {"type": "harvest", "cards": [], "field": "SW", "take": ["5Su"]},
        {"type": "harvest", "cards": ["5Wi", "5Wi"], "field": "SW", "take": ["5Su"]},
        {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su", "5Su"]},
        {"type": "harvest", "card": "5Wi", "field": "SW", "take": "5Su"},
        {"type": "harvest", "card": "5Wi", "field": "SW"},
        {"type": "stockpile", "card": "5Wi", "field": "SW", "take": ["5Su"]},
        {"type": "exchange", "give": "5Wi", "take": ["4Sp"]},
        {"type": "discard", "cards": ["5Wi", "5Wi"]},
        {"type": "name_luminary", "luminary": "the_union"},
        {"type": "deal", "deck": []},
        {"type": "SOW", "card": "5Wi", "field": "SW"},
        {},
    ],
    ids=str,
)
def test_malformed_actions_are_refused(wrong: Json) -> None:
    with pytest.raises(RuleError, match="R-ACT-1"):
        parse(wrong)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
    | st.sampled_from(["5Wi", "5Su", "9Sp", "SW", "NE", "Winter"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)  # fmt: skip
members = st.sampled_from(
    [
        "card",
        "cards",
        "field",
        "take",
        "value",
        "season",
        "season_card",
        "give",
        "of",
        "from",
        "summer",
        "luminary",
        "x",
    ]
)


@given(st.sampled_from([*TYPES, "x"]), st.dictionaries(members, anything, max_size=5))
def test_any_input_is_read_or_refused_with_a_rule(kind: str, sent: Json) -> None:
    state = load(
        {
            "hands": {"0": ["5Wi", "9Sp", "FSu"], "1": ["KAu"]},
            "fields": {"SW": ["5Su", "4Sp"], "NE": ["FAu", {"9": ["5Sp 4Au"]}]},
        }
    )
    json.dumps(sent)
    for action in (sent | {"type": kind}, sent, sent | {"type": sent.get("x")}):
        for seat in (0, 1, None):
            try:
                shown = preview(state, seat, action)
            except RuleError as refusal:
                told = refusal
            else:
                assert shown == preview(state, seat, action)
                assert decide(state, seat, read(state, seat, action))
                continue
            assert told.rule.startswith("R-")
            assert told.detail


@pytest.mark.parametrize("example", EXAMPLES)
def test_optional_members_of_an_action_may_also_be_null(example: Json) -> None:
    members = msgspec.structs.fields(TYPES[example["type"]])
    optional = [member.encode_name for member in members if not member.required]
    assert parse(dict.fromkeys(optional) | example) == parse(example)
