"""R-LUM-DROUGHT: in play, nobody harvests from the field in Summer."""

from typing import Any

from tests.core.luminaries.table import (
    CLEAR,
    PlayedTable,
    before_claim,
    check_sleeps,
    lay,
    revealed,
)


def in_play(**more: Any) -> PlayedTable:
    """Return a table with the Drought face up in SE and harvests in SW (Summer), NW and SE."""
    fields = {"SW": ["5Su"], "NW": ["5Sp"], "SE": ["5Au"]}
    hands = {0: ["5Wi", "10Wi", "NSu"], 1: ["KAu"]}
    return lay({"luminaries": {"SE": "drought"}, "hands": hands, "fields": fields} | more)


def harvested_in(table: PlayedTable) -> set[str]:
    return {each["field"] for each in table.listed(0) if each["type"] == "harvest"}


def test_drought_lists_no_harvest_in_summer() -> None:
    assert harvested_in(in_play()) == {"NW", "SE"}
    assert harvested_in(in_play(luminaries={"SE": "(drought)"})) == {"SW", "NW", "SE"}


def test_drought_leaves_sow_and_stockpile_in_summer() -> None:
    (play,) = [p for p in in_play().menu(0)["plays"] if (p["cards"], p["field"]) == (["5Wi"], "SW")]
    assert (play["sow"], play["harvest"]) == (True, [])
    assert [entry["value"] for entry in play["stockpile"]] == [10]


def test_drought_refuses_before_it_looks_at_the_sum() -> None:
    table = in_play()
    assert table.refusal(0, "harvest", card="10Wi", field="SW", take=["5Su"]) == "R-LUM-DROUGHT"


def test_drought_follows_the_illimat() -> None:
    table = in_play(summer="NW", fields={"NE": ["5Su"], "NW": ["5Sp"], "SE": ["5Au"]})
    assert harvested_in(table) == {"NE"}


def test_drought_moves_with_the_face_card_just_played() -> None:
    table = in_play(hands={0: ["NSu", "2Sp"], 1: ["5Wi"]}, draw=[])
    after = check_sleeps(table, 0, "sow", card="NSu", field="NW")
    take = {"card": "5Wi", "field": "NW", "take": ["5Sp"]}
    assert after.refusal(1, "harvest", **take) == "R-LUM-DROUGHT"


def test_drought_once_revealed_binds_the_next_player() -> None:
    table = revealed("drought")
    assert table.refusal(1, "harvest", card="2Au", field="SW", take=["3Sp"]) == "R-LUM-DROUGHT"


def test_drought_lies_in_a_field_that_it_keeps_from_being_cleared() -> None:
    table = before_claim("drought")
    assert table.refusal(0, **CLEAR) == "R-LUM-DROUGHT"
    after = before_claim("drought", summer="SE", draw=[]).act(0, **CLEAR)
    assert after.see("claimed.0") == ["drought"]


def test_drought_previewed_is_refused_alike() -> None:
    table = in_play()
    assert table.refused_in_batch(0, {"type": "harvest", "card": "5Wi", "field": "SW",
                                      "take": ["5Su"]}) == ("R-LUM-DROUGHT", 0)  # fmt: skip
