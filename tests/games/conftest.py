"""Fixtures for people at a table, who play through the API."""

import itertools
import uuid
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from rest_framework.test import APIClient

from accounts.models import User
from api import database_time
from games import outages
from games.actors import CommandSource
from games.models import Game
from games.play.commands import Command, play
from games.seeds import GameSeed
from games.stream import store
from illimat_core import Event, State, as_json, fold, legal_actions
from illimat_core.sealing import SealedEvent, microseconds
from tests.support.playing import in_json

GAMES = "/api/v1/games"
NAMES = itertools.count()
SECRET_BYTES = "ab" * 32  # a person's contribution to chance


class Person:
    """A person who is logged in."""

    def __init__(self, handle: str = "") -> None:
        handle = handle or f"player-{next(NAMES)}-{uuid.uuid4().hex[:6]}"
        self.user = User.objects.create_user(handle, f"{handle}@example.org")
        self.client = APIClient()
        self.client.force_login(self.user)

    def get(self, path: str, etag: str | None = None) -> Any:
        return self.client.get(path, headers={"If-None-Match": etag} if etag else None)

    def post(self, path: str, body: Any = None, key: str | None = None) -> Any:
        headers = {"Idempotency-Key": key} if key else None
        return self.client.post(path, {} if body is None else body, headers=headers)

    def delete(self, path: str) -> Any:
        return self.client.delete(path)


def staff(handle: str = "chief", *, factor: bool = True, **rights: bool) -> Person:
    """Return a member of the staff who is logged in."""
    person = Person(handle)
    person.user.is_staff = True
    person.user.is_superuser = rights.get("superuser", True)
    person.user.save()
    if factor:
        TOTP.activate(person.user, generate_totp_secret())
    return person


class Time:
    """The time of the database and of this process, which a test can stop and set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._read = database_time.as_moment
        self._own_clock = outages.own_clock

    def stop(self, moment: datetime) -> None:
        own = self._own_clock() + microseconds(moment) - microseconds(datetime.now(UTC))
        self._monkeypatch.setattr(database_time, "as_moment", lambda _: moment)
        self._monkeypatch.setattr(outages, "own_clock", lambda: own)

    def pass_by(self, time: timedelta) -> None:
        """Let time pass, counted from the real time."""
        own_clock, length = self._own_clock, time // timedelta(microseconds=1)
        self.jump(time)
        self._monkeypatch.setattr(outages, "own_clock", lambda: own_clock() + length)

    def jump(self, time: timedelta) -> None:
        """Put the database's clock forward, counted from the real time, while no time passes."""
        read = self._read
        self._monkeypatch.setattr(database_time, "as_moment", lambda value: read(value) + time)


class ApiGame:
    """A game played through the API, in beginner mode; its players in the order they sat down."""

    def __init__(self, people: list[Person], *, seats: int = 0, **members: Any) -> None:
        self.people = people
        options = {"mode": "beginner", "players": seats or len(people)} | members.pop("options", {})
        made = people[0].post(GAMES, {"options": options, "visibility": "link", **members})
        assert made.status_code == 201, made.content
        self.id = uuid.UUID(made.json()["id"])
        self.path = f"{GAMES}/{self.id}"
        for person in people[1:]:
            joined = person.post(f"{self.path}/seats")
            assert joined.status_code == 200, joined.content

    @property
    def game(self) -> Game:
        """The game's row, read anew."""
        return Game.objects.get(pk=self.id)

    @property
    def seed(self) -> bytes:
        return bytes(GameSeed.objects.get(game=self.id).seed)

    @property
    def state(self) -> State:
        """The state of the game, including everything hidden."""
        return store.state_of(self.game)

    @property
    def rows(self) -> list[SealedEvent]:
        return [row for row, _ in store.read(self.game)]

    @property
    def events(self) -> list[Event]:
        return [event for _, event in store.read(self.game)]

    @property
    def folded(self) -> State:
        """The fold of its events, computed without a cache."""
        return fold(self.events)

    def on_seat(self, seat: int | None) -> Person:
        user_id = self.game.assignments.get(number=seat).user_id
        return next(person for person in self.people if person.user.pk == user_id)

    @property
    def awaited(self) -> Person:
        return self.on_seat(self.game.awaited[0])

    @property
    def others(self) -> list[Person]:
        """The people whose turn it is not."""
        return [person for person in self.people if person is not self.awaited]

    def choices(self) -> list[dict[str, Any]]:
        """Return the first hundred actions of the seat to move."""
        state = self.state
        found = islice(legal_actions(state, state.awaited[0]), 100)
        return [in_json(as_json(action)) for action in found]

    def play(self, number: int = -1, **members: Any) -> Any:
        """Submit one of these actions for the person whose turn it is, and return the answer."""
        choices = self.choices()
        action = choices[number % len(choices)]
        answer = self.act(self.awaited, action, **members)
        assert answer.status_code == 200, answer.content
        return answer

    def act(self, person: Person, action: Any, **members: Any) -> Any:
        """Submit an action of a person on the current version, with a fresh key."""
        key = members.pop("key", str(uuid.uuid4()))
        body = {"expected_version": self.game.version, "action": action, **members}
        return person.post(f"{self.path}/actions", body, key)

    def forfeit(self, person: Person) -> None:
        """Put the hand of a person out of play, whatever the table's rule for leavers."""
        by, key = person.user, str(uuid.uuid4())
        play(Command(self.id, by, CommandSource.API, key, [{"type": "forfeit"}]))


def problem(answer: Any) -> tuple[int, str]:
    """Return the status and the problem code of a refusal."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def ada(db: None) -> Person:
    return Person("ada")


@pytest.fixture
def bob(db: None) -> Person:
    return Person("bob")


@pytest.fixture
def eve(db: None) -> Person:
    """Return a person without a seat in any game."""
    return Person("eve")


@pytest.fixture
def table(ada: Person, bob: Person) -> ApiGame:
    return ApiGame([ada, bob])


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Return the database's time, controlled by the test."""
    return Time(monkeypatch)


@pytest.fixture(autouse=True)
def _no_folds() -> None:
    """Clear the cache of folded games."""
    store.folds.drop()
