"""The number of SQL statements of each route: small, and independent of the number of games."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern
from django.utils import timezone

from games.api.urls import OF_GAME, urlpatterns
from games.models import Game
from games.models.outages import Heartbeat
from games.outages import note_alive
from games.stream import store
from games.time.availability import routine_change, vacation_take
from games.workers import house_choices
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person

pytestmark = pytest.mark.django_db

FRAMES = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
LISTS = [GAMES, f"{GAMES}?mine=true", "/api/v1/me/games", "/api/v1/me/games?state=my_turn"]
FEED = "/api/v1/me/calendar-feed"
BEGINNERS = {"options": {"mode": "beginner", "players": 2}}


class Scene(NamedTuple):
    """A running game, its player to move, and a game whose second seat is free."""

    ada: Person
    bob: Person
    running: ApiGame
    mover: Person
    waiting: ApiGame

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
        table = ApiGame([self.ada, self.bob], seats=3)
        return lambda: self.bob.delete(f"{table.path}/seats/me")

    def seat_house(self) -> Callable[[], Any]:
        """Return what gives the last seat of a table to the house, which begins a practice game."""
        table = ApiGame([self.ada], seats=2)
        return lambda: self.ada.post(f"{table.path}/house", {"level": "strong"})

    def remove_house(self) -> Callable[[], Any]:
        table = ApiGame([self.ada], seats=3, house=["strong"])
        return lambda: self.ada.delete(f"{table.path}/house/Raven")

    def hint(self) -> Callable[[], Any]:
        table = ApiGame([self.ada], seats=2, house=["random"])
        house_choices.sweep()
        return lambda: self.ada.post(f"{table.path}/hint")

    def analysis(self) -> Callable[[], Any]:
        table = ApiGame([self.ada, self.bob], leavers="forfeit")
        for _ in range(2):
            table.play()
        self.ada.post(f"{table.path}/leave")
        return lambda: self.ada.post(f"{table.path}/analysis")

    def look_at(self, ask: Callable[[], Any], path: str) -> Callable[[], Any]:
        """Return what reads the advice that was asked for, from the newest game."""
        ask()
        newest = Game.objects.latest("created_at")
        return lambda: self.ada.get(f"{GAMES}/{newest.pk}/{path}")

    def decline(self) -> Callable[[], Any]:
        table = ApiGame([self.ada], seats=2, invited=["bob"])
        return lambda: self.bob.delete(f"{table.path}/invitations/me")

    def invite(self) -> Callable[[], Any]:
        table = ApiGame([self.ada], seats=2)
        return lambda: self.ada.post(f"{table.path}/invitations", {"handle": "bob"})

    def withdraw_invitation(self) -> Callable[[], Any]:
        table = ApiGame([self.ada], seats=2, invited=["bob"])
        return lambda: self.ada.delete(f"{table.path}/invitations/bob")

    def start(self) -> Callable[[], Any]:
        table = ApiGame([self.ada, self.bob], start="by_hand")
        return lambda: self.ada.post(f"{table.path}/start")

    def call_off(self) -> Callable[[], Any]:
        """Return what tells a wish to end a game."""
        return lambda: self.ada.post(f"{self.running.path}/call-off")

    def resign(self) -> Callable[[], Any]:
        return lambda: self.bob.post(f"{self.running.path}/leave")

    def take_over(self) -> Callable[[], Any]:
        """Return what takes an open seat."""
        self.resign()()
        seat = self.running.game.assignments.get(standing="open").number
        eve = Person("eve")
        return lambda: eve.post(f"{self.running.path}/seats/{seat}")

    def choose(self) -> Callable[[], Any]:
        """Return what declines a win."""
        table = ApiGame([self.ada, self.bob], leavers="house")
        table.play()
        table.play()
        self.bob.post(f"{table.path}/leave")
        return lambda: self.ada.post(f"{table.path}/win-offer", {"choice": "go_on"})

    def withdraw(self) -> Callable[[], Any]:
        """Return what takes a wish back."""
        self.call_off()()
        return lambda: self.ada.delete(f"{self.running.path}/call-off")

    def calendar(self) -> Callable[[], Any]:
        """Return what changes everything in a calendar."""
        sleep = {"start": "22:00", "end": "07:00"}
        body = {"time_zone": "Asia/Tokyo", "weekend": ["sunday"], "sleep": sleep}
        return lambda: self.ada.client.patch("/api/v1/me/calendar", body)

    def read_deadlines(self) -> Callable[[], Any]:
        """Return what reads the calendar of deadlines of the person whose turn it is."""
        url = self.mover.post(FEED).json()["url"]
        return lambda: self.mover.get(url)

    def vacation(self, verb: str) -> Callable[[], Any]:
        """Return what takes a vacation, and then changes it."""
        vacations = "/api/v1/me/vacations"
        end = [(timezone.now() + timedelta(days=days)).isoformat() for days in (2, 3)]
        if verb == "post":
            return lambda: self.ada.post(vacations, {"end": end[0]})
        path = f"{vacations}/{self.ada.post(vacations, {'end': end[0]}).json()['id']}"
        change = getattr(self.ada.client, verb)
        return lambda: change(path, {"end": end[1]} if verb == "patch" else None)

    def pause(self, end: str = "") -> Callable[[], Any]:
        """Return what pauses the game, or tells a wish to end the pause."""
        body = {"until": (timezone.now() + timedelta(days=2)).isoformat()}
        self.ada.post(f"{self.running.path}/pause", body)
        if not end:
            return lambda: self.bob.post(f"{self.running.path}/pause")
        self.bob.post(f"{self.running.path}/pause")
        self.ada.post(f"{self.running.path}/resume")
        path = f"{self.running.path}/{end}"
        if end == "resume":
            return lambda: self.bob.post(path)
        return lambda: self.ada.delete(path)


@pytest.fixture
def scene(ada: Person, bob: Person) -> Scene:
    """Return both games, with empty caches."""
    running = ApiGame([ada, bob])
    return Scene(ada, bob, running, running.awaited, ApiGame([ada], seats=2))


class Route(NamedTuple):
    """The URL's name, a function that prepares a request, and the allowed number of statements.

    One of them reads who asks, except in a calendar feed, whose address says it.
    """

    name: str
    prepare: Callable[[Scene], Callable[[], Any]]
    most: int


ROUTES = {
    "meta": Route("meta", lambda s: lambda: s.ada.get("/api/v1/meta"), 1),
    "home screen": Route(
        "my-games", lambda s: lambda: s.ada.get("/api/v1/me/games?state=my_turn"), 4
    ),
    "list": Route("games", lambda s: lambda: s.ada.get(GAMES), 3),
    "make": Route("games", lambda s: lambda: s.ada.post(GAMES, BEGINNERS), 10),
    "look": Route("game", lambda s: s.look(), 4),
    "look again": Route("game", lambda s: s.look_again(), 3),
    "legal actions": Route("game-legal-actions", lambda s: s.look("/legal-actions"), 4),
    "events": Route("game-events", lambda s: s.look("/events"), 5),
    "check the deal": Route("game-deal", lambda s: s.look("/deal"), 5),
    "export": Route("game-export", lambda s: s.look("/export"), 5),
    "count unopened deals": Route("deals", lambda s: lambda: s.ada.get("/api/v1/deals"), 3),
    "look back": Route("game-at", lambda s: s.look("/at/5"), 5),
    "picture": Route("game-board-svg", lambda s: s.look("/board.svg"), 4),
    "picture as PNG": Route("game-board-png", lambda s: s.look("/board.png"), 5),
    "preview": Route("game-preview", lambda s: s.preview(), 4),
    "act": Route("game-actions", lambda s: s.act(), 16),
    "act again": Route("game-actions", lambda s: s.act_again(), 3),
    "join": Route("game-seats", lambda s: lambda: s.bob.post(f"{s.waiting.path}/seats"), 21),
    "leave": Route("game-own-seat", lambda s: s.leave(), 5),
    "practise": Route(
        "games", lambda s: lambda: s.ada.post(GAMES, BEGINNERS | {"house": ["random"]}), 30
    ),
    "seat the house": Route("game-house", lambda s: s.seat_house(), 28),
    "remove the house": Route("game-house-player", lambda s: s.remove_house(), 5),
    "hint": Route("game-hint", lambda s: s.hint(), 19),
    "look at a hint": Route("game-hint", lambda s: s.look_at(s.hint(), "hint"), 7),
    "analysis": Route("game-analysis", lambda s: s.analysis(), 13),
    "look at an analysis": Route("game-analysis", lambda s: s.look_at(s.analysis(), "analysis"), 8),
    "decline": Route("game-own-invitation", lambda s: s.decline(), 6),
    "invite": Route("game-invitations", lambda s: s.invite(), 17),
    "withdraw an invitation": Route("game-invitation", lambda s: s.withdraw_invitation(), 7),
    "start": Route("game-start", lambda s: s.start(), 17),
    "call off": Route("game-call-off", lambda s: s.call_off(), 8),
    "open seats": Route("open-seats", lambda s: lambda: s.ada.get("/api/v1/open-seats"), 2),
    "resign": Route("game-resign", lambda s: s.resign(), 17),
    "take over": Route("game-seat", lambda s: s.take_over(), 24),
    "choose": Route("game-win-offer", lambda s: s.choose(), 22),
    "withdraw": Route("game-call-off", lambda s: s.withdraw(), 8),
    "pause": Route("game-pause", lambda s: s.pause(), 18),
    "take consent back": Route("game-pause", lambda s: s.pause("pause"), 8),
    "resume": Route("game-resume", lambda s: s.pause("resume"), 17),
    "calendar": Route("my-calendar", lambda s: lambda: s.ada.get("/api/v1/me/calendar"), 3),
    "change calendar": Route("my-calendar", lambda s: s.calendar(), 18),
    "open the feed": Route("my-calendar-feed", lambda s: lambda: s.ada.post(FEED), 4),
    "read deadlines": Route("my-deadlines", lambda s: s.read_deadlines(), 6),
    "vacations": Route("my-vacations", lambda s: lambda: s.ada.get("/api/v1/me/vacations"), 2),
    "take a vacation": Route("my-vacations", lambda s: s.vacation("post"), 8),
    "move its end": Route("my-vacation", lambda s: s.vacation("patch"), 9),
    "end it": Route("my-vacation", lambda s: s.vacation("delete"), 8),
    "player": Route("player", lambda s: lambda: s.ada.get("/api/v1/players/bob"), 3),
}


def asked(work: Callable[[], Any]) -> int:
    """Return the number of statements of `work`, without those that begin and end transactions."""
    with CaptureQueriesContext(connection) as queries:
        assert work().status_code < 400
    return sum(not query["sql"].startswith(FRAMES) for query in queries)


@pytest.mark.slow
@pytest.mark.parametrize("what", ROUTES)
def test_a_route_asks_no_more_than_it_needs(scene: Scene, what: str) -> None:
    work = ROUTES[what].prepare(scene)
    store.folds.drop()
    assert asked(work) <= ROUTES[what].most


def test_every_route_is_looked_at() -> None:
    own = [each for each in (*urlpatterns, *OF_GAME) if isinstance(each, URLPattern)]
    assert {route.name for route in ROUTES.values()} == {pattern.name for pattern in own}


def test_an_action_costs_no_more_queries_late_in_a_game_than_early(table: ApiGame) -> None:
    person, action = table.awaited, table.choices()[0]
    early = asked(lambda: table.act(person, action))
    for _ in range(12):
        table.play()
    person, action = table.awaited, table.choices()[0]
    assert asked(lambda: table.act(person, action)) <= early + 1


def test_outages_and_calendars_cost_a_statement_each_and_only_where_there_are_any(
    scene: Scene,
) -> None:
    look = scene.look()
    look()
    before = asked(look)
    note_alive("worker")
    routine_change(user=scene.ada.user, weekend=[6])
    assert asked(look) == before
    vacation_take(user=scene.ada.user, end=timezone.now() + timedelta(days=2))
    assert asked(look) == before + 1
    Heartbeat.objects.update(heard_at=timezone.now() - timedelta(minutes=6))
    assert asked(look) == before + 3  # outages that ended, and one that lasts
    assert asked(scene.act()) <= ROUTES["act"].most + 4


@pytest.mark.slow
@pytest.mark.parametrize("path", LISTS)
def test_lists_ask_as_often_for_many_games_as_for_one(ada: Person, bob: Person, path: str) -> None:
    person = ApiGame([ada, bob], visibility="public").awaited
    few = asked(lambda: person.get(path))
    for _ in range(4):
        ApiGame([ada, bob], visibility="public")
    assert asked(lambda: person.get(path)) == few <= 5
