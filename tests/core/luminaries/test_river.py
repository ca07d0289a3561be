"""R-LUM-RIVER: six cards in its field; being Frostbit gains its claimer two."""

from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    before_claim,
    before_reveal,
    claimed,
    lay,
    revealed,
)

LAST = {
    "hands": {0: ["5Wi"]},
    "fields": {"SW": ["5Su"]},
    "luminaries": {"SW": "river"},
    "harvested": {0: ["9Wi", "10Wi"], 1: ["2Su", "3Su", "4Su", "6Su", "7Su"]},
    "okuses": {"board": 0},
}
"""The last play of a round, which claims the River and leaves seat 0 with most Winter cards."""


def points(given: object) -> int:
    table = lay(given).act(0, **CLEAR)  # type: ignore[arg-type]
    return int(table.see("round_points.0"))


def test_river_deals_six_cards_in_two_steps_that_all_may_see() -> None:
    table = revealed("river")
    seeded = [told["cards"] for told in table.told(SPECTATOR) if told["type"] == "FieldSeeded"]
    assert seeded == [["3Sp", "4Sp", "6Sp"], ["7Sp", "8Sp", "QSp"]]
    assert table.see("fields.SW") == ["3Sp", "4Sp", "6Sp", "7Sp", "8Sp", "QSp"]


def test_river_without_its_three_cards_is_discarded_and_shown() -> None:
    table = revealed("river", draw=["2Sp", "3Sp", "4Sp", "6Sp", "7Sp", "8Sp"])
    assert table.event("LuminaryDiscarded")["luminary"] == "river"
    assert table.see("draw") == ["7Sp", "8Sp"]
    assert table.see("luminaries") == {}


def test_river_previewed_says_how_many_cards_come_and_not_that_it_is_the_river() -> None:
    told = before_reveal("river", hands=LONG).preview(0, **CLEAR)
    assert told[-1] == {"type": "FieldSeeded", "field": "SW", "count": 3}


def test_river_claimed_does_nothing_before_the_round_is_scored() -> None:
    table = claimed("river")
    assert table.see("claimed.0") == ["river"]
    assert table.asked == [(1, "turn")]


def test_river_turns_the_penalty_of_two_into_a_gain_of_two() -> None:
    with_river = points(LAST)
    without = points(LAST | {"luminaries": {"SW": "maiden"}})
    assert with_river - without == 4


def test_river_gains_nothing_for_somebody_who_is_not_frostbit() -> None:
    more = {"harvested": {0: [], 1: ["9Wi", "10Wi", "2Su", "3Su", "4Su", "6Su", "7Su"]}}
    assert points(LAST | more) == points(LAST | more | {"luminaries": {"SW": "maiden"}})


def test_river_in_play_helps_nobody() -> None:
    lying = {"luminaries": {"NW": "river"}}
    assert points(LAST | lying) == points(LAST | {"luminaries": {}})


def test_river_previewed_at_its_claim_stops_at_the_reseed() -> None:
    told = before_claim("river", hands=LONG).preview(0, **CLEAR)
    names = [event["type"] for event in told]
    assert names == [
        "CardsHarvested",
        "FieldCleared",
        "OkusTaken",
        "LuminaryClaimed",
        "FieldSeeded",
    ]
