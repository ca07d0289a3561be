"""A game names its season, and leads to it, for those who may find the league."""

from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game
from leagues.models import EntrantPlayer, Fixture
from notifications.content.mails import compose
from notifications.models import Delivery, Notice
from notifications.sending.outbox import notices_write
from tests.support.api_games import ApiGame
from tests.support.api_seasons import LEAGUES, SEASONS, ApiSeason, game_in, make_league
from tests.support.pages import body
from tests.support.people import Person

pytestmark = pytest.mark.django_db
TITLE = "<bdi>Cups</bdi>, <bdi>Spring</bdi>, round 1"


def season_in(person: Person, game: str) -> Any:
    """Return the season that a game names to somebody, who may see the game."""
    answer = person.get(f"/api/v1/games/{game}")
    assert answer.status_code == 200
    return answer.json()["season"]


def is_named(person: Person, game: str) -> list[bool]:
    """Return whether the JSON, page, lists and mail of a game name its season to somebody."""
    shown = [season_in(person, game) is not None]
    listed = person.get("/api/v1/me/games").json()["results"]
    shown += [each["season"] is not None for each in listed]
    for page in [f"/games/{game}", *(["/", "/games/mine?state=running"] if listed else [])]:
        shown.append("Cups" in body(person.client.get(page)).partition("Your seasons")[0])
    if listed:
        shown += ["Cups" in text for text in mailed(person, game)]
    return shown


def mailed(person: Person, game: str) -> list[str]:
    """Return both forms of a mail about a game."""
    Notice.objects.filter(person=person.user).delete()
    notices_write(game=Game.objects.get(pk=game), version=9000, kinds={person.user.pk: "your_turn"})
    message = compose(Delivery.objects.get(notice__person=person.user, channel="email"))
    ((html, _),) = message.alternatives
    return [str(message.body), str(html)]


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


def test_pages_and_mails_of_a_game_lead_to_the_standings_of_its_group(
    ada: Person, bob: Person
) -> None:
    _, game = game_in(ada, bob)
    path = f"/seasons/{Fixture.objects.get().season_id}?division=1&group=1&round=1#table"
    assert f'<a href="{path}">{TITLE}</a>' in unescape(body(ada.client.get(f"/games/{game}")))
    assert 'id="table"' in body(ada.client.get(path))
    plain, html = mailed(ada, game)
    assert f"\nCups, Spring, round 1\n{settings.BASE_URL}{path}\n" in plain
    assert TITLE in html
    assert path in unescape(html)


@pytest.mark.parametrize("access", ["public", "link", "invitation"])
def test_a_game_names_its_season_to_those_who_play(ada: Person, bob: Person, access: str) -> None:
    _, game = game_in(ada, bob, access=access)
    assert {*is_named(ada, game), *is_named(bob, game)} == {True}


def test_a_game_of_a_public_league_names_its_season_to_everybody(
    ada: Person, bob: Person, eve: Person
) -> None:
    _, game = game_in(ada, bob, access="public")
    assert is_named(eve, game) == [True, True]
    assert TITLE in body(Client().get(f"/games/{game}"))


def test_the_address_of_a_game_does_not_give_away_that_of_a_league_by_link(
    ada: Person, bob: Person, eve: Person
) -> None:
    league, game = game_in(ada, bob, access="link")
    assert is_named(eve, game) == [False, False]
    assert "/seasons/" not in body(Client().get(f"/games/{game}"))
    ada.post(f"{LEAGUES}/{league}/invitations", {"handle": "eve"})
    assert is_named(eve, game) == [True, True]


def test_somebody_who_sits_there_and_may_no_longer_see_the_league_is_named_no_season(
    ada: Person, bob: Person
) -> None:
    league, game = game_in(ada, bob)
    before = [bob.get(f"/api/v1/games/{game}"), bob.client.get(f"/games/{game}")]
    EntrantPlayer.objects.filter(user=bob.user).update(user=None)
    ada.delete(f"{LEAGUES}/{league}/invitations/bob")
    assert set(is_named(bob, game)) == {False}
    for answer, path in zip(before, (f"/api/v1/games/{game}", f"/games/{game}"), strict=True):
        assert bob.get(path, _etag(answer, path)).status_code == 200


def test_tags_of_a_game_follow_the_name_of_its_league(ada: Person, bob: Person) -> None:
    league, game = game_in(ada, bob)
    path = f"/api/v1/games/{game}"
    etag = bob.get(path).headers["ETag"]
    page = bob.client.get(f"/games/{game}")
    page_etag = _etag(page, f"/games/{game}")
    known = [bob.get(path, etag), bob.get(f"/games/{game}", page_etag)]
    assert [answer.status_code for answer in known] == [304, 304]
    ada.client.patch(f"{LEAGUES}/{league}", {"name": "Crows"})
    assert bob.get(path, etag).json()["season"]["league"]["name"] == "Crows"
    assert "Crows" in body(bob.get(f"/games/{game}", page_etag))


def test_a_list_finds_all_its_seasons_in_one_query(ada: Person, bob: Person, eve: Person) -> None:
    others = [ApiGame([ada, bob]) for _ in range(2)]
    assert _fixture_queries(ada, "/api/v1/me/games") == 0
    game_in(ada, bob, eve)
    for path in ("/api/v1/me/games", "/games/mine?state=running"):
        assert _fixture_queries(ada, path) == 1, path
    assert _fixture_queries(ada, "/") <= 2  # the games that wait for ada, and those being played
    found = ada.get("/api/v1/me/games").json()["results"]
    assert [each["season"] is not None for each in found].count(True) == 2
    assert _fixture_queries(ada, f"/api/v1/games/{others[0].id}") == 0


def test_home_lists_the_seasons_in_which_somebody_plays(ada: Person, bob: Person) -> None:
    season = ApiSeason(ada, make_league(ada, access="invitation"))
    for each in (bob, ada):
        ada.post(f"{LEAGUES}/{season.league}/invitations", {"handle": each.user.handle})
    season.enter(ada, bob)
    assert "not begun yet" in body(bob.client.get("/"))
    season.start()
    page = body(bob.client.get("/"))
    section = page.partition('id="seasons"')[2].partition("</section>")[0]
    assert f'<a href="/seasons/{season.id}"><bdi>Spring</bdi></a>' in section
    named = '<span class="vh">: <bdi>Spring</bdi>, <bdi>Cups</bdi></span>'
    assert f'<a href="/seasons/{season.id}#mine">Your games{named}</a>' in section
    assert 'id="mine"' in body(bob.client.get(f"/seasons/{season.id}"))
    Game.objects.get().assignments.update(game_state=Game.State.FINISHED, awaited=False)
    page = body(bob.client.get("/"))
    assert f'href="/seasons/{season.id}"' in page
    assert "#mine" not in page
    bob.delete(f"{SEASONS}/{season.id}/entrants/me")
    assert "Your seasons" not in body(bob.client.get("/"))


def _etag(answer: Any, path: str) -> str:
    """Return the tag of an answer, or of a page that says it in itself."""
    if path.startswith("/api"):
        return str(answer.headers["ETag"])
    return unescape(body(answer).partition('data-etag="')[2].partition('" ')[0])


def _fixture_queries(person: Person, path: str) -> int:
    """Return how many queries for the seasons of games an answer takes."""
    with CaptureQueriesContext(connection) as asked:
        assert person.client.get(path).status_code == 200
    return sum(each["sql"].startswith('SELECT "leagues_fixture"') for each in asked)
