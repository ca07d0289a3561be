"""How often each route asks the database: seldom, and no more often with more games."""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import store
from games.api.urls import urlpatterns
from tests.games.conftest import GAMES, Person, Table

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

FRAMES = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
LISTS = [GAMES, f"{GAMES}?mine=true", "/api/v1/me/games", "/api/v1/me/games?state=my_turn"]
BEGINNERS = {"options": {"mode": "beginner", "players": 2}}


class Scene(NamedTuple):
    """A game that runs, whose turn it is there, and a game whose second seat is free."""

    ada: Person
    bob: Person
    running: Table
    mover: Person
    waiting: Table

    def act(self) -> Callable[[], Any]:
        """Return what does the first thing that is legal."""
        action = self.running.choices()[0]
        body = {"expected_version": self.running.game.version, "action": action}
        key = str(uuid4())
        return lambda: self.mover.post(f"{self.running.path}/actions", body, key)

    def act_again(self) -> Callable[[], Any]:
        """Return what repeats a request."""
        act = self.act()
        act()
        return act

    def preview(self) -> Callable[[], Any]:
        """Return what tries the first thing that is legal."""
        body = {"action": self.running.choices()[0]}
        return lambda: self.mover.post(f"{self.running.path}/preview", body)

    def look(self, path: str = "") -> Callable[[], Any]:
        """Return what reads something of the running game."""
        return lambda: self.mover.get(self.running.path + path)

    def look_again(self) -> Callable[[], Any]:
        """Return what asks whether the game has changed, which it has not."""
        etag = self.mover.get(self.running.path).headers["ETag"]
        return lambda: self.mover.get(self.running.path, etag)

    def leave(self) -> Callable[[], Any]:
        """Return what gets somebody up again."""
        table = Table([self.ada, self.bob], seats=3)
        return lambda: self.bob.delete(f"{table.path}/seats/me")

    def decline(self) -> Callable[[], Any]:
        """Return what declines an invitation."""
        table = Table([self.ada], seats=2, invited=["bob"])
        return lambda: self.bob.delete(f"{table.path}/invitations/me")

    def start(self) -> Callable[[], Any]:
        """Return what starts a game by hand."""
        table = Table([self.ada, self.bob], start="by_hand")
        return lambda: self.ada.post(f"{table.path}/start")

    def call_off(self) -> Callable[[], Any]:
        """Return what tells a wish to end a game."""
        return lambda: self.ada.post(f"{self.running.path}/call-off")

    def withdraw(self) -> Callable[[], Any]:
        """Return what takes a wish back."""
        self.call_off()()
        return lambda: self.ada.delete(f"{self.running.path}/call-off")


@pytest.fixture
def scene(ada: Person, bob: Person) -> Scene:
    """Both games, and nothing in memory of them."""
    running = Table([ada, bob])
    return Scene(ada, bob, running, running.awaited, Table([ada], seats=2))


class Route(NamedTuple):
    """The URL's name, what prepares a request, and the statements that this may take.

    Two of them are to know who asks.
    """

    name: str
    prepare: Callable[[Scene], Callable[[], Any]]
    most: int


ROUTES = {
    "meta": Route("meta", lambda s: lambda: s.ada.get("/api/v1/meta"), 2),
    "home screen": Route(
        "my-games", lambda s: lambda: s.ada.get("/api/v1/me/games?state=my_turn"), 5
    ),
    "list": Route("games", lambda s: lambda: s.ada.get(GAMES), 4),
    "make": Route("games", lambda s: lambda: s.ada.post(GAMES, BEGINNERS), 11),
    "look": Route("game", lambda s: s.look(), 5),
    "look again": Route("game", lambda s: s.look_again(), 4),
    "legal actions": Route("game-legal-actions", lambda s: s.look("/legal-actions"), 5),
    "events": Route("game-events", lambda s: s.look("/events"), 6),
    "look back": Route("game-at", lambda s: s.look("/at/5"), 6),
    "preview": Route("game-preview", lambda s: s.preview(), 5),
    "act": Route("game-actions", lambda s: s.act(), 14),
    "act again": Route("game-actions", lambda s: s.act_again(), 4),
    "join": Route("game-seats", lambda s: lambda: s.bob.post(f"{s.waiting.path}/seats"), 16),
    "leave": Route("game-own-seat", lambda s: s.leave(), 6),
    "decline": Route("game-own-invitation", lambda s: s.decline(), 7),
    "start": Route("game-start", lambda s: s.start(), 15),
    "call off": Route("game-call-off", lambda s: s.call_off(), 9),
    "withdraw": Route("game-call-off", lambda s: s.withdraw(), 9),
}


def asked(work: Callable[[], Any]) -> int:
    """Return how many statements `work` sends, without those that only frame a transaction."""
    with CaptureQueriesContext(connection) as queries:
        assert work().status_code < 400
    return sum(not query["sql"].startswith(FRAMES) for query in queries)


@pytest.mark.parametrize("what", ROUTES)
def test_a_route_asks_no_more_than_it_needs(scene: Scene, what: str) -> None:
    work = ROUTES[what].prepare(scene)
    store.folds.drop()
    assert asked(work) <= ROUTES[what].most


def test_every_route_is_looked_at() -> None:
    assert {route.name for route in ROUTES.values()} == {pattern.name for pattern in urlpatterns}


def test_acting_asks_as_often_late_as_early(table: Table) -> None:
    person, action = table.awaited, table.choices()[0]
    early = asked(lambda: table.act(person, action))
    for _ in range(12):
        table.play()
    person, action = table.awaited, table.choices()[0]
    assert asked(lambda: table.act(person, action)) <= early + 1


@pytest.mark.parametrize("path", LISTS)
def test_lists_ask_as_often_for_many_games_as_for_one(ada: Person, bob: Person, path: str) -> None:
    person = Table([ada, bob], visibility="public").awaited
    few = asked(lambda: person.get(path))
    for _ in range(4):
        Table([ada, bob], visibility="public")
    assert asked(lambda: person.get(path)) == few <= 5
