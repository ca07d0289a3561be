"""A look at a game's page that has not changed takes one statement, and no change is missed."""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from html import unescape
from typing import Any, Final, NamedTuple

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.blocks import block_end, block_make
from accounts.models import Reliability, Session, User, Vacation
from accounts.sessions import SEEN_EVERY
from accounts.staff.suspensions import account_suspend
from api.models import epoch_change
from games.actors import CommandSource
from games.making.invitations import invitation_make
from games.making.services import NewTable, game_create, seat_take
from games.models import Game, SeatAssignment
from games.play.ends import end_wish
from games.play.pauses import pause_agree
from games.time.availability import vacation_take
from leagues.models import EntrantPlayer
from notifications.models import Notice
from notifications.sending.onlookers import look_end_of
from tests.support.api_seasons import LEAGUES, game_in
from tests.support.pages import browser_of
from tests.support.people import Person
from tests.support.service_games import ServiceGame
from web.frame import unchanged

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
DAY: Final = timedelta(days=1)


class Scene(NamedTuple):
    """Ada has a page open; bob plays with her, or waits for others at a table that he made."""

    ada: User
    bob: User
    game: Game
    browser: Client

    @property
    def path(self) -> str:
        return f"/games/{self.game.pk}"


@pytest.fixture(autouse=True)
def hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no page change because time has passed."""
    monkeypatch.setattr(unchanged, "TOLD_WITHIN", 10**10)


@pytest.fixture
def played(people: list[User]) -> Scene:
    """Return a game that ada and bob play; bob is on vacation for a day."""
    made = ServiceGame(people[:2])
    now = timezone.now()
    Vacation.objects.create(user=people[0], start=now - DAY, end=now + DAY, time_zone="UTC")
    return Scene(people[0], people[1], made.game, browser_of(people[0]))


@pytest.fixture
def waiting(people: list[User]) -> Scene:
    """Return a table of bob's at which cy sits and bob does not; ada has blocked nobody."""
    ada, bob, cy = people
    game = game_create(
        user=bob,
        wanted=NewTable(options={"mode": "beginner", "players": 3}),
        source=CommandSource.API,
    )
    seat_take(user=cy, game_id=game.pk, source=CommandSource.API)
    SeatAssignment.objects.filter(user=bob).delete()
    return Scene(ada, bob, game, browser_of(ada))


def tag_on(browser: Client, path: str, **headers: str) -> str:
    page = browser.get(path, headers=headers).content.decode()
    (tag,) = re.findall('data-etag="(.*?)"', page)
    return unescape(tag)


def look(browser: Client, path: str, tag: str, **headers: str) -> Any:
    return browser.get(path, headers={"If-None-Match": tag, **headers})


def play(at: Scene) -> None:
    made = ServiceGame.__new__(ServiceGame)
    made.id = at.game.pk
    made.play()


def rename(at: Scene) -> None:
    at.bob.handle = "robert"
    at.bob.save()


def change_password(at: Scene) -> None:
    at.ada.set_password("barley-and-oats-8")
    at.ada.save()


def suspend(user: User) -> None:
    chief = User.objects.create_superuser("chief", "chief@example.org")
    account_suspend(user=user, reason="", by=chief)


def hide(at: Scene) -> None:
    SeatAssignment.objects.filter(user=at.ada).update(user=None)
    Game.objects.update(visibility=Game.Visibility.PRIVATE)


IN_PLAY: Final[Mapping[str, Callable[[Scene], Any]]] = {
    "a play": play,
    "a handle": rename,
    "one's time zone": lambda at: User.objects.filter(pk=at.ada.pk).update(time_zone="Asia/Tokyo"),
    "a vacation": lambda at: vacation_take(user=at.bob, end=timezone.now() + 3 * DAY),
    "a vacation that is over": lambda _: Vacation.objects.update(end=timezone.now()),
    "a wish to end": lambda at: end_wish(user=at.bob, game_id=at.game.pk, source=CommandSource.API),
    "a proposal to pause": lambda at: pause_agree(
        user=at.bob, game_id=at.game.pk, until=timezone.now() + 2 * DAY, source=CommandSource.API
    ),
    "a suspension": lambda at: suspend(at.bob),
    "one's own suspension": lambda at: suspend(at.ada),
    "one's account that is closed": lambda at: User.objects.filter(pk=at.ada.pk).update(
        closed_at=timezone.now()
    ),
    "a log-out": lambda _: Session.objects.all().delete(),
    "a log-out of this browser": lambda at: at.browser.logout(),
    "a password": change_password,
    "a session that is over": lambda _: Session.objects.update(expire_date=timezone.now()),
    "another history": lambda _: epoch_change(),
    "damage": lambda _: Game.objects.update(damage="event 3 was changed"),
    "a game that is hidden": hide,
    "a seat that is free": lambda at: SeatAssignment.objects.filter(user=at.bob).update(user=None),
}
"""What changes the page of a game that is played."""
AT_A_TABLE: Final[Mapping[str, Callable[[Scene], Any]]] = {
    "somebody who sits down": lambda at: seat_take(
        user=at.bob, game_id=at.game.pk, source=CommandSource.API
    ),
    "an invitation": lambda at: invitation_make(user=at.bob, game_id=at.game.pk, handle="ada"),
    "a handle": rename,
    "a block": lambda at: block_make(user=at.ada, blocked=User.objects.get(handle="cy")),
    "a block of who made the table": lambda at: block_make(user=at.ada, blocked=at.bob),
    "a vacation": lambda _: Vacation.objects.create(
        user=User.objects.get(handle="cy"), start=timezone.now() - DAY, end=timezone.now() + DAY
    ),
    "decisions in time": lambda _: Reliability.objects.create(
        user=User.objects.get(handle="cy"), outcomes="1" * 20
    ),
    "another maker": lambda at: at.bob.delete(),
}
"""What changes the page of a table that waits for people."""


