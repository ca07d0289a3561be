"""R-LUM-NEWBORN: reveals the luminary opposite, or calls one from the reserve."""

from typing import Any

import pytest

from illimat_core.cards import LUMINARIES
from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    PlayedTable,
    before_reveal,
    check_sleeps,
    revealed,
)

PILE = {9: ["5Sp 4Su"]}
OTHERS = [name for name in LUMINARIES if name != "newborn"]


def with_opposite(luminary: str, **more: Any) -> PlayedTable:
    """Return a table where the Newborn has come up in SW, with a luminary face down in NE."""
    options = {"stars": "always"}
    return revealed("newborn", luminaries={"NE": f"({luminary})"}, options=options, **more)


@pytest.mark.parametrize("luminary", OTHERS)
def test_newborn_turns_up_each_of_the_others(luminary: str) -> None:
    names = [
        told["luminary"]
        for told in with_opposite(luminary).told(SPECTATOR)
        if told["type"] == "LuminaryRevealed"
    ]
    assert names == ["newborn", luminary]


@pytest.mark.parametrize("luminary", OTHERS)
def test_newborn_calls_each_of_the_others_from_the_reserve(luminary: str) -> None:
    table = revealed("newborn", reserve=[luminary], options={"stars": "always"})
    last = [told for told in table.told(1) if told["type"] == "LuminaryRevealed"][-1]
    assert (last["luminary"], last["field"], last["from_reserve"]) == (luminary, "NE", True)
    assert table.see("reserve") == []


def test_newborn_tops_up_with_what_is_missing_for_all_to_see() -> None:
    given = {"luminaries": {"NE": "(maiden)"}, "fields": {"SW": ["5Su"], "NE": ["9Su", "4Su"]}}
    table = revealed("newborn", **given)
    seeded = [told for told in table.told(1) if told["type"] == "FieldSeeded"]
    assert seeded[-1] == {"type": "FieldSeeded", "field": "NE", "cards": ["7Sp"]}


def test_newborn_counts_the_cards_of_a_stockpile_when_it_tops_up() -> None:
    given = {"luminaries": {"NE": "(maiden)"}, "fields": {"SW": ["5Su"], "NE": ["9Su", PILE]}}
    table = revealed("newborn", **given)
    assert table.happened.count("FieldSeeded") == 1
    assert table.see("fields.NE") == ["9Su", {"9": ["5Sp 4Su"]}]


def test_newborn_calls_the_next_of_the_reserve_whose_order_nobody_sees() -> None:
    table = revealed("newborn", reserve=["maiden", "river"])
    assert table.see("luminaries.NE") == "maiden"
    for viewer in (0, 1, SPECTATOR):
        assert table.view(viewer, "reserve") == 1


def test_newborn_with_nothing_to_call_does_nothing() -> None:
    table = revealed("newborn")
    assert table.happened.count("LuminaryRevealed") == 1
    assert table.asked == [(1, "turn")]


def test_newborn_previewed_ends_at_the_reseed_before_it() -> None:
    given = {"luminaries": {"NE": "(maiden)"}, "hands": LONG}
    told = before_reveal("newborn", **given).preview(0, **CLEAR)
    assert told[-1] == {"type": "FieldSeeded", "field": "SW", "count": 3}


def test_newborn_that_wakes_the_forest_queen_turns_summer_to_her_field() -> None:
    assert with_opposite("forest_queen").see("summer") == "NE"


def test_newborn_that_wakes_the_gambler_waits_for_all_and_sleeps_over_night() -> None:
    table = with_opposite("gambler")
    assert table.asked == [(0, "gambler"), (1, "gambler")]
    after = check_sleeps(table, 1, "discard", cards=["KAu"])
    assert after.asked == [(0, "gambler")]


def test_newborn_that_wakes_the_audience_has_it_sow_into_its_own_field() -> None:
    table = with_opposite("audience")
    table = table.act(0, "face_down", cards=["9Wi", "10Wi"])
    table = table.act(1, "face_down", cards=["KAu", "QAu"])
    assert table.event("ChosenCardsSown")["field"] == "NE"
    assert table.see("fields.NE")[-4:] == ["9Wi", "10Wi", "QAu", "KAu"]


def test_newborn_that_wakes_the_astronomer_asks_who_revealed_it() -> None:
    table = with_opposite("astronomer")
    assert table.asked == [(0, "astronomer")]
    assert table.act(0, "name_season", season="Winter").see("astronomer") == "Winter"


def test_newborn_without_cards_to_top_up_discards_the_other() -> None:
    draw = ["2Sp", "3Sp", "4Sp", "6Sp", "7Sp"]
    table = with_opposite("maiden", draw=draw)
    discarded = table.event("LuminaryDiscarded")
    assert (discarded["field"], discarded["luminary"]) == ("NE", "maiden")
    assert table.see("draw") == ["7Sp"]
