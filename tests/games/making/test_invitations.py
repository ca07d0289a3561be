"""Invitations to tables that wait for players: made, seen, declined and withdrawn."""

from typing import Any

import pytest
from pytest_django import Settings

from games.making.invitations import MOST_INVITED
from notifications.models import Delivery
from notifications.tasks import send
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person, problem

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
INVITED = "/api/v1/me/games?state=invited"


def invite(person: Person, table: ApiGame, handle: str) -> Any:
    return person.post(f"{table.path}/invitations", {"handle": handle})


def withdraw(person: Person, table: ApiGame, handle: str) -> Any:
    return person.delete(f"{table.path}/invitations/{handle}")


def states(person: Person) -> list[str]:
    """Return what has become of the mails that invite a person."""
    found = Delivery.objects.filter(notice__person=person.user, notice__kind="invited")
    return [each.state for each in found.filter(channel="email")]


def send_all() -> None:
    for pk in Delivery.objects.waiting().values_list("pk", flat=True):
        send(pk)


def test_an_invited_person_finds_the_table_and_joins_it(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, visibility="private", invited=["BOB"])
    (found,) = bob.get("/api/v1/me/games?state=invited").json()["results"]
    assert found["id"] == str(table.id)
    assert bob.post(f"{table.path}/seats").json()["state"] == "running"
    assert bob.get("/api/v1/me/games?state=invited").json()["results"] == []


def test_those_at_a_table_see_who_is_invited_until_the_game_begins(
    ada: Person, bob: Person, eve: Person
) -> None:
    table = ApiGame([ada], seats=2, visibility="link", invited=["bob"])
    invited = [{"handle": "bob", "declined": False}]
    assert ada.get(table.path).json()["invited"] == invited
    assert bob.get(table.path).json()["invited"] == invited
    assert eve.get(table.path).json()["invited"] == []
    assert eve.post(f"{table.path}/seats").status_code == 200
    assert ada.get(table.path).json()["invited"] == []


def test_an_invitation_can_be_declined_and_the_table_sees_it(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, visibility="private", invited=["bob"])
    mine = f"{table.path}/invitations/me"
    tag = ada.get(table.path).headers["ETag"]
    assert [bob.delete(mine).status_code, bob.delete(mine).status_code] == [204, 204]
    assert bob.get("/api/v1/me/games?state=invited").json()["results"] == []
    shown = ada.get(table.path, tag)
    assert shown.json()["invited"] == [{"handle": "bob", "declined": True}]


def test_a_person_who_declined_may_still_join_an_open_table(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, visibility="private", invited=["bob"])
    bob.delete(f"{table.path}/invitations/me")
    assert bob.post(f"{table.path}/seats").json()["state"] == "running"
    assert problem(bob.delete(f"{table.path}/invitations/me")) == (409, "not_open")


def test_only_who_is_invited_and_has_not_joined_can_decline(
    ada: Person, bob: Person, eve: Person
) -> None:
    table = ApiGame([ada], seats=3, visibility="link", invited=["bob"])
    mine = f"{table.path}/invitations/me"
    assert problem(eve.delete(mine)) == (403, "permission_denied")
    bob.post(f"{table.path}/seats")
    assert problem(bob.delete(mine)) == (403, "permission_denied")


def test_nobody_invites_themselves(ada: Person) -> None:
    body = {"options": {"mode": "beginner", "players": 2}, "invited": ["ADA"]}
    refused = ada.post(GAMES, body)
    assert problem(refused) == (409, "already_seated")
    assert refused.json()["detail"] == "You have a seat. Invite others."
    assert ada.get(f"{GAMES}?mine=true").json()["results"] == []


def test_somebody_is_invited_after_the_table_was_made(
    ada: Person, bob: Person, eve: Person
) -> None:
    table = ApiGame([ada], seats=2, visibility="private")
    assert bob.get(table.path).status_code == 404
    tag = ada.get(table.path).headers["ETag"]
    for handle in ("bob", "BOB"):  # the same again changes nothing
        answer = invite(ada, table, handle)
        assert answer.status_code == 200
        assert answer.json()["invited"] == [{"handle": "bob", "declined": False}]
    assert ada.get(table.path, tag).status_code == 200
    assert states(bob) == ["waiting"]
    assert [each["id"] for each in bob.get(INVITED).json()["results"]] == [str(table.id)]
    assert bob.post(f"{table.path}/seats").json()["state"] == "running"


def test_only_the_maker_of_a_table_that_waits_invites(
    ada: Person, bob: Person, eve: Person
) -> None:
    table = ApiGame([ada, bob], seats=3)
    for change in (invite, withdraw):
        assert problem(change(bob, table, "eve")) == (403, "permission_denied")
    assert problem(invite(ada, table, "bob")) == (409, "already_seated")
    assert invite(ada, table, "nobody-here").json()["errors"][0]["pointer"] == "#/handle"
    eve.post(f"{table.path}/seats")
    for change in (invite, withdraw):
        assert problem(change(ada, table, "eve")) == (409, "not_open")


def test_an_invitation_is_withdrawn(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, visibility="private", invited=["bob"])
    assert [withdraw(ada, table, "Bob").status_code for _ in range(2)] == [204, 204]
    assert ada.get(table.path).json()["invited"] == []
    assert bob.get(table.path).status_code == bob.post(f"{table.path}/seats").status_code == 404
    send_all()
    assert states(bob) == ["superseded"]


def test_a_second_invitation_is_told_once(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, invited=["bob"])
    withdraw(ada, table, "bob")
    send_all()
    invite(ada, table, "bob")
    assert states(bob) == ["waiting"]  # the mail that was not sent
    send_all()
    withdraw(ada, table, "bob")
    invite(ada, table, "bob")
    assert states(bob) == ["sent"]


def test_a_decline_is_not_undone_by_inviting_again(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, invited=["bob"])
    bob.delete(f"{table.path}/invitations/me")
    assert invite(ada, table, "bob").json()["invited"] == [{"handle": "bob", "declined": True}]


def test_only_so_many_are_invited_to_a_table(ada: Person) -> None:
    people = [Person() for _ in range(MOST_INVITED + 1)]
    handles = [person.user.handle for person in people]
    table = ApiGame([ada], seats=2, invited=handles[:-1])
    refused = invite(ada, table, handles[-1])
    assert problem(refused) == (409, "too_many_invited")
    assert str(MOST_INVITED) in refused.json()["detail"]
    withdraw(ada, table, handles[0])
    assert invite(ada, table, handles[-1]).status_code == 200


def test_only_so_many_are_invited_in_a_day(
    ada: Person, bob: Person, eve: Person, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"invitations_a_day": 1}
    table = ApiGame([ada], seats=3, invited=["bob"])
    assert invite(ada, table, "bob").status_code == 200  # who is invited already
    refused = invite(ada, table, "eve")
    assert problem(refused) == (429, "quota_reached")
    assert refused.json()["quota"] == "invitations_a_day"
    assert states(eve) == []
