"""R-LUM-SAINT-JOAN: worth two; her field is reseeded with your whole hand."""

from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    before_claim,
    check_sleeps,
    claimed,
    lay,
    revealed,
)

LAST = {"hands": {0: ["5Wi"]}, "fields": {"SW": ["5Su"]}, "okuses": {"board": 0}}


def test_saint_joan_sows_the_hand_in_deck_order_for_all_to_see() -> None:
    table = claimed("saint_joan")
    for viewer in (0, 1, SPECTATOR):
        assert table.event("HandSown", viewer)["cards"] == ["2Sp", "9Wi", "10Wi", "NWi"]
    assert table.see("fields.SW") == ["2Sp", "9Wi", "10Wi", "NWi"]


def test_saint_joan_reseeds_with_nothing_else() -> None:
    assert "FieldSeeded" not in claimed("saint_joan").happened


def test_saint_joan_has_her_claimer_draw_a_new_hand_unseen() -> None:
    table = claimed("saint_joan")
    assert table.see("hands.0") == ["3Sp", "4Sp", "6Sp", "7Sp"]
    assert table.view(1, "hands.0") == 4


def test_saint_joan_with_an_empty_hand_leaves_the_field_fallow() -> None:
    table = claimed("saint_joan", hands={0: ["5Wi"], 1: ["KAu"]}, draw=[])
    assert table.see("fields.SW") == []
    assert "HandSown" not in table.happened


def test_saint_joan_is_worth_two_points() -> None:
    points = {
        name: lay(LAST | {"luminaries": {"SW": name}}).act(0, **CLEAR).see("round_points.0")
        for name in ("saint_joan", "maiden")
    }
    assert points["saint_joan"] - points["maiden"] == 1


def test_saint_joan_breaks_ties_as_one_luminary() -> None:
    given = LAST | {
        "luminaries": {"SW": "saint_joan"},
        "claimed": {1: ["maiden"]},
        "harvested": {1: ["2Sp", "3Sp"]},
    }
    table = lay(given).act(0, **CLEAR)
    scored = table.event("RoundScored")
    assert [tally["luminaries"] for tally in scored["tallies"]] == [1, 1]
    assert scored["bumper_crop"] == []


def test_saint_joan_previewed_at_her_claim_sows_and_counts_the_new_hand() -> None:
    told = before_claim("saint_joan", hands=LONG).preview(0, **CLEAR)
    assert told[-2]["cards"] == ["3Wi", "9Wi", "10Wi", "NWi"]
    assert told[-1] == {"type": "HandDrawn", "seat": 0, "count": 4}


def test_saint_joan_revealed_does_nothing_more() -> None:
    table = revealed("saint_joan")
    assert table.see("luminaries") == {"SW": "saint_joan"}
    assert table.see("fields.SW") == ["3Sp", "4Sp", "6Sp"]


def test_saint_joan_claim_sleeps_over_night() -> None:
    after = check_sleeps(before_claim("saint_joan"), 0, **CLEAR)
    assert check_sleeps(after, 1, "sow", card="QAu", field="NW").see("turn") == 0
