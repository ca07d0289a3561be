"""R-LUM-RAKE: one more card a turn into his field; a Summer card of every opponent on his claim."""

from typing import Any

from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    PlayedTable,
    before_claim,
    check_sleeps,
    claimed,
    lay,
)

SOW: dict[str, Any] = {"kind": "sow", "card": "5Wi", "field": "NE"}


def in_play(**more: Any) -> PlayedTable:
    """Return a table with the Rake face up in NW; seat 0 is to move."""
    given = {"luminaries": {"NW": "rake"}, "hands": {0: ["5Wi", "9Wi", "NWi"], 1: ["KAu", "2Au"]}}
    return lay(given | more)


def test_rake_keeps_the_turn_open_until_it_is_fed() -> None:
    owing = in_play().act(0, **SOW)
    assert owing.asked == [(0, "after_play")]
    assert owing.refusal(0, "end_turn") == "R-LUM-RAKE"
    assert owing.act(0, "rake_sow", card="9Wi").asked == [(1, "turn")]


def test_rake_owed_is_all_that_the_list_and_menu_offer() -> None:
    owing = in_play().act(0, **SOW)
    assert owing.listed(0) == [
        {"type": "rake_sow", "card": "9Wi"},
        {"type": "rake_sow", "card": "NWi"},
    ]
    assert owing.menu(0)["answers"] == []
    assert owing.menu(0)["free"] == [
        {"type": "rake_sow", "at": "NW", "card": ["9Wi", "NWi"], "season": None}
    ]


def test_rake_owed_sleeps_over_night() -> None:
    after = check_sleeps(in_play().act(0, **SOW), 0, "rake_sow", card="NWi")
    assert after.see("fields.NW") == ["NWi"]
    assert after.see("summer") == "SE"


def test_rake_may_be_fed_first_and_played_after_in_one_batch() -> None:
    fed = {"type": "rake_sow", "card": "9Wi"}
    table = in_play().batch(0, fed, {"type": "sow", "card": "5Wi", "field": "NE"})
    assert table.see("fields.NW") == ["9Wi"]
    assert table.asked == [(1, "turn")]


def test_rake_feeding_is_previewed_up_to_the_draw() -> None:
    table = in_play(draw=["2Sp"]).act(0, **SOW)
    told = table.preview(0, "rake_sow", card="NWi")
    assert [event["type"] for event in told] == ["CardSown", "IllimatTurned", "HandDrawn"]
    assert told[-1] == {"type": "HandDrawn", "seat": 0, "count": 1}


def test_rake_says_by_whose_leave_a_card_was_sown() -> None:
    table = in_play().act(0, "rake_sow", card="9Wi")
    assert table.event("CardSown")["by"] == "rake"


def test_rake_owed_by_a_leaver_is_forgotten() -> None:
    table = in_play(options={"players": 3}).act(0, **SOW).act(0, "forfeit")
    assert table.see("fields.NW") == []
    assert table.asked == [(1, "turn")]


def test_rake_claimed_lets_all_see_each_gift() -> None:
    harvested = {1: ["2Su", "3Su", "KAu"]}
    table = claimed("rake", harvested=harvested, hands={0: ["5Wi", "9Wi"], 1: ["2Au"]})
    for viewer in (0, 1, SPECTATOR):
        assert table.event("CardGiven", viewer) == {
            "type": "CardGiven", "seat": 1, "to": 0, "card": "2Su",
        }  # fmt: skip


def test_rake_claimed_takes_a_private_card_and_makes_it_public() -> None:
    private = {"harvested": {1: ["2Su", "9Sp"]}, "private": {1: {"2Su": [1]}}}
    table = claimed("rake", **private)
    assert table.view(SPECTATOR, "harvested.0") == ["2Su", "5Su", "5Wi"]
    assert table.see("private") == {}


def test_rake_previewed_does_not_tell_whether_a_hidden_card_can_be_given() -> None:
    told = []
    for card in ("2Su", "2Sp"):
        pile = {"harvested": {1: [card]}, "private": {1: {card: [1]}}, "hands": LONG}
        told.append(before_claim("rake", draw=[], **pile).preview(0, **CLEAR))
    assert told[0] == told[1]


def test_rake_ends_a_batch_whether_or_not_a_card_was_given() -> None:
    clear = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
    sow = {"type": "sow", "card": "9Wi", "field": "NE"}
    hands = {0: ["5Wi", "9Wi"], 1: []}
    for card in ("2Su", "2Sp"):
        pile = {"harvested": {1: [card]}, "private": {1: {card: [1]}}}
        table = before_claim("rake", draw=[], hands=hands, **pile)
        assert table.refused_in_batch(0, clear, sow) == ("R-TURN-1", 1)


def test_rake_tells_when_private_cards_hold_nothing_to_give() -> None:
    private = {"harvested": {1: ["2Sp"]}, "private": {1: {"2Sp": [1]}}}
    table = claimed("rake", **private)
    assert table.event("CardGiven")["card"] is None
    assert table.see("harvested.1") == ["2Sp"]
    assert table.view(0, "harvested.1") == ["?"]
