"""A season of a league, left in progress: some of its games are over, all others have begun."""

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from rich.table import Table

from demo.mail import Letters
from demo.people import Person, gather
from demo.server import Server, UnexpectedError
from demo.show import Tell
from demo.table import DemoGame

ORGANISER = "Ada"
NAMES = ("Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo")

STARTS_IN, LASTS = timedelta(hours=1), timedelta(weeks=6)
RULES = {"format": "groups", "at_table": 4, "options": {"mode": "beginner", "rounds": 1}}
PATIENCE = 180  # seconds; the server looks at its seasons each minute
LOOK_EVERY = 0.5  # seconds


class Size(NamedTuple):
    """How large a season is, and how much of it is played."""

    names: Sequence[str] = NAMES  # of those who take part
    played: int = 4  # games that are played to the end
    opening: range = range(6, 17)  # actions in each of the others


USUAL = Size()


class DemoSeason:
    """A season of a new public league, whose people are known by their handles."""

    def __init__(self, organiser: Person) -> None:
        """Have somebody create the league, declare the season, and open its registration."""
        self.organiser = organiser
        self.players: dict[str, Person] = {}
        self.games: list[DemoGame] = []  # of its fixtures, in their order
        now = datetime.now(UTC)
        about = "The season of this league was begun by a demo, with invented people."
        league = {"name": f"Demo league {uuid4().hex[:8]}", "about": about, "access": "public"}
        season = {
            "name": "First season",
            "rules": RULES,
            "starts_at": (now + STARTS_IN).isoformat(),
            "ends_at": (now + STARTS_IN + LASTS).isoformat(),
        }
        made = self._post("/api/v1/leagues", league, expect=201)
        declared = self._post(f"/api/v1/leagues/{made['id']}/seasons", season, expect=201)
        self.id: str = declared["id"]
        self.path = f"/api/v1/seasons/{self.id}"
        self._post(f"{self.path}/open", {})

    @property
    def state(self) -> str:
        """What the server says of it: `registration`, for instance."""
        state: str = self.organiser.get(self.path)["state"]
        return state

    @property
    def running(self) -> list[DemoGame]:
        return [game for game in self.games if not game.over]

    def fixtures(self) -> list[dict[str, Any]]:
        """Return its fixtures, by their numbers."""
        return list(self.organiser.pages(f"{self.path}/fixtures?limit=100"))

    def standings(self) -> list[dict[str, Any]]:
        return list(self.organiser.pages(f"{self.path}/standings?limit=100"))

    def enter(self, person: Person) -> None:
        """Register somebody, and check that they take part."""
        answer = person.ask("POST", f"{self.path}/entrants", {}, expect=201, key=str(uuid4()))
        entrant = answer.json["entrant"]
        state, players = entrant["state"], entrant["players"]
        if (state, players) != ("registered", [person.handle]):
            raise UnexpectedError(f"{person} registered, and the entry of {players} is {state}.")
        self.players[person.handle] = person

    def start(self) -> None:
        """Confirm the plan of its start, and check that just this was carried out."""
        plan = self._post(f"{self.path}/start", {"dry_run": True})["plan"]
        planned = [name for each in plan["divisions"][0] for name in each["players"]]
        if sorted(planned) != sorted(self.players):
            raise UnexpectedError(f"{sorted(self.players)} registered, the plan has {planned}.")
        self._post(f"{self.path}/start", {"token": plan["token"]})
        if self.state != "running":
            raise UnexpectedError(f"The season was started, and its state is {self.state}.")
        if len(self.fixtures()) != plan["games"]:
            raise UnexpectedError(f"{len(self.fixtures())} games were paired, not {plan['games']}.")

    def has_begun(self) -> bool:
        return all(fixture["game"] for fixture in self.fixtures())

    def sit_down(self) -> None:
        """Load all its games, and check that everybody sits where they were paired."""
        self.games = [self._game(fixture) for fixture in self.fixtures()]

    def is_recorded(self) -> bool:
        settled = {fixture["game"] for fixture in self.fixtures() if fixture["settled"]}
        return settled == {game.id for game in self.games if game.over}

    def check_results(self) -> None:
        """Check that the results are those of the games, and the standings follow from them."""
        given: dict[str, list[float]] = {name: [] for name in self.players}
        for fixture, game in zip(self.fixtures(), self.games, strict=True):
            if game.over:
                seats = fixture["result"]["seats"]
                check_scores(game, seats)
                for entrant, seat in zip(fixture["entrants"], seats, strict=True):
                    given[entrant["players"][0]].append(seat["points"])
        check_standings(self.standings(), given)

    def _game(self, fixture: Mapping[str, Any]) -> DemoGame:
        handles = [entrant["players"][0] for entrant in fixture["entrants"]]
        people = [self.players[handle] for handle in handles]
        game = DemoGame(people, f"/api/v1/games/{fixture['game']}")
        seated = [game.people[seat].handle for seat in sorted(game.people)]
        if seated != handles:
            raise UnexpectedError(f"{handles} were paired, in this order, and {seated} sit there.")
        return game

    def _post(self, path: str, body: object, *, expect: int = 200) -> Any:
        return self.organiser.ask("POST", path, body, expect=expect, key=str(uuid4())).json