@pytest.mark.parametrize("change", IN_PLAY.values(), ids=IN_PLAY)
def test_each_change_of_a_game_in_play_is_seen(
    played: Scene, change: Callable[[Scene], Any]
) -> None:
    assert_seen(played, change)


@pytest.mark.parametrize("change", AT_A_TABLE.values(), ids=AT_A_TABLE)
def test_each_change_of_a_waiting_table_is_seen(
    waiting: Scene, change: Callable[[Scene], Any]
) -> None:
    assert_seen(waiting, change)


def assert_seen(at: Scene, change: Callable[[Scene], Any]) -> None:
    """Assert that a page is unchanged in one statement until the change, and not thereafter."""
    tag = tag_on(at.browser, at.path)
    for _ in range(2):
        with CaptureQueriesContext(connection) as sent:
            assert look(at.browser, at.path, tag).status_code == 304
        assert len(sent) == 1
    change(at)
    assert look(at.browser, at.path, tag).status_code != 304


def test_the_end_of_a_block_is_seen(waiting: Scene) -> None:
    block_make(user=waiting.ada, blocked=waiting.bob)
    assert_seen(waiting, lambda at: block_end(user=at.ada, handle="bob"))


def test_time_that_passes_and_other_choices_and_languages_are_seen(
    played: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = tag_on(played.browser, played.path)
    german = {"Accept-Language": "de"}
    assert look(played.browser, played.path, tag, **german).status_code == 200
    assert look(played.browser, f"{played.path}?field=NW", tag).status_code == 200
    assert look(browser_of(played.bob), played.path, tag).status_code == 200
    assert look(Client(), played.path, tag).status_code == 200
    assert look(played.browser, played.path, tag).status_code == 304
    monkeypatch.setattr(unchanged, "TOLD_WITHIN", 0.001)
    assert look(played.browser, played.path, tag).status_code == 200


@pytest.mark.parametrize("who", ["player", "watcher", "nobody"])
@pytest.mark.parametrize("method", ["get", "head"])
def test_the_answer_is_that_of_the_page_itself(
    played: Scene, people: list[User], monkeypatch: pytest.MonkeyPatch, who: str, method: str
) -> None:
    browser = {"player": played.browser, "watcher": browser_of(people[2]), "nobody": Client()}[who]
    tag = tag_on(browser, played.path, **{"Accept-Language": "de"})
    headers = {"If-None-Match": tag, "Accept-Language": "de"}

    def ask() -> tuple[int, bytes, dict[str, str], list[str], Any]:
        answer: Any = getattr(browser, method)(played.path, headers=headers)
        kept = {name: value for name, value in answer.items() if name != "X-Request-ID"}
        assert "X-Request-ID" in answer.headers
        match = answer.wsgi_request.resolver_match
        cookies = list(answer.cookies)
        return answer.status_code, answer.content, kept, cookies, match.view_name

    with CaptureQueriesContext(connection) as sent:
        quick = ask()
    assert len(sent) == 1
    monkeypatch.setattr(unchanged, "_may_be_look", lambda _: False)
    assert quick == ask()
    assert quick[0] == 304


def test_a_session_that_use_renews_is_renewed_by_a_look(
    played: Scene, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag = tag_on(played.browser, played.path)
    long_ago = timezone.now() - SEEN_EVERY - timedelta(minutes=1)
    Session.objects.update(seen_at=long_ago)
    assert look(played.browser, played.path, tag).status_code == 304
    assert Session.objects.get().seen_at > long_ago
    with django_assert_num_queries(1):
        assert look(played.browser, played.path, tag).status_code == 304


def test_a_look_that_changes_nothing_holds_back_what_the_page_shows(played: Scene) -> None:
    tag = tag_on(played.browser, played.path)
    notice = Notice(person=played.ada, game=played.game, created_at=timezone.now())
    assert look_end_of(notice) is None
    assert look(played.browser, played.path, tag).status_code == 304
    assert look_end_of(notice) is not None


def test_a_look_by_another_name_of_the_server_is_refused(played: Scene) -> None:
    tag = tag_on(played.browser, played.path)
    assert look(played.browser, played.path, tag, Host="evil.example").status_code == 400


def test_a_hidden_game_tells_strangers_nothing(played: Scene, people: list[User]) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    missing = "/games/00000000-0000-4000-8000-000000000000"
    for browser, status in ((browser_of(people[2]), 404), (Client(), 302)):
        for path in (played.path, missing):
            assert look(browser, path, "*").status_code == status
    tag = tag_on(played.browser, played.path)
    assert look(played.browser, played.path, tag).status_code == 304


def test_the_name_of_a_season_and_who_may_know_it_are_seen(people: list[User]) -> None:
    ada, bob = (Person(handle) for handle in ("dan", "eve"))
    league, game = game_in(ada, bob)
    path = f"/games/{game}"
    at = Scene(bob.user, ada.user, Game.objects.get(pk=game), browser_of(bob.user))
    assert_seen(at, lambda _: ada.client.patch(f"{LEAGUES}/{league}", {"name": "Crows"}))
    assert "Crows" in at.browser.get(path).content.decode()

    def lose_sight(_: Scene) -> None:
        EntrantPlayer.objects.filter(user=bob.user).update(user=None)
        ada.delete(f"{LEAGUES}/{league}/invitations/eve")

    assert_seen(at, lose_sight)
    assert "Crows" not in at.browser.get(path).content.decode()
