"""R-LUM-BOAT: a harvest into its field also takes groups of the field opposite."""

from typing import Any

from tests.core.luminaries.table import SPECTATOR, PlayedTable, check_sleeps, lay

FIELDS = {"SW": ["9Su", "4Su"], "NE": ["5Au", "4Au", "9Au"], "NW": ["9Sp"]}
OWN: dict[str, Any] = {"kind": "harvest", "card": "9Wi", "field": "SW"}


def in_play(**more: Any) -> PlayedTable:
    """Return a table with the Boat face up in SW, across from NE; seat 0 is to move."""
    hands = {0: ["9Wi", "2Wi"], 1: ["KAu"]}
    return lay({"luminaries": {"SW": "boat"}, "hands": hands, "fields": FIELDS} | more)


def takes(table: PlayedTable) -> list[list[str]]:
    return [
        each["take"]
        for each in table.listed(0)
        if each["type"] == "harvest" and (each["card"], each["field"]) == ("9Wi", "SW")
    ]


def test_boat_lists_groups_of_both_fields_and_none_that_mixes_them() -> None:
    assert takes(in_play()) == [
        ["9Su"],
        ["9Su", "4Au", "5Au"],
        ["9Su", "4Au", "5Au", "9Au"],
        ["9Su", "9Au"],
    ]
    assert in_play().refusal(0, **OWN, take=["9Su", "4Su", "5Au"]) == "R-LUM-BOAT"


def test_boat_names_its_terms_in_the_menu() -> None:
    play = next(p for p in in_play().menu(0)["plays"] if p["cards"] == ["9Wi"] and p["harvest"])
    (entry,) = play["harvest"]
    assert (entry["also"], entry["also_fields"], entry["count"]) == ("R-LUM-BOAT", ["SW"], 3)
    assert entry["also_text"] == "At least one item must be of SW."


def test_boat_wants_a_group_of_its_own() -> None:
    assert in_play().refusal(0, **OWN, take=["9Au"]) == "R-LUM-BOAT"


def test_boat_reaches_the_opposite_field_whatever_its_season() -> None:
    assert in_play().see("summer") == "SW"  # so NE is in Winter
    after = check_sleeps(in_play(), 0, **OWN, take=["9Su", "9Au"])
    assert after.see("fields.NE") == ["5Au", "4Au"]


def test_boat_does_not_reach_a_field_beside_it() -> None:
    assert in_play().refusal(0, **OWN, take=["9Su", "9Sp"]) == "R-CARD-4"


def test_boat_heeds_the_drought_across() -> None:
    maiden = {"SW": "boat", "NW": "drought", "SE": "maiden"}
    lifted = in_play(summer="NE", luminaries=maiden)
    assert takes(lifted) == [["9Su"]]
    assert lifted.refusal(0, **OWN, take=["9Su", "9Au"]) == "R-LUM-DROUGHT"


def test_boat_tells_all_which_field_was_reached() -> None:
    table = in_play().act(0, **OWN, take=["9Su", "9Au"])
    assert table.event("CardsHarvested", SPECTATOR)["reach"] == ["NE"]


def test_boat_may_clear_both_fields_its_own_first() -> None:
    table = in_play(fields={"SW": ["9Su"], "NE": ["9Au"]}).act(0, **OWN, take=["9Su", "9Au"])
    assert [t["field"] for t in table.told(1) if t["type"] == "FieldCleared"] == ["SW", "NE"]
    assert [t["okus"] for t in table.told(1) if t["type"] == "OkusTaken"] == [0, 1]
