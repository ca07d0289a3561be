"""What a person may have and do in leagues, and how much of a season one request reads."""

import cProfile
import pstats
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.support.api_seasons import LEAGUES, ApiSeason, make_league
from tests.support.people import Person, problem
from tests.support.played_seasons import PlayedSeason, crowd

pytestmark = pytest.mark.django_db


def limit(settings: Settings, name: str, most: int) -> None:
    settings.QUOTAS = settings.QUOTAS | {name: most}


def test_a_person_organises_a_limited_number_of_leagues(ada: Person, settings: Settings) -> None:
    limit(settings, "leagues", 2)
    make_league(ada, "Cups")
    make_league(ada, "Coins")
    refused = ada.post(LEAGUES, {"name": "Swords"})
    assert problem(refused) == (429, "quota_reached")
    assert (refused.json()["quota"], refused.json()["limit"]) == ("leagues", 2)
    assert ada.get(LEAGUES).json()["results"] != []


def test_a_person_changes_leagues_a_limited_number_of_times_a_day(
    ada: Person, bob: Person, settings: Settings
) -> None:
    limit(settings, "league_changes_a_day", 1)
    make_league(ada)
    refused = ada.post(LEAGUES, {"name": "Swords"})
    assert problem(refused) == (429, "quota_reached")
    assert (refused.json()["quota"], refused.json()["limit"]) == ("league_changes_a_day", 1)
    make_league(bob, "Coins")


def test_a_person_exports_a_limited_number_of_seasons_an_hour(
    season: ApiSeason, bob: Person, settings: Settings
) -> None:
    limit(settings, "season_exports_an_hour", 3)
    for path in ("export.csv", "export.csv?table=games", "export.json"):
        assert bob.get(f"{season.path}/{path}").status_code == 200
    for path in ("export.csv", "export.json"):
        refused = bob.get(f"{season.path}/{path}")
        assert problem(refused) == (429, "quota_reached")
        assert refused.json()["quota"] == "season_exports_an_hour"
    assert bob.get(f"{season.path}/standings").status_code == 200
    assert season.organiser.get(f"{season.path}/export.json").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/seasons/{}/crosstable?limit=20",
        "/api/v1/seasons/{}/fixtures?limit=20",
        "/seasons/{}",
    ],
)
def test_a_page_of_a_season_reads_no_games_of_others(path: str) -> None:
    people = crowd(600)
    rules: dict[str, Any] = {"format": "swiss", "at_table": 2, "rounds": 2, "days_per_round": 7}
    calls = []
    for size in (60, 600):
        season = PlayedSeason([people[:size]], **rules)
        entrants = season.divisions[0]
        season.pair(*zip(entrants[::2], entrants[1::2], strict=True))
        calls.append(_calls(people[0], path.format(season.season.pk)))
    assert calls[1] < 1.3 * calls[0], calls


@pytest.mark.slow
def test_a_page_of_a_season_reads_the_games_of_one_round() -> None:
    people = crowd(60)
    calls = []
    for rounds in (1, 12):
        season = PlayedSeason([people], format="swiss", at_table=2, rounds=12, days_per_round=7)
        entrants = season.divisions[0]
        for number in range(1, rounds + 1):
            turned = entrants[number:] + entrants[:number]
            season.pair(*zip(turned[::2], turned[1::2], strict=True), round_=number)
        calls.append(_calls(people[0], f"/seasons/{season.season.pk}"))
    assert calls[1] < 1.3 * calls[0], calls


def _calls(user: Any, path: str) -> int:
    """Return how many calls of functions it takes to read a page, once it has been read before."""
    client = Client()
    client.force_login(user)
    assert client.get(path).status_code == 200
    with cProfile.Profile() as profile:
        assert client.get(path).status_code == 200
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]
