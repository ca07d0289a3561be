"""R-LUM-ASTRONOMER: names the season to which every Star belongs for the round."""

from typing import Any

import pytest

from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    PlayedTable,
    before_claim,
    check_menu_offers_the_list,
    check_sleeps,
    claimed,
    lay,
    revealed,
)
from tests.support.playing import SEASONS

STARS = {"stars": "always"}


def named(season: str, **more: Any) -> PlayedTable:
    """Return a table with the Stars in a season, where seat 0 holds a face card of the Stars."""
    given = {"options": STARS, "astronomer": season, "hands": {0: ["KSt", "2Wi"], 1: ["2Au"]}}
    return lay(given | more)


@pytest.mark.parametrize("season", SEASONS)
def test_astronomer_revealed_names_any_season_and_sleeps_over_night(season: str) -> None:
    table = revealed("astronomer", options=STARS)
    assert table.asked == [(0, "astronomer")]
    check_menu_offers_the_list(table, 0)
    after = check_sleeps(table, 0, "name_season", season=season)
    assert after.see("astronomer") == season
    assert after.asked == [(1, "turn")]


def test_astronomer_revealed_is_not_passed() -> None:
    table = revealed("astronomer", options=STARS)
    assert [each["season"] for each in table.listed(0)] == SEASONS
    assert table.refusal(0, "pass") == "R-TURN-1"


def test_astronomer_claimed_offers_every_other_season_or_none() -> None:
    table = claimed("astronomer", options=STARS, astronomer="Winter")
    check_menu_offers_the_list(table, 0)
    assert [each.get("season") for each in table.listed(0)] == [None, *SEASONS[:3]]
    assert table.refusal(0, "name_season", season="Winter") == "R-LUM-ASTRONOMER"
    assert check_sleeps(table, 0, "pass").see("astronomer") == "Winter"


def test_astronomer_named_season_outlives_the_card() -> None:
    table = claimed("astronomer", options=STARS, astronomer="Winter").act(0, "pass")
    assert table.see("luminaries") == {}
    assert table.see("astronomer") == "Winter"


@pytest.mark.parametrize(
    ("season", "summer"), [("Spring", "SE"), ("Summer", "SW"), ("Autumn", "NW"), ("Winter", "NE")]
)
def test_astronomer_turns_a_stars_face_card_to_the_season_without_a_choice(
    season: str, summer: str
) -> None:
    table = named(season)
    assert not any("season" in each for each in table.listed(0))
    assert all(play["season"] is None for play in table.menu(0)["plays"])
    assert table.refusal(0, "sow", card="KSt", field="SW", season=season) == "R-ACT-1"
    assert table.act(0, "sow", card="KSt", field="SW").see("summer") == summer


def test_astronomer_makes_stars_count_for_sunkissed_and_frostbit() -> None:
    given = {
        "hands": {0: ["2Au"], 1: []},
        "harvested": {0: ["2St", "3St", "4St"], 1: ["2Su", "2Wi"]},
        "okuses": {"board": 0},
    }
    points = {season: named(season, **given).act(0, "sow", card="2Au", field="SW") for season in
              ("Summer", "Winter", "Spring")}  # fmt: skip
    assert {season: table.see("round_points.0") for season, table in points.items()} == {
        "Summer": 6, "Winter": 2, "Spring": 4,
    }  # fmt: skip


def test_astronomer_is_forgotten_with_the_round() -> None:
    given = {"hands": {0: ["2Au"], 1: []}, "okuses": {"board": 0}}
    table = named("Winter", **given).act(0, "sow", card="2Au", field="SW")
    assert (table.see("round"), table.see("astronomer")) == (2, None)


def test_astronomer_previewed_says_that_he_asks() -> None:
    told = before_claim("astronomer", options=STARS, hands=LONG).preview(0, **CLEAR)
    assert (told[-1]["type"], told[-1]["kind"]) == ("DecisionOpened", "astronomer")


def test_astronomer_of_a_leaver_names_nothing() -> None:
    hands = {0: ["5Wi", "9Wi"], 1: ["KAu"], 2: ["QAu"]}
    table = revealed("astronomer", options=STARS | {"players": 3}, hands=hands)
    left = table.act(0, "forfeit")
    assert left.see("astronomer") is None
    assert left.asked == [(1, "turn")]
