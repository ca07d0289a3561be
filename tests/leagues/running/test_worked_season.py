"""The season that the page on leagues tells from beginning to end, played over HTTP."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import pytest
from django.core.management import call_command

from games.time.notified import note_person_notified
from leagues.models import Season
from leagues.running import lifecycle
from leagues.stream.store import differences
from tests.support.api_games import GAMES, ApiGame, pass_by, sweep_all
from tests.support.api_seasons import DAY, in_days
from tests.support.documents import LEAGUES_PAGE, blocks
from tests.support.people import Person
from tests.support.times import Time

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HOUR: Final = timedelta(hours=1)
PEOPLE: Final = [f"p{number:02}" for number in range(1, 23)]
REQUEST: Final = re.compile(
    r"^(?P<who>\S+) +(?P<method>GET|POST|DELETE) (?P<path>\S+)(?P<body>.*(?:\n +.*)*)$", re.M
)


class BegunGame(ApiGame):
    """A game that the server has begun."""

    def __init__(self, people: list[Person], game: str) -> None:
        self.people, self.id, self.path = people, UUID(game), f"{GAMES}/{game}"


class Story:
    """The people of the season, who send the requests of the page block by block."""

    def __init__(self) -> None:
        self.people = {name: Person(name) for name in ("ada", *PEOPLE)}
        self.blocks = iter(blocks(LEAGUES_PAGE, "season"))
        self.ids: dict[str, str] = {}
        self.names: dict[str, str] = {}  # of people whom the page names by what becomes of them

    def go_on(self) -> Any:
        """Send the requests of the next block, and return the last answer."""
        answer = None
        for line in REQUEST.finditer(next(self.blocks)):
            for name in self._named(line["who"]):
                answer = self._send(self.people[name], **line.groupdict())
        return answer

    def _send(self, person: Person, *, method: str, path: str, body: str, **_: str) -> Any:
        path = "/api/v1" + path.format(**self.ids)
        text = re.sub(r'"day (\d+)"', lambda day: json.dumps(in_days(int(day[1]))), body)
        sent: Any = json.loads(text) if text.strip() else None
        answer = getattr(person.client, method.lower())(path, sent)
        assert answer.status_code in {200, 201, 204}, (path, answer.content)
        found: Any = answer.json() if answer.content else None
        if method == "POST" and path.endswith(("leagues", "seasons")):
            self.ids[path.rpartition("/")[2].removesuffix("s")] = found["id"]
            lifecycle.sweep()
        return found

    def _named(self, who: str) -> list[str]:
        first, _, last = who.partition("-")
        if last:
            return PEOPLE[PEOPLE.index(first) : PEOPLE.index(last) + 1]
        return [self.names.get(who, who)]

    @property
    def season(self) -> Season:
        return Season.objects.get(pk=self.ids["season"])

    def read(self, part: str, **query: Any) -> list[Any]:
        """Return the rows of a list of the season."""
        answer = self.people["ada"].get(f"/api/v1/seasons/{self.season.pk}/{part}?limit=100")
        return [
            each
            for each in answer.json()["results"]
            if all(each[name] == value for name, value in query.items())
        ]

    def states(self) -> Counter[str]:
        return Counter(each["state"] for each in self.read("entrants"))

    def state_of(self, name: str) -> str:
        (found,) = (each for each in self.read("entrants") if each["players"] == [name])
        return str(found["state"])

    def tables(self) -> Iterator[tuple[str, ApiGame]]:
        """Yield the fixture and the game of each table, those of three last."""
        fixtures = self.read("fixtures")
        for each in sorted(fixtures, key=lambda each: -len(each["entrants"])):
            players = [self.people[entrant["players"][0]] for entrant in each["entrants"]]
            yield each["id"], BegunGame(players, each["game"])


def names(entrants: list[Any]) -> list[str]:
    return [name for each in entrants for name in each["players"]]


def day(number: int, time: Time) -> None:
    """Let time pass until after a day of the season, and let the server do what is due."""
    time.pass_by(number * DAY + HOUR)
    lifecycle.sweep()


def play_out(table: ApiGame) -> None:
    while table.game.state == "running":
        table.play()


def test_a_season_goes_from_registration_to_promotion_as_the_page_says(time: Time) -> None:
    story = Story()
    story.go_on()  # the organiser declares it
    story.go_on()  # people register
    assert story.states() == {"registered": 20, "waiting": 1, "withdrawn": 1}
    assert story.state_of("p21") == "registered"
    assert story.state_of("p22") == "waiting"

    day(11, time)
    story.go_on()  # they confirm
    plan = story.go_on()["plan"]
    assert (names(plan["absent"]), names(plan["admitted"])) == (["p05"], ["p22"])
    assert (list(map(len, plan["divisions"])), plan["games"]) == ([6, 7, 7], 6)
    assert names(plan["divisions"][0]) == [*PEOPLE[:3], *PEOPLE[5:8]]

    day(14, time)
    assert story.states() == {"playing": 20, "withdrawn": 2}
    story.go_on()  # those who do not play offer to substitute
    story.ids["corrected"], of_gone, of_late, *others = _play(story)
    before = story.read("standings")
    assert story.go_on()["revision"] == 1
    after = story.read("standings")
    assert before != after
    assert differences(story.season) == []

    day(60, time)
    rows = {row["entrant"]["players"][0]: row for row in story.go_on()["results"]}
    assert story.season.state == "finished"
    results = {each["id"]: each["result"] for each in story.read("fixtures")}
    assert {results[each]["kind"] for each in (of_late, *others[-1:])} == {"adjudicated"}
    late = story.names["late"]
    assert [seat["left"] for seat in results[of_late]["seats"]].count(True) == 1
    assert rows[late]["points"] == 1
    gone = rows[story.names["gone"]]
    assert (gone["void"], gone["points"], gone["games"]) == (True, 0, 0)
    assert story.state_of("p04") == "substitute"
    assert rows["p04"]["games"] == 1
    (taken,) = (seat for seat in results[of_gone]["seats"] if seat["left"])
    assert taken["substitute"]["players"] == ["p04"]
    outcomes = Counter(row["outcome"] for row in rows.values())
    assert (outcomes["promoted"], outcomes["relegated"]) == (2, 2)
    call_command("rebuild_seasons", "--check", "--games")

    divisions = story.go_on()["plan"]["divisions"]
    for name, row in rows.items():
        if row["outcome"] == "promoted":
            assert name in names(divisions[row["division"] - 2])
    assert next(story.blocks, None) is None


def _play(story: Story) -> list[str]:
    """Play as the page says; return the fixtures it tells of: corrected, gone, late, and others."""
    (of_gone, left), (of_late, timed), *of_three = story.tables()
    (corrected, _), *others = of_three
    for _, table in of_three[:-1]:
        play_out(table)
    lifecycle.sweep()
    assert any(row["games"] for row in story.read("standings"))

    leaver = left.awaited
    left.play()
    story.names["gone"] = leaver.user.handle
    story.go_on()
    lifecycle.sweep()
    assert story.state_of("p04") == "substitute"
    left.people[left.people.index(leaver)] = story.people["p04"]
    play_out(left)

    timed.play()
    late = timed.awaited
    story.names["late"] = late.user.handle
    note_person_notified(game_id=timed.id, user_id=late.user.pk)
    pass_by(timed, 5 * DAY)
    sweep_all()
    lifecycle.sweep()
    assert [each["standing"] for each in late.get(timed.path).json()["players"]].count("open") == 1
    return [corrected, of_gone, of_late, *(fixture for fixture, _ in others)]
