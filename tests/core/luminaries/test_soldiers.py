"""R-LUM-SOLDIERS: hidden cards beneath the cards of their field, turned up after a harvest."""

from typing import Any

import pytest

from tests.core.luminaries.table import CLEAR, SPECTATOR, PlayedTable, check_sleeps, lay, revealed
from tests.support.playing import cards_in

COVERED = [{"card": "4Sp", "hidden": ["9Su"]}, {"card": "3Sp", "hidden": ["8Su", "7Su"]}]
FIRST: dict[str, Any] = {"kind": "harvest", "card": "4Wi", "field": "SW", "take": ["4Sp"]}


def in_play(luminary: str = "soldiers", **more: Any) -> PlayedTable:
    """Return a table with two cards in SW that cover hidden ones; seat 0 is to move."""
    hands = {0: ["4Wi", "7Wi", "3Wi"], 1: ["KAu"]}
    given = {"luminaries": {"SW": luminary}, "hands": hands, "fields": {"SW": COVERED}}
    return lay(given | {"draw": ["2Sp"]} | more)


def test_soldiers_revealed_hide_a_card_under_each_card_just_dealt() -> None:
    table = revealed("soldiers")
    for viewer in (0, 1, SPECTATOR):
        assert table.event("CardsHidden", viewer) == {
            "type": "CardsHidden", "field": "SW", "beneath": ["3Sp", "4Sp", "6Sp"], "count": 3,
        }  # fmt: skip
    assert table.see("fields.SW.0") == {"card": "3Sp", "hidden": ["7Sp"]}


def test_soldiers_show_in_every_view_how_many_cards_are_hidden_and_none_of_them() -> None:
    for viewer in (0, 1, SPECTATOR):
        shown = in_play().view(viewer, "fields.SW")
        assert shown == [{"card": "4Sp", "hidden": 1}, {"card": "3Sp", "hidden": 2}]


def test_soldiers_card_that_a_sow_hides_is_told_to_nobody() -> None:
    table = in_play().act(0, "sow", card="7Wi", field="SW")
    for viewer in (0, 1, SPECTATOR):
        told = table.event("CardSown", viewer)
        assert (told["hides"], set(cards_in(told))) == (1, {"7Wi"})
    assert table.see("fields.SW.2") == {"card": "7Wi", "hidden": ["2Sp"]}


def test_soldiers_card_comes_up_in_the_open_and_keeps_the_field_from_clearing() -> None:
    table = in_play(fields={"SW": [COVERED[0]]}).act(0, **FIRST)
    assert table.event("HiddenCardsTurnedUp")["cards"] == ["9Su"]
    assert table.see("fields.SW") == ["9Su"]
    assert "FieldCleared" not in table.happened


def test_soldiers_cards_come_up_in_the_order_of_the_items_above_them() -> None:
    table = in_play().act(0, "harvest", card="7Wi", field="SW", take=["3Sp", "4Sp"])
    assert table.see("fields.SW") == ["9Su", "8Su", "7Su"]


def test_soldiers_previewed_tell_how_many_cards_come_up() -> None:
    told = in_play().preview(0, **FIRST)
    assert told[-1] == {"type": "HiddenCardsTurnedUp", "field": "SW", "count": 1}


def test_soldiers_end_a_batch_that_turns_hidden_cards_up() -> None:
    harvest = {"type": "harvest", "card": "4Wi", "field": "SW", "take": ["4Sp"]}
    assert in_play().refused_in_batch(0, harvest, {"type": "end_turn"}) == ("R-TURN-1", 1)


def test_soldiers_cards_lie_on_when_the_soldiers_are_gone_over_night() -> None:
    after = check_sleeps(in_play(luminary="maiden"), 0, **FIRST)
    assert after.see("fields.SW") == [COVERED[1], "9Su"]


def test_soldiers_cards_go_with_their_cover_into_a_stockpile() -> None:
    table = in_play().act(0, "stockpile", card="4Wi", field="SW", value=7, take=["3Sp"])
    assert table.see("fields.SW.1") == {"7": ["3Sp 4Wi"], "hidden": ["8Su", "7Su"]}
    assert table.view(1, "fields.SW.1") == {"7": ["3Sp 4Wi"], "hidden": 2}


@pytest.mark.parametrize("draw", [[], ["2Sp"]])
def test_soldiers_hide_what_the_draw_pile_has(draw: list[str]) -> None:
    table = in_play(draw=draw).act(0, "sow", card="7Wi", field="SW")
    assert table.event("CardSown")["hides"] == len(draw)


def test_soldiers_without_three_cards_are_discarded() -> None:
    table = revealed("soldiers", draw=["2Sp", "3Sp", "4Sp", "6Sp", "7Sp", "8Sp"])
    assert table.event("LuminaryDiscarded")["luminary"] == "soldiers"
    assert table.see("fields.SW") == ["3Sp", "4Sp", "6Sp"]


def test_soldiers_previewed_before_they_are_revealed_stay_unknown() -> None:
    hidden = lay({"luminaries": {"SW": "(soldiers)"}, "hands": {0: ["5Wi", "9Wi"], 1: ["KAu"]},
                  "fields": {"SW": ["5Su"]}, "draw": ["2Sp", "3Sp", "4Sp"]})  # fmt: skip
    assert "soldiers" not in str(hidden.preview(0, **CLEAR))
