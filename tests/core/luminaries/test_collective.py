"""R-LUM-COLLECTIVE: any number of cards as one, for a single item of their sum in its field."""

from typing import Any

from tests.core.luminaries.table import CLEAR, PlayedTable, before_claim, check_sleeps, lay

THREE: dict[str, Any] = {"kind": "harvest", "cards": ["2Wi", "3Wi", "4Wi"], "field": "SW"}


def in_play(field: list[Any], hand: list[str] | None = None, **more: Any) -> PlayedTable:
    """Return a table with the Collective face up in SW; seat 0 is to move."""
    hands = {0: hand or ["2Wi", "3Wi", "4Wi", "KSp"], 1: ["KAu"]}
    given = {"luminaries": {"SW": "collective"}, "hands": hands, "fields": {"SW": field}}
    return lay(given | more)


def several(table: PlayedTable) -> list[tuple[str, ...]]:
    """Return the sets of cards that the listed actions play as one."""
    return sorted({tuple(each["cards"]) for each in table.listed(0) if "cards" in each})


def test_collective_lists_exactly_the_sums_of_single_items() -> None:
    table = in_play(["9Su", "5Su", "2Au"])
    assert several(table) == [("2Wi", "3Wi"), ("2Wi", "3Wi", "4Wi")]


def test_collective_says_in_the_menu_what_several_cards_must_take() -> None:
    plays = [play for play in in_play(["9Su", "5Su"]).menu(0)["plays"] if len(play["cards"]) > 1]
    assert {entry["also"] for play in plays for entry in play["harvest"]} == {"R-LUM-COLLECTIVE"}
    assert sorted(tuple(play["cards"]) for play in plays) == several(in_play(["9Su", "5Su"]))


def test_collective_takes_other_groups_beside_its_single_item() -> None:
    table = in_play(["9Su", "5Su", "4Su", "KSu"])
    assert table.refusal(0, **THREE, take=["5Su", "4Su"]) == "R-LUM-COLLECTIVE"
    after = check_sleeps(table, 0, **THREE, take=["9Su", "5Su", "4Su"])
    assert after.see("fields.SW") == ["KSu"]


def test_collective_takes_a_single_stockpile_as_its_item_and_no_multiple_one() -> None:
    single = in_play([{9: ["5Su 4Su"]}, "KSu"])
    assert several(single) == [("2Wi", "3Wi", "4Wi")]
    multiple = in_play([{9: ["5Su 4Su | 9Su"]}, "KSu"])
    assert several(multiple) == []
    assert multiple.refusal(0, **THREE, take=["5Su"]) == "R-LUM-COLLECTIVE"


def test_collective_asks_nothing_more_of_one_card_alone() -> None:
    table = in_play(["2Su", "2Au", "KSu"], hand=["4Wi", "9Wi"])
    assert table.act(0, "harvest", card="4Wi", field="SW", take=["2Su", "2Au"]).see(
        "fields.SW"
    ) == ["KSu"]


def test_collective_chooses_each_fools_value() -> None:
    table = in_play(["QSu", "2Su", "KSu"], hand=["FSp", "FWi", "NWi"])
    values = {(tuple(e["cards"]), e["value"]) for e in table.listed(0) if "cards" in e}
    assert values == {
        (("FSp", "FWi"), 2), (("FSp", "NWi"), 12), (("FWi", "NWi"), 12),
        (("FSp", "FWi", "NWi"), 13),
    }  # fmt: skip


def test_collective_serves_its_own_field_alone() -> None:
    table = in_play(["KSu"], fields={"SW": ["KSu"], "NW": ["9Su"]})
    assert several(table) == []
    away = THREE | {"field": "NW"}
    assert table.refusal(0, **away, take=["9Su"]) == "R-TURN-1"


def test_collective_is_no_more_once_it_is_claimed() -> None:
    hands = {0: ["5Wi", "9Wi"], 1: ["2Au", "3Au", "4Au"]}
    table = before_claim("collective", hands=hands, draw=["9Sp", "5Sp", "5Au", "KSp"])
    assert several(table) == []
    after = table.act(0, **CLEAR)
    assert all(len(play["cards"]) == 1 for play in after.menu(1)["plays"])
