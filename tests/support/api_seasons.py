"""Leagues and seasons run through the API, in the situations that several tests need."""

from datetime import UTC, datetime, timedelta
from typing import Any

from games.models import Game, SeatAssignment
from games.play.adjudication import game_adjudicate
from leagues.models import Fixture, Season
from leagues.running import lifecycle
from ratings.models import Rating
from tests.support.people import Person
from tests.support.times import Time

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


def later(time: Time, span: timedelta) -> None:
    """Let time pass, and let the server do what is due."""
    time.jump(span)
    lifecycle.sweep()


def people(many: int) -> list[Person]:
    return [Person() for _ in range(many)]


def end_games(season: ApiSeason) -> None:
    """End all running games by a ruling: the first seat wins."""
    for game in Game.objects.filter(fixture__season=season.id, state=Game.State.RUNNING):
        places = [1, 3] * 2 if game.mode == "teams" else range(1, game.seats + 1)
        game_adjudicate(game_id=game.pk, basis="ruling", places=places)


TEAMS: Any = {"partners": True, "options": {"mode": "teams", "rounds": 1}}


def played(season: ApiSeason) -> None:
    """Start a season, and end all of its games."""
    season.start()
    end_games(season)
    lifecycle.sweep()
    assert season.shown()["state"] == "finished"


def pair(season: ApiSeason, one: Person, other: Person) -> None:
    one.post(f"{season.path}/entrants", {"partner": other.user.handle})
    season.enter(other, partner=one.user.handle)


def steps(season: ApiSeason) -> dict[str, Any]:
    """Return the next steps by what they do, in their order."""
    answer = season.organiser.get(f"{season.path}/steps")
    assert answer.status_code == 200, answer.content
    return {each["does"]: each for each in answer.json()["results"]}


def states(season: ApiSeason) -> dict[str, str]:
    return {"&".join(each["players"]): each["state"] for each in season.entrants()}


def rate(person: Person, value: int, *, games: int = 5, mode: str = "beginner") -> None:
    Rating.objects.update_or_create(
        user=person.user, mode=mode, defaults={"value": value, "games": games}
    )


def confirm(season: ApiSeason, *people: Person) -> None:
    for person in people:
        answer = person.post(f"{season.path}/attendance")
        assert answer.status_code == 201, answer.content
        assert answer.json()["entrant"]["confirmed"]


def rounds_begun() -> set[int]:
    return set(Fixture.objects.exclude(game=None).values_list("round", flat=True))


def invite(organiser: Person, league: str, person: Person) -> Any:
    return organiser.post(f"{LEAGUES}/{league}/invitations", {"handle": person.user.handle})


def offer(organiser: Person, league: str, person: Person) -> Any:
    return organiser.post(f"{LEAGUES}/{league}/organisers", {"handle": person.user.handle})


TWO: Any = {"format": "round_robin", "at_table": 2, "division_size": 3}


def in_divisions(season: ApiSeason) -> list[str]:
    """Return the handles of the people of each division in the plan of a season."""
    return [
        " ".join(name for one in division for name in one["players"])
        for division in season.plan()["divisions"]
    ]


def seats_of(person: Person) -> list[str]:
    seats = SeatAssignment.objects.filter(user=person.user, standing="played")
    return [str(each.game_id) for each in seats.order_by("game__fixture__number")]


def name_substitute(season: ApiSeason, entrant: str, substitute: str) -> Any:
    named = {"entrant": entrant, "substitute": substitute}
    return season.organiser.post(f"{season.path}/substitutes", named)


def game_in(
    organiser: Person, *others: Person, access: str = "invitation", name: str = "Cups"
) -> tuple[str, str]:
    """Let all play a season by invitation, of a game for each two; return the league and a game."""
    league = make_league(organiser, name, access="invitation")
    season = ApiSeason(organiser, league)
    for each in others:
        organiser.post(f"{LEAGUES}/{league}/invitations", {"handle": each.user.handle})
    season.enter(organiser, *others)
    season.start()
    if access != "invitation":
        organiser.client.patch(f"{LEAGUES}/{league}", {"access": access})
    return league, season.fixtures()[0]["game"]
