"""R-LUM-UNION: a harvest played into its field may use two cards as one of their sum."""

from typing import Any

from tests.core.luminaries.table import (
    CLEAR,
    SPECTATOR,
    PlayedTable,
    before_claim,
    check_sleeps,
    lay,
)

PAIR: dict[str, Any] = {"kind": "harvest", "cards": ["2Wi", "3Wi"], "field": "SW"}


def in_play(hand: list[str], field: list[Any], **more: Any) -> PlayedTable:
    """Return a table with the Union face up in SW, where it is Summer; seat 0 is to move."""
    given = {"luminaries": {"SW": "union"}, "hands": {0: hand, 1: ["KAu"]}, "fields": {"SW": field}}
    return lay(given | more)


def pairs(table: PlayedTable) -> list[list[str]]:
    """Return the pairs of cards that the menu offers to play as one."""
    return [play["cards"] for play in table.menu(0)["plays"] if len(play["cards"]) > 1]


def test_union_lists_two_cards_as_one_in_its_field_alone() -> None:
    table = in_play(["2Wi", "3Wi"], ["5Su"], summer="SE")
    several = [each for each in table.listed(0) if "cards" in each]
    assert several == [{"type": "harvest", "cards": ["2Wi", "3Wi"], "field": "SW", "take": ["5Su"]}]
    assert pairs(table) == [["2Wi", "3Wi"]]


def test_union_face_down_offers_no_pair() -> None:
    table = in_play(["2Wi", "3Wi"], ["5Su"], luminaries={"SW": "(union)"})
    assert pairs(table) == []
    assert table.refusal(0, **PAIR, take=["5Su"]) == "R-TURN-1"


def test_union_counts_each_of_two_fools_one_or_fourteen() -> None:
    table = in_play(["FSp", "FWi"], ["2Su", "KSu", "2Au", "QAu", "QSu", "4Su"])
    values = {each["value"] for each in table.listed(0) if "cards" in each}
    assert values == {2, 15, 28}
    plays = [play for play in table.menu(0)["plays"] if len(play["cards"]) == 2]
    assert [entry["value"] for entry in plays[0]["harvest"]] == [2, 15, 28]


def test_union_wants_to_know_which_of_two_face_cards_sets_the_season() -> None:
    table = in_play(["QWi", "KSp"], ["10Su", "8Su", "7Su"])
    whole = {"cards": ["QWi", "KSp"], "field": "SW", "take": ["10Su", "8Su", "7Su"]}
    assert table.refusal(0, "harvest", **whole) == "R-ACT-1"
    (play,) = [play for play in table.menu(0)["plays"] if len(play["cards"]) == 2]
    assert play["season"] == "card"
    setters = [each["season_card"] for each in table.listed(0) if "season_card" in each]
    assert setters == ["KSp", "QWi"]
    assert table.preview(0, "harvest", **whole, season_card="QWi")[2] == {
        "type": "IllimatTurned", "summer": "NE",
    }  # fmt: skip


def test_union_shows_both_cards_to_all() -> None:
    table = in_play(["2Wi", "3Wi", "9Sp"], ["5Su", "9Su"]).act(0, **PAIR, take=["5Su"])
    for viewer in (0, 1, SPECTATOR):
        assert table.event("CardsHarvested", viewer)["cards"] == ["2Wi", "3Wi"]
    assert table.view(1, "hands.0") == 1


def test_union_order_of_the_cards_says_nothing() -> None:
    table = in_play(["2Wi", "3Wi", "9Sp"], ["5Su", "9Su"])
    one = table.act(0, "harvest", cards=["2Wi", "3Wi"], field="SW", take=["5Su"])
    other = table.act(0, "harvest", cards=["3Wi", "2Wi"], field="SW", take=["5Su"])
    assert one.position == other.position


def test_union_may_empty_the_hand_and_leave_the_rake_unpaid() -> None:
    table = in_play(["2Wi", "3Wi"], ["5Su", "9Su"], luminaries={"SW": "union", "NW": "rake"})
    after = check_sleeps(table, 0, **PAIR, take=["5Su"])
    assert after.asked == [(1, "turn")]


def test_union_claimed_offers_pairs_no_more() -> None:
    hands = {0: ["5Wi", "2Wi", "3Wi", "9Wi"], 1: ["2Au", "3Au"]}
    table = before_claim("union", hands=hands, draw=["8Sp", "5Sp", "7Sp", "NSp"])
    assert pairs(table) == [["2Wi", "3Wi"]]
    after = table.act(0, **CLEAR)
    assert after.see("fields.SW") == ["5Sp", "7Sp", "NSp"]
    assert after.see("claimed.0") == ["union"]
    assert all(len(play["cards"]) == 1 for play in after.menu(1)["plays"])
