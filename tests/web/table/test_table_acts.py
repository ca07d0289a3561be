"""What is done at a table is stored with where it was done: on the page, or by the API."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest
from django.utils import timezone

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create, seat_take
from games.models import Game, SeatAssignment, StoredEvent
from games.play.ends import end_wish
from games.play.leavers import game_leave
from games.play.pauses import pause_agree, resume_agree
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame
from tests.web.forms import send

pytestmark = pytest.mark.django_db
BEGINNER: Final = {"mode": "beginner", "players": 2}
LEAGUE: Final = CommandSource.LEAGUE  # of what happened before, as neither door says it
UNTIL: Final = timezone.now().replace(microsecond=0) + timedelta(days=2)


class Scene(NamedTuple):
    """A game in which somebody is about to act; `seat` is where the other one sat."""

    game_id: UUID
    by: User
    seat: int | None = None


def at_a_table_for_two(people: list[User]) -> Scene:
    made = game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=LEAGUE)
    return Scene(made.pk, people[1])


def at_their_own_table(people: list[User]) -> Scene:
    return Scene(at_a_table_for_two(people).game_id, people[0])


def at_a_table_not_yet_full(people: list[User]) -> Scene:
    wanted = NewTable(options=BEGINNER | {"players": 3}, start=Game.Start.BY_HAND)
    made = game_create(user=people[0], wanted=wanted, source=LEAGUE)
    seat_take(user=people[1], game_id=made.pk, source=LEAGUE)
    return Scene(made.pk, people[0])


def in_a_game(people: list[User]) -> Scene:
    return Scene(ServiceGame(people[:2]).id, people[0])


def in_a_game_against_the_house(people: list[User]) -> Scene:
    wanted = NewTable(options=BEGINNER, house=["random"])
    return Scene(game_create(user=people[0], wanted=wanted, source=LEAGUE).pk, people[0])


def when_their_seat_is_open(people: list[User]) -> Scene:
    table = ServiceGame(people)
    game_leave(user=people[0], game_id=table.id, source=LEAGUE)
    return Scene(table.id, people[0], seat_of(people[0], table.id))


def when_a_win_is_offered(people: list[User]) -> Scene:
    table = ServiceGame(people[:2], leavers=Game.Leavers.HOUSE)
    for _ in range(2):
        table.play()
    game_leave(user=people[1], game_id=table.id, source=LEAGUE)
    return Scene(table.id, people[0])


def when_a_pause_is_proposed(people: list[User]) -> Scene:
    game_id = in_a_game(people).game_id
    pause_agree(user=people[1], game_id=game_id, until=UNTIL, source=LEAGUE)
    return Scene(game_id, people[0])


def when_somebody_would_resume(people: list[User]) -> Scene:
    game_id, by, _ = when_a_pause_is_proposed(people)
    pause_agree(user=by, game_id=game_id, source=LEAGUE)
    resume_agree(user=people[1], game_id=game_id, source=LEAGUE)
    return Scene(game_id, by)


def when_somebody_wishes_an_end(people: list[User]) -> Scene:
    game_id, by, _ = in_a_game(people)
    end_wish(user=people[1], game_id=game_id, source=LEAGUE)
    return Scene(game_id, by)


class Request(NamedTuple):
    """What is sent: for the page the name of the act, for the API the end of the path."""

    to: str
    members: Mapping[str, Any] = {}


class Doing(NamedTuple):
    """An act, in a scene, by each door, and the first event that it records."""

    scene: Callable[[list[User]], Scene]
    page: Request
    api: Request
    event: str


HOUSE: Final = {"level": "random"}
DOINGS: Final[Mapping[str, Doing]] = {
    "sit": Doing(at_a_table_for_two, Request("sit"), Request("seats"), "GameStarted"),
    "house": Doing(
        at_their_own_table,
        Request("seat_house", HOUSE),
        Request("house", HOUSE),
        "GameStarted",
    ),
    "start": Doing(at_a_table_not_yet_full, Request("start"), Request("start"), "GameStarted"),
    "leave": Doing(
        in_a_game, Request("leave", {"version": "{version}"}), Request("leave"), "SeatLeft"
    ),
    "return": Doing(
        when_their_seat_is_open,
        Request("take_seat", {"seat": "{seat}"}),
        Request("seats/{seat}"),
        "SeatTaken",
    ),
    **{
        choice: Doing(
            when_a_win_is_offered,
            Request("choose", {"choice": choice}),
            Request("win-offer", {"choice": choice}),
            event,
        )
        for choice, event in {"win": "SeatForfeited", "go_on": "SeatHandedToHouse"}.items()
    },
    "propose": Doing(
        in_a_game_against_the_house,
        Request("propose_pause", {"days": "2"}),
        Request("pause", {"until": UNTIL.isoformat()}),
        "GamePaused",
    ),
    "pause": Doing(
        when_a_pause_is_proposed, Request("agree_on_pause"), Request("pause"), "GamePaused"
    ),
    "resume": Doing(
        when_somebody_would_resume, Request("resume"), Request("resume"), "GameResumed"
    ),
    "wish": Doing(
        when_somebody_wishes_an_end, Request("wish_end"), Request("call-off"), "GameCalledOff"
    ),
    "end": Doing(
        when_somebody_wishes_an_end, Request("end_now"), Request("call-off"), "GameCalledOff"
    ),
}


def seat_of(user: User, game_id: UUID) -> int | None:
    return SeatAssignment.objects.get(game=game_id, user=user).number


@pytest.mark.parametrize("door", ["web", "api"])
@pytest.mark.parametrize("name", DOINGS)
def test_an_act_is_stored_with_the_door_it_came_by(
    people: list[User], name: str, door: str
) -> None:
    doing = DOINGS[name]
    scene = doing.scene(people)
    version = Game.objects.get(pk=scene.game_id).version
    to, members = doing.page if door == "web" else doing.api
    path, browser = f"games/{scene.game_id}", browser_of(scene.by)
    filled = {key: value.format(seat=scene.seat, version=version) for key, value in members.items()}
    if door == "web":
        answer = send(browser, f"/{path}/table", act=to, **filled)
        assert answer.status_code == 302, answer.content.decode()
    else:
        to = to.format(seat=scene.seat)
        answer = browser.post(f"/api/v1/{path}/{to}", filled, content_type="application/json")
        assert answer.status_code == 200, answer.content
    stored = StoredEvent.objects.filter(game=scene.game_id, sequence__gt=version)
    first = stored.earliest("sequence")
    assert (first.type, first.source) == (doing.event, door)
    assert set(stored.exclude(source=None).values_list("source", flat=True)) == {door}
