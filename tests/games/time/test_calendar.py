"""The calendar API: answers, changes and refusals."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Vacation
from accounts.services import account_close
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person, problem

CALENDAR = "/api/v1/me/calendar"
VACATIONS = "/api/v1/me/vacations"


def ahead(days: float) -> str:
    """Return a moment in the future as RFC 3339."""
    return (timezone.now() + timedelta(days=days)).isoformat()


def patch(person: Person, path: str, body: Any) -> Any:
    return person.client.patch(path, body)


def refusals(answer: Any) -> dict[str, str]:
    """Return the sentences of a refusal, by pointer."""
    assert answer.status_code == 422, answer.content
    return {error["pointer"]: error["detail"] for error in answer.json()["errors"]}


def test_everybody_plays_at_any_time_at_first(ada: Person) -> None:
    assert ada.get(CALENDAR).json() == {
        "time_zone": "UTC",
        "weekend": [],
        "sleep": None,
        "away_until": None,
    }
    found = ada.get(VACATIONS).json()
    assert found["results"] == []
    assert [(each["days"], each["taken"]) for each in found["allowances"]] == [(28, 0)] * 2


def test_a_patch_changes_only_the_members_sent(ada: Person) -> None:
    night = {"start": "22:30", "end": "08:00"}
    wanted = {
        "time_zone": "Asia/Tokyo",
        "weekend": ["sunday", "saturday", "sunday"],
        "sleep": night,
    }
    assert patch(ada, CALENDAR, wanted).status_code == 200
    shown = ada.get(CALENDAR).json()
    assert shown == wanted | {"weekend": ["saturday", "sunday"], "away_until": None}
    assert patch(ada, CALENDAR, {"sleep": None}).json() == shown | {"sleep": None}
    assert ada.get("/api/v1/me").json()["time_zone"] == "Asia/Tokyo"
    patch(ada, "/api/v1/me", {"time_zone": "Europe/Paris"})
    assert ada.get(CALENDAR).json()["time_zone"] == "Europe/Paris"


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({"time_zone": "Mars/Olympus"}, "#/time_zone"),
        ({"weekend": ["caturday"]}, "#/weekend/0"),
        ({"weekend": ["friday", "saturday", "sunday"]}, "#/weekend"),
        ({"weekend": 5}, "#/weekend"),
        ({"sleep": {"start": "22:00", "end": "08:01"}}, "#/sleep/end"),
        ({"sleep": {"start": "22:00", "end": "22:00"}}, "#/sleep/end"),
        ({"sleep": {"start": "24:00", "end": "06:00"}}, "#/sleep/start"),
        ({"sleep": {"start": -60, "end": "06:00"}}, "#/sleep/start"),
        ({"sleep": {"start": "22:00"}}, "#/sleep/end"),
        ({"zone": "UTC"}, "#/zone"),
    ],
)
def test_an_invalid_calendar_is_refused_with_a_pointer(
    ada: Person, sent: Any, pointer: str
) -> None:
    assert list(refusals(patch(ada, CALENDAR, sent))) == [pointer]
    assert ada.get(CALENDAR).json()["weekend"] == []


def test_a_vacation_is_taken_moved_and_ended(ada: Person) -> None:
    taken = ada.post(VACATIONS, {"end": ahead(5)})
    assert taken.status_code == 201
    vacation = taken.json()
    assert vacation["days"] == 6
    assert ada.get(CALENDAR).json()["away_until"] == vacation["end"]
    path = f"{VACATIONS}/{vacation['id']}"
    assert patch(ada, path, {"end": ahead(2)}).json()["days"] == 3
    allowances = ada.get(VACATIONS).json()["allowances"]
    assert sum(each["taken"] for each in allowances) == 3
    assert ada.delete(path).status_code == 204
    assert ada.delete(path).status_code == 204
    assert ada.get(CALENDAR).json()["away_until"] is None


@pytest.mark.parametrize(
    ("path", "bodies"),
    [
        (CALENDAR, [{"weekend": [day]} for day in ("monday", "friday", "sunday")]),
        ("/api/v1/me", [{"game_mails": on} for on in (False, True, False)]),
        ("/api/v1/me", [{"time_zone": f"Europe/{city}"} for city in ("Paris", "Rome", "Oslo")]),
    ],
)
def test_a_calendar_changes_only_so_often_a_day(
    ada: Person, settings: Settings, path: str, bodies: list[Any]
) -> None:
    assert patch(ada, CALENDAR, {"weekend": ["saturday"]}).status_code == 200
    settings.QUOTAS = settings.QUOTAS | {"calendar_changes_a_day": 3}
    *allowed, last = bodies
    assert [patch(ada, path, body).status_code for body in allowed] == [200, 200]
    before = ada.get(path).json()
    refused = patch(ada, path, last)
    assert problem(refused) == (429, "quota_reached")
    assert refused.json()["quota"] == "calendar_changes_a_day"
    assert ada.get(path).json() == before


def test_a_vacation_moves_only_so_often_a_day(ada: Person, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"calendar_changes_a_day": 2}
    path = f"{VACATIONS}/{ada.post(VACATIONS, {'end': ahead(5)}).json()['id']}"
    assert patch(ada, path, {"end": ahead(4)}).status_code == 200
    assert problem(patch(ada, path, {"end": ahead(3)})) == (429, "quota_reached")
    assert problem(ada.delete(path)) == (429, "quota_reached")
    assert problem(ada.post(VACATIONS, {"end": ahead(90), "start": ahead(80)}))[0] == 429


def test_a_planned_vacation_is_cancelled(ada: Person) -> None:
    planned = ada.post(VACATIONS, {"start": ahead(3), "end": ahead(5)}).json()
    path = f"{VACATIONS}/{planned['id']}"
    assert ada.get(CALENDAR).json()["away_until"] is None
    assert ada.delete(path).status_code == 204
    assert ada.get(VACATIONS).json()["results"] == []
    assert ada.delete(path).status_code == 404


def test_a_repeated_request_takes_one_vacation(ada: Person) -> None:
    body = {"end": ahead(5)}
    first, again = (ada.post(VACATIONS, body, key="once") for _ in range(2))
    assert first.content == again.content
    assert Vacation.objects.count() == 1


def test_vacations_that_make_no_sense_are_pointed_at(ada: Person) -> None:
    assert "past" in refusals(ada.post(VACATIONS, {"start": ahead(-1), "end": ahead(1)}))["#/start"]
    assert "21 days" in refusals(ada.post(VACATIONS, {"end": ahead(30)}))["#/end"]
    assert "#/end" in refusals(ada.post(VACATIONS, {"end": "soon"}))
    assert "#/end" in refusals(ada.post(VACATIONS, {}))
    backwards = {"start": ahead(3), "end": ahead(2)}
    assert "after it starts" in refusals(ada.post(VACATIONS, backwards))["#/end"]
    assert "#/end" in refusals(ada.post(VACATIONS, {"end": "0001-01-01T00:00:00+14:00"}))
    assert "#/end" in refusals(ada.post(VACATIONS, {"end": "9999-12-31T23:59:59Z"}))
    taken = ada.post(VACATIONS, {"end": ahead(5)}).json()
    overlapping = ada.post(VACATIONS, {"start": ahead(4), "end": ahead(6)})
    assert "overlaps" in refusals(overlapping)["#/start"]
    path = f"{VACATIONS}/{taken['id']}"
    assert "past" in refusals(patch(ada, path, {"end": ahead(-1)}))["#/end"]


def test_vacations_of_others_are_not_found(ada: Person, bob: Person) -> None:
    path = f"{VACATIONS}/{ada.post(VACATIONS, {'end': ahead(5)}).json()['id']}"
    assert patch(bob, path, {"end": ahead(2)}).status_code == 404
    assert bob.delete(path).status_code == 404
    assert bob.get(VACATIONS).json()["results"] == []


def test_all_at_the_table_see_until_when_somebody_is_away(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], visibility="public")
    before = bob.get(table.path).headers["ETag"]
    end = ada.post(VACATIONS, {"end": ahead(5)}).json()["end"]
    bob.post(VACATIONS, {"start": ahead(3), "end": ahead(5)})
    looked = bob.get(table.path, before)
    assert looked.status_code == 200
    (listed,) = bob.get(GAMES).json()["results"]
    for shown in (looked.json(), listed):
        away = {player["handle"]: player["away_until"] for player in shown["players"]}
        assert away == {"ada": end, "bob": None}
    assert "Ada is on vacation until" in bob.client.get(f"/games/{table.id}").content.decode()
    assert "You are on vacation until" in ada.client.get(f"/games/{table.id}").content.decode()
    assert bob.get(table.path, looked.headers["ETag"]).status_code == 304


def test_everybody_sees_until_when_a_player_is_away(ada: Person, bob: Person) -> None:
    path = "/api/v1/players/ADA"
    assert bob.get(path).json() == {
        "handle": "ada",
        "away_until": None,
        "reliability": None,
    }
    end = ada.post(VACATIONS, {"end": ahead(5)}).json()["end"]
    assert bob.get(path).json()["away_until"] == end
    assert bob.get("/api/v1/players/nobody").status_code == 404
    account_close(user=ada.user)
    assert bob.get(path).status_code == 404
