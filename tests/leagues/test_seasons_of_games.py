"""A game names its season to those who may find the league."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.models import EntrantPlayer, Fixture
from tests.games.conftest import ApiGame, Person
from tests.leagues.conftest import LEAGUES
from tests.leagues.test_seeing_games import game_in

pytestmark = pytest.mark.django_db


def season_in(person: Person, game: str) -> Any:
    """Return the season that a game names to somebody, who may see the game."""
    answer = person.get(f"/api/v1/games/{game}")
    assert answer.status_code == 200
    return answer.json()["season"]


def is_named(person: Person, game: str) -> list[bool]:
    """Return whether a game, and lists of games, name its season to somebody."""
    listed = person.get("/api/v1/me/games").json()["results"]
    return [each is not None for each in [season_in(person, game), *(g["season"] for g in listed)]]


def test_a_game_tells_its_place_in_its_season(ada: Person, bob: Person) -> None:
    league, game = game_in(ada, bob)
    fixture = Fixture.objects.get()
    assert season_in(bob, game) == {
        "id": str(fixture.season_id),
        "name": "Spring",
        "league": {"id": league, "name": "Cups"},
        "fixture": str(fixture.pk),
        "table": 1,
        "division": 1,
        "group": 1,
        "round": 1,
    }
    assert season_in(bob, str(ApiGame([ada, bob]).id)) is None


@pytest.mark.parametrize("access", ["public", "link", "invitation"])
def test_a_game_names_its_season_to_those_who_play(ada: Person, bob: Person, access: str) -> None:
    _, game = game_in(ada, bob, access=access)
    assert {*is_named(ada, game), *is_named(bob, game)} == {True}


def test_a_game_of_a_public_league_names_its_season_to_everybody(
    ada: Person, bob: Person, eve: Person
) -> None:
    _, game = game_in(ada, bob, access="public")
    assert is_named(eve, game) == [True]


def test_the_address_of_a_game_does_not_give_away_that_of_a_league_by_link(
    ada: Person, bob: Person, eve: Person
) -> None:
    league, game = game_in(ada, bob, access="link")
    assert is_named(eve, game) == [False]
    ada.post(f"{LEAGUES}/{league}/invitations", {"handle": "eve"})
    assert is_named(eve, game) == [True]


def test_whoever_sits_there_and_may_no_longer_see_the_league_is_named_no_season(
    ada: Person, bob: Person
) -> None:
    league, game = game_in(ada, bob)
    path = f"/api/v1/games/{game}"
    etag = bob.get(path).headers["ETag"]
    EntrantPlayer.objects.filter(user=bob.user).update(user=None)
    ada.delete(f"{LEAGUES}/{league}/invitations/bob")
    assert set(is_named(bob, game)) == {False}
    assert bob.get(path, etag).status_code == 200


def test_the_tag_of_a_game_follows_the_name_of_its_league(ada: Person, bob: Person) -> None:
    league, game = game_in(ada, bob)
    path = f"/api/v1/games/{game}"
    etag = bob.get(path).headers["ETag"]
    assert bob.get(path, etag).status_code == 304
    ada.client.patch(f"{LEAGUES}/{league}", {"name": "Crows"})
    assert bob.get(path, etag).json()["season"]["league"]["name"] == "Crows"


def test_a_list_finds_all_its_seasons_in_one_query(ada: Person, bob: Person, eve: Person) -> None:
    others = [ApiGame([ada, bob]) for _ in range(2)]
    assert _fixture_queries(ada, "/api/v1/me/games") == 0
    game_in(ada, bob, eve)
    assert _fixture_queries(ada, "/api/v1/me/games") == 1
    found = ada.get("/api/v1/me/games").json()["results"]
    assert [each["season"] is not None for each in found].count(True) == 2
    assert _fixture_queries(ada, f"/api/v1/games/{others[0].id}") == 0


def _fixture_queries(person: Person, path: str) -> int:
    """Return how many queries for the seasons of games an answer takes."""
    with CaptureQueriesContext(connection) as asked:
        assert person.client.get(path).status_code == 200
    return sum('FROM "leagues_fixture"' in each["sql"].partition(" WHERE ")[0] for each in asked)
