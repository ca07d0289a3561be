"""R-LUM-CHILDREN: three cards beneath them, unseen, which their claimant harvests."""

from illimat_core.events import redact
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
from tests.support.playing import cards_in

BENEATH = ["4Wi", "6Wi", "8Wi"]


def taken() -> PlayedTable:
    return claimed("children", children=BENEATH)


def test_children_cover_three_cards_that_nobody_sees() -> None:
    table = revealed("children")
    assert table.see("children") == ["7Sp", "8Sp", "QSp"]
    for viewer in (0, 1, SPECTATOR):
        told = table.event("CardsTucked", viewer)
        assert told == {"type": "CardsTucked", "field": "SW", "count": 3}
        assert table.view(viewer, "children") == 3


def test_children_without_three_cards_are_discarded() -> None:
    table = revealed("children", draw=["2Sp", "3Sp", "4Sp", "6Sp", "7Sp", "8Sp"])
    assert table.event("LuminaryDiscarded")["luminary"] == "children"
    assert table.see("children") == []


def test_children_claimed_show_their_cards_to_the_claimer_alone() -> None:
    table = taken()
    assert table.event("TuckedCardsTaken", 0)["cards"] == BENEATH
    assert table.event("TuckedCardsTaken", 1)["count"] == 3
    for viewer in (1, SPECTATOR):
        assert set(BENEATH).isdisjoint(cards_in(table.told(viewer)))


def test_children_claimed_count_in_every_view_of_the_harvest() -> None:
    table = taken()
    assert table.view(0, "harvested.0") == ["5Su", "4Wi", "5Wi", "6Wi", "8Wi"]
    for viewer in (1, SPECTATOR):
        assert table.view(viewer, "harvested.0") == ["5Su", "5Wi", "?", "?", "?"]
        assert table.view(viewer, "private") == {}


def test_children_show_all_their_cards_once_the_round_is_scored() -> None:
    opened = [redact(event, SPECTATOR, opened=True) for event in taken().events]
    assert set(BENEATH) <= set(cards_in(opened))


def test_children_previewed_tell_how_many_cards_and_no_card() -> None:
    told = before_claim("children", children=BENEATH, hands=LONG).preview(0, **CLEAR)
    assert told[-1] == {"type": "TuckedCardsTaken", "seat": 0, "field": "SW", "count": 3}


def test_children_end_a_batch_whose_sender_would_see_their_cards() -> None:
    clear = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
    table = before_claim(
        "children", children=BENEATH, draw=[], hands={0: ["5Wi", "9Wi", "10Wi"], 1: []}
    )
    sow = {"type": "sow", "card": "9Wi", "field": "NW"}
    assert table.refused_in_batch(0, clear, sow) == ("R-TURN-1", 1)


def test_children_keep_their_cards_over_night() -> None:
    table = before_claim("children", children=BENEATH)
    after = check_sleeps(table, 0, **CLEAR)
    assert lay(after.position).view(1, "harvested.0") == ["5Su", "5Wi", "?", "?", "?"]


def test_children_discarded_take_their_cards_out_of_play() -> None:
    table = revealed("butchers", luminaries={"NE": "children"}, children=BENEATH)
    assert table.see("children") == []
    assert set(BENEATH).isdisjoint(cards_in(table.position))
