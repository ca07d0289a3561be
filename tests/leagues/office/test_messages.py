"""Organisers write to all who take part in a season."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from leagues.models import SeasonMessage
from leagues.office.messages import KEPT
from notifications.content.mails import compose
from notifications.sending.dispatch import reason_to_drop
from tests.support.api_seasons import ApiSeason, people
from tests.support.mails import handles, mails, told
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db


def write(season: ApiSeason, text: Any = "Play on!", author: Person | None = None) -> Any:
    return (author or season.organiser).post(f"{season.path}/messages", {"text": text})


def read(season: ApiSeason, reader: Person) -> list[str]:
    """Return the texts that somebody reads, the newest first."""
    answer = reader.get(f"{season.path}/messages")
    assert answer.status_code == 200, answer.content
    return [each["text"] for each in answer.json()["results"]]


def test_a_message_is_told_to_all_who_take_part_and_can_be_read(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    gone = Person()
    season.enter(season.organiser, bob, eve, gone)
    gone.delete(f"{season.path}/entrants/me")
    sent = write(season, "Welcome!\r\n\r\nPlay on.")
    assert sent.status_code == 201
    assert (sent.json()["author"], sent.json()["text"]) == ("ada", "Welcome!\n\nPlay on.")
    write(season, "One more.")
    assert told("season_message") == {"bob": 2, "eve": 2}
    assert read(season, bob) == ["One more.", "Welcome!\n\nPlay on."]
    body = str(compose(mails("season_message", bob)[0]).body)
    assert "> Welcome!\n>\n> Play on.\n" in body
    assert "Ada, who organises the league Cups" in body


def test_only_those_who_take_part_and_organisers_read_it(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    season.enter(bob)
    write(season)
    assert read(season, season.organiser) == ["Play on!"]
    assert problem(eve.get(f"{season.path}/messages"))[0] == 403
    assert problem(write(season, author=bob))[0] == 403


@pytest.mark.parametrize("text", ["", "x" * 2001, "a\x1b[2J", ["list"], None])
def test_a_message_is_plain_text_of_bounded_length(season: ApiSeason, text: Any) -> None:
    assert problem(write(season, text)) == (422, "invalid")
    assert not SeasonMessage.objects.exists()


def test_a_message_can_hold_no_markup_and_no_header(season: ApiSeason, bob: Person) -> None:
    season.enter(bob)
    write(season, "Subject: x\nBcc: eve@example.org\n\n<script>alert(1)</script>")
    message = compose(mails("season_message")[0])
    ((html, _),) = message.alternatives
    assert "<script>" not in str(html)
    assert message.message()["Bcc"] is None
    assert message.subject == "Illimat in Cups, Spring: a message from ada"


def test_somebody_who_blocked_the_organiser_is_not_told_but_can_read_it(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    season.enter(bob, eve)
    bob.client.put("/api/v1/me/blocks/ada")
    write(season)
    assert told("season_message") == handles(eve)
    assert read(season, bob) == ["Play on!"]
    (waiting,) = mails("season_message", eve)
    eve.client.put("/api/v1/me/blocks/ada")
    assert reason_to_drop(waiting) == "outdated"


def test_messages_of_a_person_and_of_a_league_are_limited_by_day(
    season: ApiSeason, bob: Person, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"season_messages_a_day": 1, "league_messages_a_day": 2}
    league = f"/api/v1/leagues/{season.league}/organisers"
    others = [bob, Person()]
    for other in others:
        season.organiser.post(league, {"handle": other.user.handle})
        other.post(f"{league}/me")
    assert write(season).status_code == 201
    assert write(season).json()["quota"] == "season_messages_a_day"
    assert write(season, author=bob).status_code == 201
    assert write(season, author=others[1]).json()["quota"] == "league_messages_a_day"
    assert SeasonMessage.objects.count() == 2


def test_nobody_writes_once_a_season_is_archived(season: ApiSeason) -> None:
    season.organiser.post(f"{season.path}/call-off")
    assert write(season).status_code == 201
    type(season.row).objects.update(archived_at=timezone.now())
    assert problem(write(season)) == (409, "season_archived")


def test_messages_are_gone_with_the_account_of_their_author(season: ApiSeason, bob: Person) -> None:
    season.enter(bob)
    answer = write(season).json()
    expires = SeasonMessage.objects.get().at + KEPT
    assert answer["expires_at"].startswith(f"{expires:%Y-%m-%dT%H:%M}")
    (mail,) = mails("season_message")
    season.organiser.user.delete()
    assert not SeasonMessage.objects.exists()
    assert reason_to_drop(mail) == "outdated"


def test_a_message_to_many_takes_few_statements(
    season: ApiSeason, django_assert_max_num_queries: Any
) -> None:
    season.enter(*people(12))
    with django_assert_max_num_queries(25):
        assert write(season).status_code == 201
    assert sum(told("season_message").values()) == 12
    assert timedelta(days=180) == KEPT
