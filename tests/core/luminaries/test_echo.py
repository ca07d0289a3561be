"""R-LUM-ECHO: repeat the action you made in its field in a different one."""

from typing import Any

from tests.core.luminaries.table import (
    SPECTATOR,
    PlayedTable,
    check_menu_offers_the_list,
    check_sleeps,
    lay,
)

FIELDS = {"SW": ["5Su", "KSu"], "NW": ["9Sp", "KSp"], "NE": ["9Au"], "SE": ["3Su"]}
SOW: dict[str, Any] = {"kind": "sow", "card": "2Wi", "field": "SW"}
HARVEST: dict[str, Any] = {"kind": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}


def in_play(**more: Any) -> PlayedTable:
    """Return a table with the Echo face up in SW; seat 0 is to move."""
    hands = {0: ["2Wi", "5Wi", "9Wi", "NWi"], 1: ["KAu"]}
    return lay({"luminaries": {"SW": "echo"}, "hands": hands, "fields": FIELDS} | more)


def test_echo_asks_before_anything_is_drawn() -> None:
    table = in_play(draw=["2Sp"]).act(0, **SOW)
    assert table.asked == [(0, "echo")]
    assert table.see("draw") == ["2Sp"]


def test_echo_lists_only_the_same_kind_in_the_other_fields() -> None:
    table = in_play().act(0, **SOW)
    kinds = {(each["type"], each.get("field")) for each in table.listed(0)}
    assert kinds == {("sow", "NW"), ("sow", "NE"), ("pass", None)}
    table = in_play().act(0, **HARVEST)
    kinds = {(each["type"], each.get("field")) for each in table.listed(0)}
    assert kinds == {("harvest", "NW"), ("pass", None)}


def test_echo_menu_offers_what_the_list_has() -> None:
    table = in_play().act(0, **HARVEST)
    menu = table.menu(0)
    assert (menu["decision"], menu["answers"], menu["free"]) == ("echo", [{"type": "pass"}], [])
    assert [(play["cards"], play["field"], play["sow"]) for play in menu["plays"]] == [
        (["9Wi"], "NW", False)
    ]
    nothing_fits = in_play(hands={0: ["5Wi", "10Wi"], 1: ["KAu"]}).act(0, **HARVEST)
    check_menu_offers_the_list(nothing_fits, 0)


def test_echo_is_asked_on_what_all_can_see_whatever_the_hand() -> None:
    for card in ("9Wi", "10Wi"):
        table = in_play(hands={0: ["5Wi", card], 1: ["KAu"]}).act(0, **HARVEST)
        assert table.asked == [(0, "echo")]
        told = table.event("DecisionOpened")
        assert (told["act"], told["at"], told["optional"]) == ("harvest", "SW", True)


def test_echo_sleeps_over_night() -> None:
    repeat: dict[str, Any] = {"card": "9Wi", "field": "NW", "take": ["9Sp"]}
    after = check_sleeps(in_play().act(0, **HARVEST), 0, "harvest", **repeat)
    assert after.see("harvested.0") == ["9Sp", "5Su", "5Wi", "9Wi"]
    assert after.asked == [(1, "turn")]


def test_echo_may_go_with_its_play_in_one_batch() -> None:
    first = {"type": "sow", "card": "2Wi", "field": "SW"}
    table = in_play().batch(0, first, {"type": "sow", "card": "9Wi", "field": "NE"})
    assert table.see("fields.NE") == ["9Au", "9Wi"]


def test_echo_previewed_shows_the_question_and_no_more() -> None:
    told = in_play(draw=["2Sp"]).preview(0, **SOW)
    assert [event["type"] for event in told] == ["CardSown", "DecisionOpened"]
    assert told[0]["by"] is None


def test_echo_repeat_says_by_whose_leave_it_was() -> None:
    table = in_play().act(0, **SOW).act(0, "sow", card="NWi", field="NW")
    assert table.event("CardSown", SPECTATOR)["by"] == "echo"
    assert table.see("summer") == "SE"


def test_echo_is_not_echoed() -> None:
    lying = {"luminaries": {"SW": "echo", "NE": "rake"}}
    table = in_play(**lying).act(0, **SOW).act(0, "sow", card="9Wi", field="NE")
    assert table.asked == [(0, "after_play")]


def test_echo_of_a_leaver_is_passed() -> None:
    hands = {0: ["2Wi", "5Wi"], 1: ["KAu"], 2: ["QAu"]}
    table = in_play(options={"players": 3}, hands=hands).act(0, **SOW).act(0, "forfeit")
    assert table.asked == [(1, "turn")]
    assert table.see("fields.SW") == ["5Su", "KSu", "2Wi"]
