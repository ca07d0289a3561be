"""What organisers are told to expect of the games of their season."""

from datetime import UTC, datetime, timedelta

import pytest

from games.clocks.controls import PerDecision
from games.clocks.spans import HOUR
from leagues.models import Season
from leagues.rules import SeasonRules
from leagues.season.estimates import GameEstimate, estimate_of
from tests.support.api_seasons import ApiSeason
from tests.support.people import Person

START = datetime(2026, 3, 1, tzinfo=UTC)
ROUND = {"mode": "beginner", "rounds": 1}


def season_of(days: int) -> Season:
    return Season(starts_at=START, ends_at=START + timedelta(days=days))


def expected(days: int, **rules: object) -> GameEstimate:
    made = SeasonRules(**{"options": ROUND, **rules})  # type: ignore[arg-type]
    found = estimate_of(season_of(days), made)
    assert found
    return found


def test_a_game_lasts_as_many_half_days_as_it_has_decisions() -> None:
    of_one, of_two = (
        expected(90, options={"mode": "beginner", "rounds": rounds}).days for rounds in (1, 2)
    )
    assert 15 < of_one < 40
    assert abs(of_two - 2 * of_one) <= 1


def test_the_later_a_season_ends_the_fewer_games_are_open() -> None:
    shares = [expected(days).adjudicated for days in (1, 20, 25, 30, 60)]
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], shares[-1]) == (100, 0)
    assert 0 < shares[2] < 100


def test_the_games_of_the_last_round_have_the_least_time() -> None:
    rules = {"format": "swiss", "rounds": 2, "days_per_round": 60}
    assert expected(61, **rules).adjudicated == 50
    rules = {"format": "round_robin", "at_table": 2, "capacity": 4, "days_per_round": 60}
    assert expected(180, **rules).adjudicated == 0
    assert 0 < expected(45, **rules).adjudicated < 50  # rounds begin on days 0, 15 and 30


def test_no_decision_lasts_longer_than_the_clock_allows() -> None:
    assert expected(60, clock=PerDecision(HOUR)) == (2, 0)


def test_before_it_has_dates_nothing_is_expected() -> None:
    assert estimate_of(Season(), SeasonRules()) is None


@pytest.mark.django_db
def test_organisers_see_it_by_api_and_on_their_page(ada: Person) -> None:
    season = ApiSeason(ada)
    told = season.shown()["estimate"]
    assert told["days"] > 0
    page = ada.client.get(f"/seasons/{season.id}/organise").content.decode()
    assert f"a game lasts about {told['days']} days" in page
