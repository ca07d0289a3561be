"""R-LUM-UNIVERSE: a harvest played into its field takes from the whole board."""

from typing import Any

import pytest

from tests.core.luminaries.table import SPECTATOR, PlayedTable, check_sleeps, lay

FIELDS = {"SW": ["4Su", "KSu"], "NW": ["5Sp"], "NE": ["5Au", "3Au"], "SE": ["2Sp"]}
OWN: dict[str, Any] = {"kind": "harvest", "card": "9Wi", "field": "SW"}


def in_play(**more: Any) -> PlayedTable:
    """Return a table with the Universe face up in SW; seat 0 is to move."""
    hands = {0: ["9Wi", "2Wi"], 1: ["KAu"]}
    return lay({"luminaries": {"SW": "universe"}, "hands": hands, "fields": FIELDS} | more)


def takes(table: PlayedTable) -> list[set[str]]:
    harvests = [each for each in table.listed(0) if each["type"] == "harvest"]
    return [set(each["take"]) for each in harvests if each["card"] == "9Wi"]


def test_universe_lists_takes_that_mix_the_fields() -> None:
    assert takes(in_play()) == [{"2Sp", "4Su", "3Au"}, {"5Sp", "4Su"}, {"4Su", "5Au"}]


def test_universe_counts_in_the_menu_the_groups_of_the_whole_board() -> None:
    (play,) = [p for p in in_play().menu(0)["plays"] if p["cards"] == ["9Wi"] and p["harvest"]]
    (entry,) = play["harvest"]
    assert (play["field"], entry["count"], entry["also"]) == ("SW", 3, "R-LUM-UNIVERSE")


def test_universe_wants_an_item_of_its_own_field() -> None:
    fields = FIELDS | {"NW": ["9Sp"]}
    assert in_play(fields=fields).refusal(0, **OWN, take=["9Sp"]) == "R-LUM-UNIVERSE"


def test_universe_heeds_its_own_season_alone() -> None:
    assert takes(in_play(summer="NE")) == []
    assert in_play(summer="NE").refusal(0, **OWN, take=["4Su", "5Au"]) == "R-SEASON-1"


def test_universe_of_one_other_field_lists_no_take_of_two() -> None:
    one = in_play(options={"universe_reach": "one"})
    assert takes(one) == [{"5Sp", "4Su"}, {"4Su", "5Au"}]
    assert one.refusal(0, **OWN, take=["2Sp", "4Su", "3Au"]) == "R-LUM-UNIVERSE"


def test_universe_tells_all_which_fields_were_reached() -> None:
    table = in_play().act(0, **OWN, take=["2Sp", "4Su", "3Au"])
    told = table.event("CardsHarvested", SPECTATOR)
    assert (told["field"], told["reach"]) == ("SW", ["NE", "SE"])


def test_universe_clears_the_fields_clockwise_from_its_own() -> None:
    fields = {"SW": ["4Su"], "NW": ["5Sp"], "SE": ["9Sp"]}
    hands = {0: ["9Wi", "2Wi"], 1: ["KAu"], 2: ["QAu"]}
    table = in_play(options={"players": 3}, fields=fields, hands=hands)
    after = check_sleeps(table, 0, **OWN, take=["4Su", "5Sp", "9Sp"])
    cleared = [told["field"] for told in after.told(1) if told["type"] == "FieldCleared"]
    assert cleared == ["SW", "NW", "SE"]
    assert [told["okus"] for told in after.told(1) if told["type"] == "OkusTaken"] == [0, 1, 2]


@pytest.mark.parametrize("luminary", ["drought", "maiden", "union"])
def test_universe_is_not_restricted_by_the_luminaries_of_other_fields(luminary: str) -> None:
    table = in_play(summer="SE", luminaries={"SW": "universe", "NW": luminary})
    assert {"2Sp", "4Su", "3Au"} in takes(table)


def test_universe_claimed_reaches_no_more() -> None:
    table = in_play(fields=FIELDS | {"SW": ["4Su"]}).act(0, **OWN, take=["4Su", "5Au"])
    assert table.see("claimed.0") == ["universe"]
    assert all("also" not in entry for play in table.menu(1)["plays"] for entry in play["harvest"])
