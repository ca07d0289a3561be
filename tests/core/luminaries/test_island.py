"""R-LUM-ISLAND: players act only in its field, and no other luminary is in force."""

from typing import Any

import pytest

from tests.core.luminaries.table import (
    CLEAR,
    PlayedTable,
    before_claim,
    check_sleeps,
    lay,
    revealed,
)

FIELDS = {"SW": ["5Su", "9Su"], "NW": ["5Sp"], "NE": ["5Au"], "SE": ["4Su"]}


def in_play(at: str = "SW", **more: Any) -> PlayedTable:
    """Return a table with the Island face up; seat 0 is to move."""
    hands = {0: ["5Wi", "NWi", "2Wi"], 1: ["KAu", "2Au"]}
    others = more.pop("luminaries", {})
    return lay({"luminaries": {at: "island"} | others, "hands": hands, "fields": FIELDS} | more)


@pytest.mark.parametrize("at", ["SW", "NW", "NE", "SE"])
def test_island_lists_plays_in_its_own_field_alone(at: str) -> None:
    table = in_play(at)
    assert {each["field"] for each in table.listed(0)} == {at}
    assert {play["field"] for play in table.menu(0)["plays"]} == {at}


@pytest.mark.parametrize("summer", ["SW", "NW", "NE", "SE"])
def test_island_knows_no_season(summer: str) -> None:
    hands = {0: ["5Wi", "4Wi", "9Sp"], 1: ["KAu"]}
    kinds = {each["type"] for each in in_play(summer=summer, hands=hands).listed(0)}
    assert kinds == {"sow", "harvest", "stockpile"}


def test_island_refuses_first_of_all_where_it_does_not_lie() -> None:
    table = in_play(summer="NE")
    assert table.refusal(0, "harvest", card="2Wi", field="NW", take=["5Sp"]) == "R-LUM-ISLAND"


@pytest.mark.parametrize(
    ("luminary", "kind", "members"),
    [
        ("rake", "rake_sow", {"card": "2Wi"}),
        ("changeling", "exchange", {"give": "2Wi", "take": "5Sp"}),
        ("loom", "loom_stockpile", {"card": "2Wi", "value": 5, "take": ["5Sp"]}),
    ],
)
def test_island_silences_free_actions(luminary: str, kind: str, members: dict[str, Any]) -> None:
    table = in_play(luminaries={"NW": luminary})
    assert table.menu(0)["free"] == []
    assert table.refusal(0, kind, **members) == "R-LUM-ISLAND"


def test_island_silences_the_rake_that_would_be_owed() -> None:
    table = in_play(luminaries={"NW": "rake"}).act(0, "sow", card="2Wi", field="SW")
    assert table.asked == [(1, "turn")]


def test_island_lets_a_face_card_turn_the_illimat() -> None:
    assert in_play().act(0, "sow", card="NWi", field="SW").see("summer") == "NE"
    held = in_play(luminaries={"NW": "forest_queen"})
    assert held.act(0, "sow", card="NWi", field="SW").see("summer") == "SW"


def test_island_gone_lets_the_others_speak_again() -> None:
    table = in_play(luminaries={"NW": "rake"}, fields={"SW": ["5Su"]}, draw=["2Sp"])
    after = check_sleeps(table, 0, **CLEAR)
    assert after.see("claimed.0") == ["island"]
    assert {entry["type"] for entry in after.menu(1)["free"]} == {"rake_sow"}


def test_island_revealed_binds_the_next_player() -> None:
    assert {each["field"] for each in revealed("island").listed(1)} == {"SW"}


def test_island_previewed_before_it_is_revealed_stays_unknown() -> None:
    assert "island" not in str(before_claim("(island)").preview(0, **CLEAR))
