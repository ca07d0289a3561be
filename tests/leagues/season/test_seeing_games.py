"""A league's games are seen by all who may see the league, and by those who sit or sat there."""

from importlib import import_module
from typing import Any

import pytest
from django.db import connection

from games.models import Game
from games.seats.spectators import may_watch
from leagues import services
from leagues.models import EntrantPlayer, Season
from leagues.running.lifecycle import sweep
from tests.support.api_seasons import LEAGUES, game_in
from tests.support.people import Person

pytestmark = pytest.mark.django_db
Visibility = Game.Visibility


@pytest.fixture
def fay() -> Person:
    """Return somebody whom no league knows."""
    return Person("fay")


def seen(person: Person, game: str) -> set[int]:
    """Return how somebody is answered who asks for all there is of a game."""
    path, page = f"/api/v1/games/{game}", f"/games/{game}"
    api = [path, f"{path}/events", f"{path}/board.svg", f"{path}/board.png", f"{path}/at/1"]
    return {person.get(each).status_code for each in api} | {
        person.client.get(each).status_code for each in (page, f"{page}/replay/1", f"{page}/log")
    }


def test_games_by_invitation_are_seen_by_the_invited_alone(
    ada: Person, bob: Person, eve: Person, fay: Person
) -> None:
    league, game = game_in(ada, bob)
    assert (seen(ada, game), seen(bob, game), seen(eve, game)) == ({200}, {200}, {404})
    ada.post(f"{LEAGUES}/{league}/invitations", {"handle": "eve"})
    assert (seen(eve, game), seen(fay, game)) == ({200}, {404})
    ada.delete(f"{LEAGUES}/{league}/invitations/eve")
    assert seen(eve, game) == {404}
    assert fay.get("/api/v1/games").json()["results"] == []


def test_all_who_play_in_the_league_see_its_games(ada: Person, bob: Person, eve: Person) -> None:
    game_in(ada, bob, eve)
    assert all(
        seen(each, str(game)) == {200}
        for each in (ada, bob, eve)
        for game in Game.objects.values_list("pk", flat=True)
    )


def test_somebody_who_sat_at_a_game_sees_it_though_the_league_is_hidden(
    ada: Person, bob: Person
) -> None:
    _, game = game_in(ada, bob)
    bob.post(f"/api/v1/games/{game}/leave")
    EntrantPlayer.objects.filter(user=bob.user).update(user=None)
    assert seen(bob, game) == {200}


@pytest.mark.both_databases
@pytest.mark.parametrize("access", ["link", "public"])
def test_games_follow_a_league_that_is_opened_and_closed(
    ada: Person, bob: Person, eve: Person, access: str
) -> None:
    league, game = game_in(ada, bob, access=access)
    before = Game.objects.get(pk=game)
    assert (seen(eve, game), before.visibility) == ({200}, access)
    ada.client.patch(f"{LEAGUES}/{league}", {"access": "invitation"})
    after = Game.objects.get(pk=game)
    assert (seen(eve, game), after.visibility) == ({404}, Visibility.PRIVATE)
    assert after.revision > before.revision


@pytest.mark.both_databases
def test_the_games_of_a_large_league_follow_it_in_parts(
    ada: Person, bob: Person, eve: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    league, _ = game_in(ada, bob, eve, access="public")
    monkeypatch.setattr(services, "MOST_SHOWN", 1)
    ada.client.patch(f"{LEAGUES}/{league}", {"access": "invitation"})
    hidden = Game.objects.filter(visibility=Visibility.PRIVATE)
    assert hidden.count() == 1
    assert services.show_more_games()
    assert hidden.count() == 2
    sweep()
    assert (hidden.count(), services.show_more_games()) == (Game.objects.count(), False)


def test_an_export_has_the_heads_of_those_games_that_its_reader_may_see(
    ada: Person, bob: Person, eve: Person, fay: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    league, _ = game_in(ada, bob, eve)
    export = f"/api/v1/seasons/{Season.objects.get().pk}/export.json"
    assert all(each["game_head"] for each in ada.get(export).json()["fixtures"])
    monkeypatch.setattr(services, "MOST_SHOWN", 1)
    ada.client.patch(f"{LEAGUES}/{league}", {"access": "public"})
    fixtures = fay.get(export).json()["fixtures"]
    games = [fay.get(f"/api/v1/games/{each['game']}").json() for each in fixtures]
    heads = [(each["game_version"], each["game_head"]) for each in fixtures]
    assert heads == [(game.get("version"), game.get("head")) for game in games]
    assert heads.count((None, None)) == 2


def test_a_hidden_game_takes_as_many_queries_as_a_missing_one(
    ada: Person, bob: Person, eve: Person, django_assert_num_queries: Any
) -> None:
    _, game = game_in(ada, bob)
    for each in (game, "00000000-0000-0000-0000-000000000000"):
        eve.get(f"/api/v1/games/{each}")
        with django_assert_num_queries(4):
            assert eve.get(f"/api/v1/games/{each}").status_code == 404


def test_a_league_may_watch_its_games(ada: Person, bob: Person) -> None:
    _, game = game_in(ada, bob)
    assert may_watch(Game.objects.get(pk=game), ())


@pytest.mark.both_databases
def test_older_games_by_invitation_are_hidden_with_a_way_back(ada: Person, bob: Person) -> None:
    _, game = game_in(ada, bob)
    _, other = game_in(ada, bob, access="link", name="Coins")
    migration = import_module("leagues.migrations.0005_games_of_invited").Migration
    (operation,) = migration.operations

    def shown_after(sql: str) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute(sql)
        return [Game.objects.get(pk=each).visibility for each in (game, other)]

    assert shown_after(operation.reverse_sql) == [Visibility.LINK, Visibility.LINK]
    assert shown_after(operation.sql) == [Visibility.PRIVATE, Visibility.LINK]


def test_somebody_who_declined_an_invitation_does_not_find_the_seasons_of_others(
    ada: Person, bob: Person, eve: Person
) -> None:
    league, game = game_in(ada, bob)
    ada.post(f"{LEAGUES}/{league}/invitations", {"handle": "eve"})
    path = "/api/v1/players/bob/seasons"
    assert len(eve.get(path).json()["results"]) == 1
    eve.delete(f"{LEAGUES}/{league}/invitations/me")
    assert (eve.get(path).json()["results"], seen(eve, game)) == ([], {404})
