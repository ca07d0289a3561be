"""Leagues and seasons made through the API, with time controlled by the test."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from leagues.models import Season
from leagues.running import lifecycle
from tests.games.conftest import Person, Time, ada, bob, eve, time

__all__ = ["ada", "bob", "eve", "time"]  # fixtures

LEAGUES = "/api/v1/leagues"
SEASONS = "/api/v1/seasons"
DAY = timedelta(days=1)
ONE_ROUND = {"mode": "beginner", "rounds": 1}


def make_league(organiser: Person, name: str = "Cups", **members: Any) -> str:
    made = organiser.post(LEAGUES, {"name": name, **members})
    assert made.status_code == 201, made.content
    return str(made.json()["id"])


def in_days(days: int) -> str:
    """Return a moment as the API takes it."""
    return (datetime.now(UTC) + days * DAY).isoformat()


def declaration(**rules: Any) -> dict[str, Any]:
    """Return a season that opens within a minute, starts in a week and ends 60 days later."""
    usual: dict[str, Any] = {"format": "round_robin", "at_table": 2, "options": ONE_ROUND}
    return {
        "name": "Spring",
        "registration_opens_at": in_days(0),
        "starts_at": in_days(7),
        "ends_at": in_days(67),
        "rules": usual | rules,
    }


class ApiSeason:
    """A season of a league of its own, whose registration is open."""

    def __init__(self, organiser: Person, league: str = "", **rules: Any) -> None:
        self.organiser = organiser
        self.league = league or make_league(organiser)
        made = organiser.post(f"{LEAGUES}/{self.league}/seasons", declaration(**rules))
        assert made.status_code == 201, made.content
        self.id = made.json()["id"]
        self.path = f"{SEASONS}/{self.id}"
        lifecycle.sweep()

    @property
    def row(self) -> Season:
        """The season's row, read anew."""
        return Season.objects.get(pk=self.id)

    def shown(self, viewer: Person | None = None) -> Any:
        """Return the season as somebody sees it."""
        return (viewer or self.organiser).get(self.path).json()

    def enter(self, *people: Person, **members: Any) -> list[str]:
        """Register people, and return the ids of their entrants."""
        return [self._enter(person, members) for person in people]

    def _enter(self, person: Person, members: Any) -> str:
        answer = person.post(f"{self.path}/entrants", members)
        assert answer.status_code == 201, answer.content
        return str(answer.json()["entrant"]["id"])

    def entrants(self, **query: Any) -> list[Any]:
        """Return the first hundred entrants."""
        asked = "&".join(f"{name}={value}" for name, value in {"limit": 100, **query}.items())
        found: list[Any] = self.organiser.get(f"{self.path}/entrants?{asked}").json()["results"]
        return found

    def fixtures(self) -> list[Any]:
        """Return the first hundred fixtures."""
        answer = self.organiser.get(f"{self.path}/fixtures?limit=100")
        assert answer.status_code == 200, answer.content
        found: list[Any] = answer.json()["results"]
        return found

    def plan(self) -> Any:
        answer = self.organiser.post(f"{self.path}/start", {"dry_run": True})
        assert answer.status_code == 200, answer.content
        return answer.json()["plan"]

    def start(self) -> None:
        """Start it by hand, and let the server begin its games."""
        answer = self.organiser.post(f"{self.path}/start", {"token": self.plan()["token"]})
        assert answer.status_code == 200, answer.content
        lifecycle.sweep()


@pytest.fixture
def season(ada: Person) -> ApiSeason:
    """Return a season of ada's, a round robin, whose registration is open."""
    return ApiSeason(ada)


def later(time: Time, span: timedelta) -> None:
    """Let time pass, and let the server do what is due."""
    time.jump(span)
    lifecycle.sweep()
