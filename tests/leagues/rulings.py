"""Questions about the games of a season, and the rulings that answer them."""

from typing import Any

from games.models import Game
from leagues.models import Organiser
from tests.support.api_seasons import ApiSeason
from tests.support.people import Person

WHY = "The board showed a wrong card."
SECOND_WINS = {"effect": "places", "places": [2, 1], "reasons": "The second seat was ahead."}
NOTHING = {"reasons": "The board was right."}


class Asked:
    """A season of an organiser's with one game of two, and the questions about it."""

    def __init__(self, organiser: Person) -> None:
        self.season = ApiSeason(organiser)
        self.people = [Person(), Person()]
        self.season.enter(*self.people)
        self.season.start()
        (fixture,) = self.season.fixtures()
        self.fixture = fixture["id"]
        self.path = f"{self.season.path}/rulings"

    @property
    def game(self) -> Game:
        """The game, read anew."""
        return Game.objects.get(fixture=self.fixture)

    def ask(self, person: Person | None = None, **members: Any) -> Any:
        """Send a question, usually of the first player's."""
        body = {"fixture": self.fixture, "question": WHY} | members
        return (person or self.people[0]).post(self.path, body)

    def asked(self, person: Person | None = None) -> str:
        """Ask, and return the id of the question."""
        answer = self.ask(person)
        assert answer.status_code == 201, answer.content
        return str(answer.json()["id"])

    def answer(self, ruling: str, members: Any = NOTHING, person: Person | None = None) -> Any:
        """Answer a question, usually as the organiser of the season."""
        return (person or self.season.organiser).post(f"{self.path}/{ruling}/answer", members)

    def listed(self, person: Person, query: str = "") -> list[Any]:
        answer = person.get(f"{self.path}{query}")
        assert answer.status_code == 200, answer.content
        found: list[Any] = answer.json()["results"]
        return found


def co_organiser(table: Asked) -> Person:
    person = Person()
    Organiser.objects.create(league=table.season.row.league, user=person.user)
    return person
