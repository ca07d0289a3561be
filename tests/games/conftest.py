"""People at a table, who play through the API."""

import itertools
import uuid
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from rest_framework.test import APIClient

from accounts.models import User
from games import store
from games.chain import Stored
from games.models import Game
from games.seeds import GameSeed
from illimat_core import Event, State, fold

GAMES = "/api/v1/games"
NAMES = itertools.count()
SECRET_BYTES = "ab" * 32  # what somebody adds to chance


class Person:
    """Somebody who has logged in."""

    def __init__(self, handle: str = "") -> None:
        handle = handle or f"player-{next(NAMES)}-{uuid.uuid4().hex[:6]}"
        self.user = User.objects.create_user(handle, f"{handle}@example.org")
        self.client = APIClient()
        self.client.force_login(self.user)

    def get(self, path: str, etag: str | None = None) -> Any:
        """Read."""
        return self.client.get(path, headers={"If-None-Match": etag} if etag else None)

    def post(self, path: str, body: Any = None, key: str | None = None) -> Any:
        """Send a wish."""
        headers = {"Idempotency-Key": key} if key else None
        return self.client.post(path, {} if body is None else body, headers=headers)

    def delete(self, path: str) -> Any:
        """Take something back."""
        return self.client.delete(path)


def staff(handle: str = "chief", *, factor: bool = True, **rights: bool) -> Person:
    """Return somebody of the staff who has logged in."""
    person = Person(handle)
    person.user.is_staff = True
    person.user.is_superuser = rights.get("superuser", True)
    person.user.save()
    if factor:
        TOTP.activate(person.user, generate_totp_secret())
    return person


class Table:
    """A game in beginner mode, and those who sit there, in the order in which they sat down."""

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
        """The game as it stands."""
        return Game.objects.get(pk=self.id)

    @property
    def seed(self) -> bytes:
        """What its chance comes from."""
        return bytes(GameSeed.objects.get(game=self.id).seed)

    @property
    def state(self) -> State:
        """All there is to know."""
        return store.state_of(self.game)

    @property
    def rows(self) -> list[Stored]:
        """Its events as they are stored."""
        return [row for row, _ in store.read(self.game)]

    @property
    def events(self) -> list[Event]:
        """Its events."""
        return [event for _, event in store.read(self.game)]

    @property
    def folded(self) -> State:
        """The fold of its events, which no cache knows."""
        return fold(self.events)

    def on_seat(self, seat: int | None) -> Person:
        """Who sits there."""
        user_id = self.game.assignments.get(number=seat).user_id
        return next(person for person in self.people if person.user.pk == user_id)

    @property
    def awaited(self) -> Person:
        """Whose turn it is."""
        return self.on_seat(self.game.awaited[0])

    @property
    def others(self) -> list[Person]:
        """Whose turn it is not."""
        return [person for person in self.people if person is not self.awaited]

    def choices(self) -> list[dict[str, Any]]:
        """The first hundred things that whose turn it is may do."""
        listed = self.awaited.get(f"{self.path}/legal-actions?limit=100")
        found: list[dict[str, Any]] = listed.json()["results"]
        return found

    def play(self, number: int = 0, **members: Any) -> Any:
        """Let whose turn it is do one of these, and return the answer."""
        choices = self.choices()
        action = choices[number % len(choices)]
        answer = self.act(self.awaited, action, **members)
        assert answer.status_code == 200, answer.content
        return answer

    def act(self, person: Person, action: Any, **members: Any) -> Any:
        """Let somebody act on the present version, under a fresh key."""
        key = members.pop("key", str(uuid.uuid4()))
        body = {"expected_version": self.game.version, "action": action, **members}
        return person.post(f"{self.path}/actions", body, key)


def problem(answer: Any) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def ada(db: None) -> Person:
    """Somebody."""
    return Person("ada")


@pytest.fixture
def bob(db: None) -> Person:
    """Somebody else."""
    return Person("bob")


@pytest.fixture
def eve(db: None) -> Person:
    """Somebody who plays nowhere."""
    return Person("eve")


@pytest.fixture
def table(ada: Person, bob: Person) -> Table:
    """A game of two that has begun."""
    return Table([ada, bob])


@pytest.fixture(autouse=True)
def _no_folds() -> None:
    """Begin with nothing folded."""
    store.folds.drop()
