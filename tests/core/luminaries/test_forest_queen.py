"""R-LUM-FOREST-QUEEN: Summer in her field, the Illimat stands still, and turns at her claim."""

import pytest

from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    PlayedTable,
    before_claim,
    before_reveal,
    check_menu_offers_the_list,
    check_sleeps,
    claimed,
    lay,
    revealed,
)
from tests.support.playing import FIELDS


def holding() -> PlayedTable:
    """Return a table with her in NW; seat 0 has a face card and a face card of the Stars."""
    given = {"options": {"stars": "always"}, "luminaries": {"NW": "forest_queen"}}
    return lay(given | {"hands": {0: ["NWi", "KSt", "2Wi"], 1: ["2Au"]}, "fields": {"SW": ["NSu"]}})


def test_forest_queen_revealed_brings_summer_to_her_field() -> None:
    table = revealed("forest_queen", summer="SE")
    assert table.happened.count("IllimatTurned") == 1
    assert table.see("summer") == "SW"


def test_forest_queen_revealed_in_summer_turns_nothing() -> None:
    assert "IllimatTurned" not in revealed("forest_queen").happened


def test_forest_queen_previewed_reveals_neither_herself_nor_her_summer() -> None:
    told = before_reveal("forest_queen", summer="SE", hands=LONG).preview(0, **CLEAR)
    assert told[-1]["type"] == "FieldSeeded"


def test_forest_queen_keeps_a_face_card_from_turning_the_illimat() -> None:
    assert holding().act(0, "sow", card="NWi", field="NE").see("summer") == "SW"


def test_forest_queen_leaves_no_season_to_be_named() -> None:
    table = holding()
    assert {"type": "sow", "card": "KSt", "field": "NE"} in table.listed(0)
    assert not any("season" in each for each in table.listed(0))
    assert all(play["season"] is None for play in table.menu(0)["plays"])
    assert table.refusal(0, "sow", card="KSt", field="NE", season="Winter") == "R-ACT-1"


def test_forest_queen_claimed_may_be_turned_to_each_field_or_passed() -> None:
    table = claimed("forest_queen")
    assert table.asked == [(0, "forest_queen_claim")]
    check_menu_offers_the_list(table, 0)
    turns = [{"type": "turn_illimat", "summer": at} for at in FIELDS]
    assert table.listed(0) == [{"type": "pass"}, *turns]


@pytest.mark.parametrize("summer", FIELDS)
def test_forest_queen_claim_sleeps_over_night(summer: str) -> None:
    table = check_sleeps(claimed("forest_queen"), 0, "turn_illimat", summer=summer)
    assert table.see("summer") == summer
    assert table.asked == [(1, "turn")]


def test_forest_queen_claim_previewed_turns_the_illimat_and_stops_at_the_reseed() -> None:
    names = [
        event["type"] for event in claimed("forest_queen").preview(0, "turn_illimat", summer="NE")
    ]
    assert names == ["DecisionAnswered", "IllimatTurned", "FieldSeeded"]


def test_forest_queen_holds_still_for_the_very_harvest_that_claims_her() -> None:
    hands = {0: ["NWi", "2Wi"], 1: ["2Au"]}
    table = before_claim("forest_queen", hands=hands, fields={"SW": ["NSu"]}, draw=[])
    after = table.act(0, "harvest", card="NWi", field="SW", take=["NSu"])
    assert after.see("summer") == "SW"


def test_forest_queen_claim_of_a_leaver_turns_nothing() -> None:
    hands = {0: ["5Wi", "9Wi"], 1: ["KAu"], 2: ["QAu"]}
    table = claimed("forest_queen", options={"players": 3}, hands=hands)
    left = table.act(0, "forfeit")
    assert left.see("summer") == "SW"
    assert left.asked == [(1, "turn")]
