"""What a block changes at tables: invitations, seats, open seats, and what is listed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from notifications.models import Notice
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db
INVITED = "/api/v1/me/games?state=invited"


def block(person: Person, other: Person) -> Any:
    answer = person.client.put(f"/api/v1/me/blocks/{other.user.handle}")
    assert answer.status_code == 200
    return answer


def unblock(person: Person, other: Person) -> None:
    person.delete(f"/api/v1/me/blocks/{other.user.handle}")


def sit(person: Person, table: ApiGame) -> Any:
    return person.post(f"{table.path}/seats")


def invite(person: Person, table: ApiGame, other: Person) -> Any:
    return person.post(f"{table.path}/invitations", {"handle": other.user.handle})


def listed(person: Person, path: str = GAMES) -> list[str]:
    """Return the ids of the games in a list."""
    return [each["id"] for each in person.get(path).json()["results"]]


def test_blocked_people_cannot_sit_down_where_the_other_sits_or_is_the_creator(
    ada: Person, bob: Person, eve: Person
) -> None:
    own, of_eve = ApiGame([ada], seats=3), ApiGame([eve, ada], seats=3)
    block(ada, bob)
    refused = [sit(bob, table) for table in (own, of_eve)]
    assert [problem(answer) for answer in refused] == [(409, "no_seat_for_you")] * 2
    assert all("ada" not in answer.content.decode() for answer in refused)
    ada.delete(f"{own.path}/seats/me")
    assert problem(sit(bob, own)) == (409, "no_seat_for_you")  # its creator may come back
    ada.delete(f"{of_eve.path}/seats/me")
    assert sit(bob, of_eve).status_code == 200
    unblock(ada, bob)
    assert sit(bob, own).status_code == 200


def test_people_are_told_at_the_table_and_when_sitting_down_whom_they_blocked(
    ada: Person, bob: Person, eve: Person
) -> None:
    table = ApiGame([bob, eve], seats=3, visibility="public")
    tag = ada.get(table.path).headers["ETag"]
    block(ada, bob)
    shown = ada.get(table.path, tag)
    assert shown.status_code == 200
    assert shown.json()["you"]["blocked"] == ["bob"]
    assert ada.get(GAMES).json()["results"][0]["you"]["blocked"] == ["bob"]
    assert "You have blocked bob" in ada.get(f"/games/{table.id}").content.decode()
    refused = sit(ada, table)
    assert problem(refused) == (409, "blocked_by_you")
    assert "bob" in refused.json()["detail"]
    unblock(ada, bob)
    assert ada.get(table.path).json()["you"]["blocked"] == []
    assert sit(ada, table).json()["state"] == "running"


def test_a_table_tells_blocked_people_nothing_before_they_sit_down(
    ada: Person, bob: Person
) -> None:
    table = ApiGame([ada], seats=2, visibility="link")
    before = bob.get(table.path)
    block(ada, bob)
    after = bob.get(table.path)
    assert after.json() == before.json()
    assert after.headers["ETag"] == before.headers["ETag"]


def test_full_tables_and_those_that_have_begun_refuse_everybody_alike(
    ada: Person, bob: Person, eve: Person
) -> None:
    full, running = ApiGame([ada, eve], start="by_hand"), ApiGame([ada, eve])
    block(ada, bob)
    assert problem(sit(bob, full)) == (409, "table_full")
    assert problem(sit(bob, running)) == (409, "not_open")


def test_an_invitation_by_a_blocked_person_is_declined_at_once(
    ada: Person, bob: Person, eve: Person
) -> None:
    block(ada, bob)
    table = ApiGame([bob], seats=3, visibility="private", invited=["ada", "eve"])
    ada_declines = [{"handle": "ada", "declined": True}, {"handle": "eve", "declined": False}]
    by_handle = sorted(bob.get(table.path).json()["invited"], key=lambda each: each["handle"])
    assert by_handle == ada_declines
    later = ApiGame([bob], seats=2)
    answer = invite(bob, later, ada)
    assert answer.status_code == 200
    assert answer.json()["invited"] == [{"handle": "ada", "declined": True}]
    assert listed(ada, INVITED) == []
    assert listed(eve, INVITED) == [str(table.id)]
    assert not Notice.objects.filter(person=ada.user).exists()


def test_nobody_invites_people_whom_they_blocked(ada: Person, bob: Person) -> None:
    block(ada, bob)
    table = ApiGame([ada], seats=2)
    body = {"options": {"players": 2}, "invited": ["bob"]}
    for answer, pointer in (
        (invite(ada, table, bob), "#/handle"),
        (ada.post(GAMES, body), "#/invited"),
    ):
        assert problem(answer) == (422, "invalid")
        (error,) = answer.json()["errors"]
        assert (error["pointer"], error["code"]) == (pointer, "blocked_by_you")
        assert "bob" in error["detail"]
    assert Game.objects.count() == 1


def test_a_block_ends_the_invitations_between_the_two(
    ada: Person, bob: Person, eve: Person
) -> None:
    own = ApiGame([ada], seats=3, visibility="private", invited=["bob", "eve"])
    of_bob = ApiGame([bob], seats=3, visibility="private", invited=["ada", "eve"])
    tags = [person.get(table.path).headers["ETag"] for person, table in ((ada, own), (bob, of_bob))]
    block(ada, bob)
    assert ada.get(own.path, tags[0]).json()["invited"] == [{"handle": "eve", "declined": False}]
    shown = bob.get(of_bob.path, tags[1]).json()["invited"]
    assert {"handle": "ada", "declined": True} in shown
    assert listed(bob, INVITED) == listed(ada, INVITED) == []
    assert bob.get(own.path).status_code == 404
    assert len(listed(eve, INVITED)) == 2


def test_people_at_a_table_stay_and_games_that_have_begun_go_on(
    ada: Person, bob: Person, eve: Person
) -> None:
    waiting = ApiGame([ada, bob], seats=3, options={"rounds": 1})
    running = ApiGame([ada, bob])
    invited = ApiGame([bob, ada], seats=3, invited=["eve"])
    block(ada, bob)
    assert sit(eve, waiting).json()["state"] == "running"
    assert invite(bob, invited, eve).status_code == 200
    for table in (waiting, running):
        table.people = [ada, bob, eve]
        table.play()


def test_the_public_list_offers_no_table_of_people_who_blocked_its_reader(
    ada: Person, bob: Person, eve: Person
) -> None:
    own = ApiGame([ada], seats=3, visibility="public")
    of_eve = ApiGame([eve, ada], seats=3, visibility="public")
    running = ApiGame([ada, eve], visibility="public")
    every = [str(table.id) for table in (running, of_eve, own)]
    assert listed(bob) == every
    block(ada, bob)
    assert listed(bob) == [str(running.id)]
    assert listed(bob, f"{GAMES}?state=open") == []
    assert listed(ada) == listed(eve) == every
    assert str(own.id) not in bob.get("/").content.decode()
    assert str(running.id) in bob.get("/").content.decode()
    assert bob.get(running.path).status_code == bob.get(own.path).status_code == 200


def test_pages_of_the_public_list_go_on_behind_tables_that_are_left_out(
    ada: Person, bob: Person, eve: Person
) -> None:
    last = ApiGame([eve], seats=2, visibility="public")
    for _ in range(2):
        ApiGame([ada], seats=2, visibility="public")
    block(ada, bob)
    page = bob.get(f"{GAMES}?limit=2").json()
    assert page["results"] == []
    assert listed(bob, page["next"]) == [str(last.id)]


def test_own_games_are_listed_no_matter_who_blocked_whom(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], seats=3, visibility="public")
    block(ada, bob)
    for path in (GAMES, f"{GAMES}?mine=true", "/api/v1/me/games"):
        assert listed(bob, path) == listed(ada, path) == [str(table.id)]


def left(people: list[Person]) -> tuple[ApiGame, Person, str]:
    """Return a public game that somebody has left, who it was, and the path of the seat."""
    table = ApiGame(people, visibility="public")
    leaver = table.on_seat(0)
    leaver.post(f"{table.path}/leave")
    return table, leaver, f"{table.path}/seats/0"


def test_a_substitute_meets_nobody_who_blocked_them_or_whom_they_blocked(
    ada: Person, bob: Person, eve: Person
) -> None:
    table, leaver, seat = left([ada, bob])
    stays = bob if leaver is ada else ada
    block(stays, eve)
    assert eve.get("/api/v1/open-seats").json()["results"] == []
    assert listed(eve) == [str(table.id)]  # to be watched
    assert problem(eve.post(seat)) == (409, "no_seat_for_you")
    unblock(stays, eve)
    block(eve, stays)
    assert eve.get(table.path).json()["you"]["blocked"] == [stays.user.handle]
    assert problem(eve.post(seat)) == (409, "blocked_by_you")
    unblock(eve, stays)
    block(eve, leaver)
    (offered,) = eve.get("/api/v1/open-seats").json()["results"]
    assert offered["game"]["you"]["blocked"] == []
    assert eve.post(seat).status_code == 200


def test_a_player_takes_their_own_seat_back_no_matter_who_blocked_whom(
    ada: Person, bob: Person
) -> None:
    _, leaver, seat = left([ada, bob])
    block(bob if leaver is ada else ada, leaver)
    assert leaver.post(seat).status_code == 200


def statements(work: Callable[[], Any]) -> int:
    """Return the number of statements of a request."""
    with CaptureQueriesContext(connection) as asked:
        assert work().status_code < 500
    return len(asked)


def test_lists_ask_once_for_all_blocks(ada: Person, bob: Person, eve: Person) -> None:
    ApiGame([ada], seats=2, visibility="public")
    few = statements(lambda: bob.get(GAMES))
    for person in (ada, eve, Person(), Person()):
        table = ApiGame([person], seats=3, visibility="public")
        sit(Person(), table)
        block(person, bob)
    assert statements(lambda: bob.get(GAMES)) == few <= 5
