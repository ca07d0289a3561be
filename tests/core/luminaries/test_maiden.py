"""R-LUM-MAIDEN: while she is in play Winter restricts nothing, on the whole board."""

from tests.core.luminaries.table import CLEAR, PlayedTable, before_claim, claimed, lay, revealed

IN_WINTER = {"card": "9Wi", "field": "NE", "take": ["9Su"]}


def winter(luminary: str) -> PlayedTable:
    """Return a table with a harvest in NE, where it is Winter."""
    return before_claim(luminary, fields={"SW": ["5Su"], "NE": ["9Su", "4Sp"]})


def test_maiden_lists_harvests_of_winter_only_while_she_is_face_up() -> None:
    harvest = {"type": "harvest"} | IN_WINTER
    assert harvest in winter("maiden").listed(0)
    assert harvest not in winter("(maiden)").listed(0)


def test_maiden_shows_in_the_menu_what_winter_would_hide() -> None:
    offers = {
        name: [play["harvest"] for play in winter(name).menu(0)["plays"] if play["field"] == "NE"]
        for name in ("maiden", "(maiden)")
    }
    assert [{"value": 9, "groups": [["9Su"]], "count": 1}] in offers["maiden"]
    assert not any(offers["(maiden)"])


def test_maiden_lifts_winter_and_no_other_season() -> None:
    table = before_claim("maiden", fields={"SW": ["5Su"], "NW": ["4Sp"]})
    stockpile = {"card": "5Wi", "field": "NW", "value": 9, "take": ["4Sp"]}
    assert table.refusal(0, "stockpile", **stockpile) == "R-SEASON-1"
    assert table.refusal(0, "sow", card="5Wi", field="SE") == "R-SEASON-1"


def test_maiden_forgets_winter_for_everybody_once_she_is_claimed() -> None:
    table = claimed("maiden", fields={"SW": ["5Su"], "NE": ["2Sp"]}, draw=[])
    assert table.see("claimed.0") == ["maiden"]
    assert table.refusal(1, "harvest", card="2Au", field="NE", take=["2Sp"]) == "R-SEASON-1"


def test_maiden_lets_the_next_player_harvest_winter_once_revealed() -> None:
    table = revealed("maiden", fields={"SW": ["5Su"], "NE": ["2Su"]})
    assert table.act(1, "harvest", card="2Au", field="NE", take=["2Su"]).see("fields.NE") != ["2Su"]


def test_maiden_lifts_winter_wherever_the_illimat_turns_it() -> None:
    for summer, at in (("NE", "SW"), ("SE", "NW"), ("SW", "NE"), ("NW", "SE")):
        given = {"summer": summer, "hands": {0: ["5Wi", "9Wi"]}, "fields": {at: ["5Su", "2Sp"]}}
        maiden = "NE" if at == "NW" else "NW"
        table = lay(given | {"luminaries": {maiden: "maiden"}})
        assert table.act(0, "harvest", card="5Wi", field=at, take=["5Su"]).see(f"fields.{at}") == [
            "2Sp"
        ]


def test_maiden_lies_unknown_to_a_preview_that_would_reveal_her() -> None:
    told = before_claim("(maiden)").preview(0, **CLEAR)
    assert "maiden" not in str(told)
