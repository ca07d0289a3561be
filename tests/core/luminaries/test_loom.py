"""R-LUM-LOOM: once a turn a stockpile in its field; a new hand at its claim."""

from typing import Any

import pytest

from illimat_core.actions import type_of
from illimat_core.offers.listing import legal_actions
from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    PlayedTable,
    before_claim,
    check_sleeps,
    claimed,
    lay,
    revealed,
)

WEAVE: dict[str, Any] = {"kind": "loom_stockpile", "card": "2Wi", "value": 9, "take": ["7Sp"]}
SOW: dict[str, Any] = {"kind": "sow", "card": "5Wi", "field": "SW"}


def in_play(**more: Any) -> PlayedTable:
    """Return a table with the Loom face up in NW, where it is Spring; seat 0 is to move."""
    hands = {0: ["2Wi", "5Wi", "9Wi"], 1: ["KAu"]}
    return lay({"luminaries": {"NW": "loom"}, "hands": hands, "fields": {"NW": ["7Sp"]}} | more)


def woven(table: PlayedTable) -> list[dict[str, Any]]:
    return [each for each in table.listed(0) if each["type"] == "loom_stockpile"]


def test_loom_lists_what_its_menu_offers() -> None:
    table = in_play()
    assert woven(table) == [{"type": "loom_stockpile", "card": "2Wi", "value": 9, "take": ["7Sp"]}]
    assert table.menu(0)["free"] == [
        {
            "type": "loom_stockpile", "at": "NW", "card": "2Wi", "season": None,
            "stockpile": [{"value": 9, "with": [["7Sp"]], "beside": [], "count": 1}],
        }
    ]  # fmt: skip


def test_loom_weaves_in_spring_and_leaves_the_play() -> None:
    table = in_play().act(0, **WEAVE)
    assert table.see("fields.NW") == [{"9": ["7Sp 2Wi"]}]
    assert table.event("StockpileMade")["by"] == "loom"
    assert table.asked == [(0, "turn")]


def test_loom_stockpile_is_not_harvested_in_the_same_turn_by_any_action() -> None:
    table = in_play(summer="NW").act(0, **WEAVE)
    assert not [each for each in table.listed(0) if "7Sp" in each.get("take", [])]
    take = {"card": "9Wi", "field": "NW", "take": ["7Sp"]}
    assert table.refusal(0, "harvest", **take) == "R-HARV-5"


def test_loom_goes_with_a_play_in_one_batch() -> None:
    weave = {"type": "loom_stockpile", "card": "2Wi", "value": 9, "take": ["7Sp"]}
    table = in_play().batch(0, weave, {"type": "sow", "card": "5Wi", "field": "SW"})
    assert table.asked == [(1, "turn")]


def test_loom_open_after_the_play_sleeps_over_night() -> None:
    table = in_play().act(0, **SOW)
    assert table.asked == [(0, "after_play")]
    assert check_sleeps(table, 0, **WEAVE).asked == [(1, "turn")]


@pytest.mark.parametrize("other", ["9Wi", "10Wi"])
def test_loom_keeps_the_turn_open_whether_or_not_a_passive_card_is_held(other: str) -> None:
    table = in_play(hands={0: ["2Wi", "5Wi", other], 1: ["KAu"]}).act(0, **SOW)
    assert table.asked == [(0, "after_play")]
    assert table.menu(0)["answers"] == [{"type": "end_turn"}]


def test_loom_claimed_gives_a_hand_that_only_its_owner_sees() -> None:
    table = claimed("loom")
    assert table.event("HandDiscarded", 0)["cards"] == ["9Wi", "10Wi", "NWi", "2Sp"]
    for viewer in (1, SPECTATOR):
        assert "cards" not in table.event("HandDiscarded", viewer)
        assert table.view(viewer, "hands.0") == 4
    assert table.see("hands.0") == ["3Sp", "4Sp", "6Sp", "7Sp"]


def test_loom_claimed_is_compulsory_and_comes_before_the_reseed() -> None:
    table = claimed("loom")
    assert table.asked == [(1, "turn")]
    assert table.see("fields.SW") == ["8Sp", "QSp", "KSp"]


def test_loom_previewed_at_its_claim_counts_the_new_hand() -> None:
    told = before_claim("loom", hands=LONG).preview(0, **CLEAR)
    assert told[-2]["cards"] == ["9Wi", "10Wi", "NWi", "3Wi"]
    assert told[-1] == {"type": "HandDrawn", "seat": 0, "count": 4}


def test_loom_revealed_is_open_from_the_next_turn_on() -> None:
    table = revealed("loom", hands={0: ["5Wi", "9Wi"], 1: ["2Au", "10Au"]})
    kinds = {entry["type"] for entry in table.menu(1)["free"]}
    assert kinds == {"loom_stockpile"}


def test_loom_owner_who_leaves_makes_no_stockpile() -> None:
    hands = {0: ["2Wi", "5Wi", "9Wi"], 1: ["KAu"], 2: ["QAu"]}
    table = in_play(options={"players": 3}, hands=hands).act(0, **SOW).act(0, "forfeit")
    assert table.see("fields.NW") == ["7Sp"]
    assert table.asked == [(1, "turn")]


def test_loom_lets_the_list_go_on_behind_any_action() -> None:
    state = in_play(fields={"NW": ["7Sp"], "SW": ["4Sp"]}).state
    listed = list(legal_actions(state, 0))
    assert {"stockpile", "loom_stockpile"} <= {type_of(each) for each in listed}
    for place, action in enumerate(listed):
        assert list(legal_actions(state, 0, after=action)) == listed[place + 1 :]
