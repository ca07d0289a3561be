"""The calendar of one's deadlines: what it shows, and who can read it by its secret address."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar
from pytest_django import Settings

from accounts.feeds import feed_note_entries
from accounts.log_in.changes import change_record, change_undo
from accounts.models import CalendarFeed, User
from accounts.services import account_close
from games.time import deadline_calendar
from tests.support.api_games import ApiGame
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db
FEED = "/api/v1/me/calendar-feed"


def opened(person: Person) -> str:
    """Return a new address of a person's calendar."""
    answer = person.post(FEED)
    assert answer.status_code == 201
    url: str = answer.json()["url"]
    return url


def read(url: str, **headers: str) -> Any:
    """Read a calendar as a calendar program does, without a log-in."""
    return Client().get(url, headers=headers)


def events(url: str) -> list[Any]:
    return list(Calendar.from_ical(read(url).content).walk("VEVENT"))


@pytest.fixture
def waiting(ada: Person, bob: Person) -> ApiGame:
    return ApiGame([ada, bob], clock="one_day")


def test_a_game_that_waits_for_its_reader_is_an_event_at_its_deadline(waiting: ApiGame) -> None:
    person, (other,) = waiting.awaited, waiting.others
    (event,) = events(opened(person))
    clocks = person.get(waiting.path).json()["clocks"]
    deadline = next(each["deadline"] for each in clocks if each["status"] != "waiting")
    assert event.decoded("dtstart") == datetime.fromisoformat(deadline).replace(microsecond=0)
    assert event.decoded("dtstamp") <= timezone.now()
    name = other.user.handle
    assert event["summary"] == f"Illimat: your turn in the game with {name}"
    assert str(waiting.id) in event["url"]
    assert events(opened(other)) == []


def test_an_event_keeps_its_uid_until_the_decision_is_made(waiting: ApiGame) -> None:
    person = waiting.awaited
    url = opened(person)
    (before,) = events(url)
    end = (timezone.now() + timedelta(days=3)).isoformat()
    assert person.post("/api/v1/me/vacations", {"end": end}).status_code == 201
    (later,) = events(url)
    assert later["uid"] == before["uid"]
    assert later.decoded("dtstart") > before.decoded("dtstart") + timedelta(days=2)
    waiting.play()
    while waiting.awaited is not person:
        waiting.play()
    (after,) = events(url)
    assert after["uid"] != before["uid"]
    assert str(waiting.id) in after["uid"]


def test_a_changed_deadline_is_marked_as_a_newer_version_of_its_event(waiting: ApiGame) -> None:
    person = waiting.awaited
    url = opened(person)
    found = events(url) + events(url)
    assert found[0].to_ical() == found[1].to_ical()
    end = (timezone.now() + timedelta(days=3)).isoformat()
    vacation = person.post("/api/v1/me/vacations", {"end": end}).json()["id"]
    found += events(url)
    person.delete(f"/api/v1/me/vacations/{vacation}")
    found += events(url)
    assert len({each["uid"] for each in found}) == 1
    _, first, later, back = found
    assert 0 <= first["sequence"] < later["sequence"] < back["sequence"]
    moments = [each.decoded("last-modified") for each in (first, later, back)]
    assert moments == sorted(set(moments))
    assert all(each.utcoffset() == timedelta() for each in moments)
    assert [each.decoded("dtstamp") for each in (first, later, back)] == moments
    assert later.decoded("dtstart") > back.decoded("dtstart")


def test_versions_grow_though_a_clock_is_put_back_or_an_event_was_missing(ada: Person) -> None:
    opened(ada)

    def since(deadline: int, now: int) -> int:
        user = User.objects.get(pk=ada.user.pk)
        return feed_note_entries(user=user, deadlines={"one": deadline}, now=now)["one"]

    assert (since(500, 100), since(500, 130)) == (100, 100)
    assert (since(400, 130), since(500, 90)) == (130, 131)
    assert feed_note_entries(user=ada.user, deadlines={}, now=140) == {}
    assert CalendarFeed.objects.get().entries == {}
    assert since(500, 150) == 150
    opened(ada)
    assert since(500, 160) == 150


def test_games_without_a_clock_have_no_deadline(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], clock="no_clock")
    assert events(opened(table.awaited)) == []


def test_the_file_is_in_the_form_and_the_language_that_its_reader_needs(waiting: ApiGame) -> None:
    person = waiting.awaited
    User.objects.filter(pk=person.user.pk).update(language="de")
    answer = read(opened(person), **{"Accept": "text/html", "Accept-Language": "en"})
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.headers["Content-Language"] == "de"
    assert "private" in answer.headers["Cache-Control"]
    lines = answer.content.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert max(map(len, lines)) <= 75
    assert not any(b"\n" in line for line in lines)
    assert "Du bist dran" in answer.content.decode().replace("\r\n ", "")


def test_a_calendar_that_has_not_changed_is_not_sent_again(waiting: ApiGame) -> None:
    url = opened(waiting.awaited)
    tag = read(url).headers["ETag"]
    assert read(url, **{"If-None-Match": tag}).status_code == 304
    waiting.play()
    assert read(url, **{"If-None-Match": tag}).status_code == 200


def test_only_the_newest_address_can_be_read_until_it_is_revoked(ada: Person) -> None:
    old, new = opened(ada), opened(ada)
    assert old != new
    assert problem(read(old)) == (404, "not_found")
    assert read(new).status_code == 200
    for _ in range(2):
        assert ada.delete(FEED).status_code == 204
    assert problem(read(new)) == (404, "not_found")
    assert problem(read("/api/v1/me/deadlines.ics")) == (422, "invalid")


def test_the_database_holds_a_hash_of_the_token_alone(ada: Person) -> None:
    token = opened(ada).partition("token=")[2]
    (stored,) = CalendarFeed.objects.values_list("digest", flat=True)
    assert len(token) >= 43
    assert stored not in token
    assert token not in stored


def test_the_address_opens_nothing_else(ada: Person) -> None:
    token = opened(ada).partition("token=")[2]
    for headers in ({"X-Session-Token": token}, {"Authorization": f"Bearer {token}"}):
        assert Client().get("/api/v1/me", headers=headers).status_code == 401


def test_it_ends_with_the_account_and_when_a_change_is_undone(ada: Person, bob: Person) -> None:
    urls = [opened(ada), opened(bob)]
    account_close(user=ada.user)
    change_undo(token=change_record(user=bob.user, kind="email", address=bob.user.email))
    assert [problem(read(url)) for url in urls] == [(404, "not_found")] * 2


def test_it_is_read_only_so_often_an_hour(ada: Person, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"calendar_reads_an_hour": 1}
    url = opened(ada)
    assert read(url).status_code == 200
    refused = read(url)
    assert problem(refused) == (429, "quota_reached")
    assert refused.json()["quota"] == "calendar_reads_an_hour"


@pytest.mark.slow
def test_many_games_take_as_many_statements_as_one_and_are_bounded(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = opened(ada)
    counts = []
    for many in (1, 4):
        while len(events(url)) < many:
            ApiGame([ada, bob], clock="one_day")
        with CaptureQueriesContext(connection) as asked:
            read(url)
        counts.append(len(asked))
    assert counts[0] == counts[1]
    monkeypatch.setattr(deadline_calendar, "MOST_DEADLINES", 2)
    assert len(events(url)) == 2
