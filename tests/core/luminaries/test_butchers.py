"""R-LUM-BUTCHERS: discard the luminary opposite; at the claim an okus goes back."""

from typing import Any

from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    PlayedTable,
    before_claim,
    check_menu_offers_the_list,
    check_sleeps,
    claimed,
    lay,
    revealed,
)


def at_their_claim(**more: Any) -> PlayedTable:
    """Return a table where seat 0 got the okus for clearing, and seats 1 and 2 have one each."""
    hands = {0: ["5Wi", "9Wi"], 1: ["KAu"], 2: ["QAu"]}
    okuses = {"board": 1, "1": 1, "2": 1}
    return claimed(
        "butchers", **{"options": {"players": 3}, "hands": hands, "okuses": okuses} | more
    )


def test_butchers_show_the_luminary_that_they_discard_face_down() -> None:
    table = revealed("butchers", luminaries={"NE": "(union)"})
    for viewer in (0, 1, SPECTATOR):
        assert table.event("LuminaryDiscarded", viewer)["luminary"] == "union"
    assert table.see("luminaries") == {"SW": "butchers"}


def test_butchers_discard_a_luminary_that_lies_face_up() -> None:
    assert revealed("butchers", luminaries={"NE": "union"}).see("luminaries") == {"SW": "butchers"}


def test_butchers_with_nothing_opposite_discard_nothing() -> None:
    assert "LuminaryDiscarded" not in revealed("butchers", luminaries={"NW": "(union)"}).happened


def test_butchers_that_the_newborn_wakes_discard_the_newborn() -> None:
    table = revealed("newborn", luminaries={"NE": "(butchers)"})
    assert table.event("LuminaryDiscarded")["luminary"] == "newborn"
    assert table.see("luminaries") == {"NE": "butchers"}


def test_butchers_claimed_offer_every_holder_among_the_opponents() -> None:
    table = at_their_claim()
    assert table.asked == [(0, "butchers_claim")]
    check_menu_offers_the_list(table, 0)
    assert [each.get("from") for each in table.listed(0)] == [None, 1, 2]


def test_butchers_refuse_the_illimat_and_who_has_none() -> None:
    table = at_their_claim(okuses={"board": 1, "1": 1})
    for source in ("board", 0, 2):
        assert table.refusal(0, "take_okus", **{"from": source}) == "R-LUM-BUTCHERS"


def test_butchers_have_the_okus_itself_go_back_over_night() -> None:
    table = at_their_claim()
    (okus,) = table.state.players[2].okuses
    after = check_sleeps(table, 0, "take_okus", **{"from": 2})
    assert after.event("OkusReturned") == {"type": "OkusReturned", "seat": 2, "okus": okus}
    assert after.state.board == (okus,)


def test_butchers_let_an_okus_be_taken_again_by_a_clear_of_the_same_turn() -> None:
    given = {
        "luminaries": {"SW": "universe", "NW": "butchers"},
        "okuses": {"board": 1, "1": 1},
        "fields": {"SW": ["3Su"], "NW": ["2Su"], "NE": ["4Su"]},
        "hands": {0: ["9Wi", "5Wi"], 1: ["KAu"]},
    }
    table = lay(given).act(0, "harvest", card="9Wi", field="SW", take=["3Su", "2Su", "4Su"])
    assert table.asked == [(0, "butchers_claim")]
    after = table.act(0, "take_okus", **{"from": 1})
    assert [after.see(f"okuses.{who}") for who in ("board", 0, 1)] == [0, 2, 0]


def test_butchers_previewed_say_that_they_ask() -> None:
    table = before_claim("butchers", okuses={"board": 1, "1": 1}, hands=LONG)
    told = table.preview(0, **CLEAR)
    assert (told[-1]["type"], told[-1]["kind"]) == ("DecisionOpened", "butchers_claim")


def test_butchers_of_a_leaver_take_nothing() -> None:
    left = at_their_claim().act(0, "forfeit")
    assert [left.see(f"okuses.{who}") for who in (0, 1, 2)] == [1, 1, 1]
