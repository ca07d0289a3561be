"""Decisions in time and missed ones make up the reliability of a person."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Reliability
from games.time.notified import note_person_notified
from games.time.timer_setting import HOUSE_DELAY
from games.workers.timers import sweep
from tests.support.api_games import GAMES, ApiGame, sweep_all
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def outcomes(person: Person) -> str:
    found = Reliability.objects.filter(user=person.user).first()
    return found.outcomes if found else ""


def give(person: Person, outcomes: str) -> None:
    Reliability.objects.update_or_create(user=person.user, defaults={"outcomes": outcomes})


def asking(person: Person, percent: int, **members: object) -> ApiGame:
    """Return a table that asks for reliability, with one of its two seats free."""
    return ApiGame([person], seats=2, min_reliability=percent, **members)


def test_decisions_in_time_and_missed_ones_count_for_who_made_them(time: Time) -> None:
    table = ApiGame([Person(), Person()], clock="one_day", excuses=0)
    people = [table.awaited, table.others[0]]
    for _ in range(2):
        for _ in people:
            table.play()
    assert [outcomes(person) for person in people] == ["11", "11"]
    moved_at = table.game.moved_at
    note_person_notified(game_id=table.id, user_id=people[0].user.pk)
    time.stop(moved_at + timedelta(days=3))
    sweep()
    assert [outcomes(person) for person in people] == ["011", "11"]
    eve = Person()
    assert eve.post(f"{table.path}/seats/{table.state.awaited[0]}").status_code == 200
    table.people.append(eve)
    table.play()
    assert [outcomes(person) for person in (*people, eve)] == ["011", "11", "1"]


def test_decisions_of_the_house_count_for_nobody(time: Time) -> None:
    table = ApiGame([Person(), Person()], clock="one_day")
    first = table.awaited
    note_person_notified(game_id=table.id, user_id=first.user.pk)
    seat = table.game.awaited
    time.stop(table.game.moved_at + timedelta(days=1))
    sweep()
    while table.game.awaited == seat:
        time.stop(table.game.moved_at + HOUSE_DELAY)
        sweep_all()
    assert table.awaited is not first
    assert outcomes(first) == "0"


def test_without_a_clock_nothing_counts() -> None:
    table = ApiGame([Person(), Person()], clock="no_clock")
    table.play()
    assert not Reliability.objects.exists()


@pytest.mark.parametrize(
    "members",
    [
        {"seats": 2, "house": ["random"]},
        {"options": {"mode": "solitaire"}},
    ],
)
def test_alone_nobody_earns_reliability(
    ada: Person, capsys: pytest.CaptureFixture[str], members: dict[str, Any]
) -> None:
    table = ApiGame([ada], clock="standard", **members)
    sweep_all()  # the house may be first
    table.play()
    assert outcomes(ada) == ""
    call_command("rebuild_reliability")
    assert "was wrong: 0." in capsys.readouterr().out
    assert outcomes(ada) == ""


def test_only_the_latest_hundred_count(table: ApiGame) -> None:
    person = table.awaited
    give(person, "0" * 100)
    table.play()
    assert outcomes(person) == "1" + "0" * 99


def test_reliability_is_shown_at_tables_in_profiles_and_to_oneself(table: ApiGame) -> None:
    person, other = table.awaited, table.others[0]
    give(person, "1" * 90 + "0" * 10)
    etag = other.get(table.path).headers["ETag"]
    for path in (table.path, "/api/v1/me/games"):
        answer = other.get(path).json()
        (shown,) = answer.get("results", [answer])
        found = {each["handle"]: each["reliability"] for each in shown["players"]}
        assert found == {person.user.handle: 98, other.user.handle: None}
    assert other.get(f"/api/v1/players/{person.user.handle}").json()["reliability"] == 98
    assert person.get("/api/v1/me").json()["reliability"] == 98
    assert other.get("/api/v1/me").json()["reliability"] is None
    give(person, "1" * 100)
    assert other.get(table.path, etag).status_code == 200


def test_a_table_asks_for_reliability_of_who_sits_down(ada: Person, bob: Person) -> None:
    table = asking(ada, 90)
    assert ada.get(table.path).json()["min_reliability"] == 90
    give(bob, "0" * 10 + "1" * 90)
    refused = bob.post(f"{table.path}/seats")
    assert problem(refused) == (409, "not_reliable_enough")
    assert "90%" in refused.json()["detail"]
    assert "81%" in refused.json()["detail"]
    give(bob, "1" * 90 + "0" * 10)
    assert bob.post(f"{table.path}/seats").json()["state"] == "running"


def test_newcomers_and_people_who_are_invited_may_sit_down(ada: Person, bob: Person) -> None:
    give(bob, "0" * 9)
    assert bob.post(f"{asking(ada, 90).path}/seats").status_code == 200
    give(bob, "0" * 10)
    assert bob.post(f"{asking(ada, 90, invited=['bob']).path}/seats").status_code == 200
    assert problem(bob.post(f"{asking(ada, 90).path}/seats")) == (409, "not_reliable_enough")


def test_the_creator_sits_at_the_table_whatever_it_asks_for(ada: Person) -> None:
    give(ada, "0" * 10)
    assert len(ada.get(asking(ada, 90).path).json()["players"]) == 1


def test_substitutes_are_as_reliable_as_the_table_asks(eve: Person) -> None:
    table = ApiGame([Person(), Person()], min_reliability=50)
    table.play()
    seat = table.on_seat(0).post(f"{table.path}/leave").json()["you"]["seat"]
    give(eve, "0" * 10)
    path = f"{table.path}/seats/{seat}"
    assert problem(eve.post(path)) == (409, "not_reliable_enough")
    give(eve, "1" * 10)
    assert eve.post(path).status_code == 200


@pytest.mark.parametrize("asked", [-1, 101, "all", None])
def test_a_share_that_makes_no_sense_is_refused(ada: Person, asked: object) -> None:
    body = {"options": {"mode": "beginner", "players": 2}, "min_reliability": asked}
    answer = ada.post(GAMES, body)
    assert problem(answer) == (422, "invalid")
    assert [error["pointer"] for error in answer.json()["errors"]] == ["#/min_reliability"]


def test_it_is_computed_again_from_the_logs(
    time: Time, capsys: pytest.CaptureFixture[str], eve: Person
) -> None:
    first, second = Person(), Person()
    tables = [ApiGame([first, second], clock="one_day", excuses=0) for _ in range(2)]
    moved_at = max(table.game.moved_at for table in tables)
    for number in range(6):
        moved_at += timedelta(hours=1)
        time.stop(moved_at)
        tables[number % 2].play()
    for table in tables:
        note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)
    time.stop(moved_at + timedelta(days=4))
    sweep()
    seat = next(each.number for each in tables[0].game.assignments.all() if each.until)
    eve.post(f"{tables[0].path}/seats/{seat}")
    tables[0].people.append(eve)
    tables[0].play()
    right = {person: outcomes(person) for person in (first, second, eve)}
    assert right[eve] == "1"
    assert sum(each.count("0") for each in right.values()) == 2
    call_command("rebuild_reliability")
    assert "was wrong: 0." in capsys.readouterr().out
    give(first, "")
    give(second, "0")
    with pytest.raises(CommandError, match="rebuild_reliability"):
        call_command("rebuild_reliability", check=True)
    assert (outcomes(first), outcomes(second)) == ("", "0")
    assert "was wrong: 2." in capsys.readouterr().out
    call_command("rebuild_reliability")
    assert "was wrong: 2." in capsys.readouterr().out
    assert {person: outcomes(person) for person in right} == right
    call_command("rebuild_reliability", eve.user.handle)
    with pytest.raises(CommandError, match="nobody called mallory"):
        call_command("rebuild_reliability", "mallory")
