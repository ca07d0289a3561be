"""Lists on pages: each is cut into pages, which cost the same however long the list is."""

import re
from base64 import b64encode
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, SeatAssignment
from notifications.webhooks.services import webhook_create, webhook_ping
from ratings.models import RatedGame, RatedSeat, Rating
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LISTS = ("/games/", "/games/mine", "/leaders/standard", "/people/bob/results/standard")


@pytest.mark.parametrize("path", LISTS)
def test_a_made_up_cursor_leads_to_the_beginning(people: list[User], path: str) -> None:
    browser = browser_of(people[0])
    for position in ("p=abc", "p=9" + "9" * 24, "p=2020-01-01", "p=a%00b", "r=1&p=1", ""):
        cursor = b64encode(position.encode()).decode()
        answer: Any = browser.get(path, {"cursor": cursor})
        assert answer.headers["Location"] == path


def asked(browser: Client, path: str) -> int:
    """Return how many statements a page takes, the second time it is loaded."""
    browser.get(path)
    with CaptureQueriesContext(connection) as statements:
        assert browser.get(path).status_code == 200
    return len(statements)


def rate(rating: Rating, game: Game) -> None:
    """Let a game have counted for a rating."""
    ended = RatedGame.objects.create(game=game)
    seat = RatedSeat(game=game, seat=3, rating=rating, rated_game=ended, games=1, place=1)
    seat.mean_before = seat.mean = seat.deviation_before = seat.deviation = 9.0
    seat.save()


@pytest.mark.slow
def test_a_longer_list_takes_no_more_statements(people: list[User]) -> None:
    ada = people[0]
    webhook = webhook_create(user=ada, url="https://hooks.example.org/illimat")
    rating = people[1].ratings.create(mode="standard", games=6)
    paths = [
        *LISTS,
        "/games/running",
        "/games/mine?state=running",
        "/games/mine?state=my_turn",
        "/games/mine?state=open",
        "/people/bob",
        "/settings/close",
        f"/settings/webhooks/{webhook.pk}",
    ]
    counts = []
    for number in (1, 4):
        for _ in range(number):
            for table in ServiceGame(people[:2]), ServiceGame([ada], players=3):
                rate(rating, table.game)
            webhook_ping(webhook=webhook)
        for person in User.objects.filter(ratings=None):
            person.ratings.create(mode="standard", games=6)
        SeatAssignment.objects.filter(user=ada, number__isnull=False).update(awaited=True)
        counts.append({path: asked(browser_of(ada), path) for path in paths})
    assert counts[1] == counts[0]
    assert max(counts[0].values()) <= 8


def test_all_public_games_that_are_played_can_be_watched(people: list[User]) -> None:
    games = [ServiceGame(people[:2]) for _ in range(3)]
    private = ServiceGame(people[:2])
    Game.objects.filter(pk=private.id).update(visibility=Game.Visibility.PRIVATE)
    home = Client().get("/").content.decode()
    assert 'href="/games/running"' in home
    page = Client().get("/games/running?limit=2").content.decode()
    assert [f"/games/{each.id}" in page for each in games] == [False, True, True]
    (further,) = re.findall(r'href="([^"]+)" rel="next"', unescape(page))
    page = Client().get(further).content.decode()
    assert f"/games/{games[0].id}" in page
    assert str(private.id) not in page
