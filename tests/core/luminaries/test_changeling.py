"""R-LUM-CHANGELING: an exchange a turn with its field; two with the whole board on its claim."""

from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    PlayedTable,
    before_claim,
    check_menu_offers_the_list,
    check_sleeps,
    claimed,
    lay,
)

FIELDS = {"SW": ["5Su"], "NW": ["4Su", "KSu"], "SE": [{9: ["7Sp 2Wi"]}]}
SWAP = {"kind": "exchange", "give": "9Wi", "take": "4Su"}


def in_play() -> PlayedTable:
    """Return a table with the Changeling face up in NW; seat 0 is to move."""
    return before_claim("river", fields=FIELDS, luminaries={"NW": "changeling"})


def at_its_claim(**more: object) -> PlayedTable:
    return claimed("changeling", fields=FIELDS, **more)


def test_changeling_exchanges_without_an_end_to_the_turn() -> None:
    table = in_play().act(0, **SWAP)
    assert table.happened == ["CardsExchanged"]
    assert table.see("fields.NW") == ["9Wi", "KSu"]
    assert table.asked == [(0, "turn")]


def test_changeling_shows_everybody_both_cards_and_nothing_more() -> None:
    table = in_play().act(0, **SWAP)
    for viewer in (0, 1, SPECTATOR):
        told = table.event("CardsExchanged", viewer)
        assert (told["give"], told["take"]) == ("9Wi", "4Su")
    assert table.view(1, "hands.0") == 4


def test_changeling_is_offered_in_the_menu_with_every_card_of_hand_and_field() -> None:
    (entry,) = in_play().menu(0)["free"]
    assert entry["take"] == ["4Su", "KSu"]
    assert entry["give"] == ["5Wi", "9Wi", "10Wi", "NWi"]
    listed = [each for each in in_play().listed(0) if each["type"] == "exchange"]
    assert len(listed) == len(entry["give"]) * len(entry["take"])


def test_changeling_may_be_used_and_played_after_in_one_batch() -> None:
    swap = {"type": "exchange", "give": "9Wi", "take": "4Su"}
    sow = {"type": "sow", "card": "4Su", "field": "NE"}
    table = in_play().batch(0, swap, sow)
    assert table.see("fields.NE") == ["4Su"]
    assert table.see("turn") == 1


def test_changeling_batch_is_all_or_nothing() -> None:
    swap = {"type": "exchange", "give": "9Wi", "take": "4Su"}
    assert in_play().refused_in_batch(0, swap, swap) == ("R-CARD-4", 1)


def test_changeling_keeps_the_turn_open_until_it_is_ended() -> None:
    table = in_play().act(0, "sow", card="5Wi", field="NE")
    assert table.asked == [(0, "after_play")]
    check_menu_offers_the_list(table, 0)
    assert check_sleeps(table, 0, "end_turn").asked == [(1, "turn")]


def test_changeling_claimed_asks_for_any_two_exchanges_on_the_board() -> None:
    table = at_its_claim()
    assert table.asked == [(0, "changeling_claim")]
    check_menu_offers_the_list(table, 0)
    again = check_sleeps(table, 0, **SWAP)
    assert again.asked == [(0, "changeling_claim")]
    check_menu_offers_the_list(again, 0)
    after = check_sleeps(again, 0, "exchange", give="10Wi", take="KSu")
    assert after.see("fields.NW") == ["9Wi", "10Wi"]
    assert after.asked == [(1, "turn")]


def test_changeling_claimed_takes_both_exchanges_in_one_batch() -> None:
    first = {"type": "exchange", "give": "9Wi", "take": "4Su"}
    second = {"type": "exchange", "give": "10Wi", "take": "KSu"}
    table = at_its_claim(draw=[]).batch(0, first, second)
    assert table.see("fields.NW") == ["9Wi", "10Wi"]


def test_changeling_preview_of_the_clear_ends_with_the_question() -> None:
    told = before_claim("changeling", fields=FIELDS, hands=LONG).preview(0, **CLEAR)
    assert told[-1] == {
        "type": "DecisionOpened", "kind": "changeling_claim", "awaiting": [0], "at": None,
        "optional": True, "act": None, "cards": [],
    }  # fmt: skip


def test_changeling_says_nothing_of_the_rest_of_the_turn_when_it_asks() -> None:
    told = at_its_claim().event("DecisionOpened", 0)
    assert "resume" not in told


def test_changeling_claim_of_a_leaver_leaves_the_board_as_it_is() -> None:
    given = {
        "options": {"players": 3},
        "luminaries": {"SW": "changeling"},
        "hands": {0: ["5Wi", "9Wi"], 1: ["KAu"], 2: ["QAu"]},
        "fields": FIELDS,
    }
    table = lay(given).act(0, **CLEAR)
    assert table.asked == [(0, "changeling_claim")]
    left = table.act(0, "forfeit")
    assert left.see("fields.NW") == ["4Su", "KSu"]
    assert left.asked == [(1, "turn")]
    assert left.see("claimed.0") == ["changeling"]