def leave_season(
    server: Server, letters: Letters, choices: random.Random, tell: Tell, size: Size = USUAL
) -> DemoSeason:
    """Have people begin a season and play some of its games to the end; return it.

    `choices` and `tell` are those of `play_show`. Raises UnexpectedError at the first thing that is
    not as it should be.
    """
    tell("The organiser signs up, and declares a season.")
    (organiser,) = gather(server, [ORGANISER], letters)
    season = DemoSeason(organiser)
    tell(f"Meanwhile {len(size.names)} people sign up to play in it.")
    people = gather(server, size.names, letters)
    wait_until("registration is open", lambda: season.state == "registration", tell)
    for person in people:
        season.enter(person)
    season.start()
    wait_until("all games have begun", season.has_begun, tell)
    season.sit_down()
    _play(season, choices, tell, size)
    wait_until("the standings have the results", season.is_recorded, tell)
    season.check_results()
    return season


def _play(season: DemoSeason, choices: random.Random, tell: Tell, size: Size) -> None:
    """Play the first games to the end, and begin the others."""
    for number, game in enumerate(season.games, 1):
        most = math.inf if number <= size.played else choices.choice(size.opening)
        acted = 0
        while not game.over and acted < most:
            game.play(choices)
            acted += 1
            tell(f"Game {number} of {len(season.games)}, action {acted}")
        if game.over:
            game.check_end()


def wait_until(what: str, look: Callable[[], bool], tell: Tell, patience: float = PATIENCE) -> None:
    """Wait for what the server does by itself; raises UnexpectedError if it takes too long."""
    began = time.monotonic()
    while not look():
        waited = time.monotonic() - began
        if waited > patience:
            raise UnexpectedError(
                f"The server had {patience:g} seconds, and this is not yet so: {what}. It looks at "
                "seasons each minute; what it prints or logs may say why it does not."
            )
        tell(f"Waiting up to a minute until {what}, {waited:.0f} s so far")
        time.sleep(LOOK_EVERY)


def check_scores(game: DemoGame, seats: Sequence[Mapping[str, Any]]) -> None:
    """Check that the result of a fixture has the scores and the winners of its game."""
    scores = [player["score"] for player in game.game["players"]]
    recorded = [seat["score"] for seat in seats]
    first = [number for number, seat in enumerate(seats) if seat["place"] == 1]
    if recorded != scores or first != sorted(game.game["winners"]):
        raise UnexpectedError(f"The result of game {game.id} says {seats}; it ended {scores}.")


def check_standings(
    rows: Sequence[Mapping[str, Any]], given: Mapping[str, Sequence[float]]
) -> None:
    """Check that standings have the points that games have `given` to each handle, best first."""
    names = [row["entrant"]["players"][0] for row in rows]
    if sorted(names) != sorted(given):
        raise UnexpectedError(f"{sorted(given)} take part, and the standings have {names}.")
    for name, row in zip(names, rows, strict=True):
        due = given[name]
        if row["games"] != len(due) or not math.isclose(row["points"], sum(due)):
            raise UnexpectedError(
                f"{name} has {row['points']} points of {row['games']} games in the standings, and "
                f"got {[*due]}."
            )
    points = [row["points"] for row in rows]
    if points != sorted(points, reverse=True):
        raise UnexpectedError(f"The standings are not in the order of points: {points}.")


def draw_standings(season: DemoSeason) -> Table:
    """Return the standings of a season as a table to print, best first."""
    shown = Table(box=None, pad_edge=False)
    shown.add_column("Place", justify="right")
    shown.add_column("Player")
    shown.add_column("Points", justify="right")
    shown.add_column("Games", justify="right")
    for row in season.standings():
        (name,) = row["entrant"]["players"]
        shown.add_row(str(row["place"]), name, f"{round(row['points'], 2):g}", str(row["games"]))
    return shown
