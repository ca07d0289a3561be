"""The daily limit of mails to an address: mails above it wait, and are merged."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from notifications.limits import full_until
from notifications.models import OutboxMail
from notifications.services import mail_claim, mail_enqueue
from notifications.tasks import send
from tests.notifications.conftest import LATER, Sink
from tests.notifications.table import ServiceGame

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ADA = "ada@example.org"
OTHERS, ALL = 4, 5  # of any kind but notices, and of all


@pytest.fixture(autouse=True)
def _limit(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"mails_a_day": ALL}


def enqueue(number: int, *, is_notice: bool = False) -> OutboxMail:
    """Queue an account mail to Ada."""
    name = f"{number}-{is_notice}"
    mail_enqueue(to=ADA, subject=name, body_text=name, dedupe=name, is_notice=is_notice)
    return OutboxMail.objects.latest("pk")


def fill(number: int = OTHERS) -> None:
    """Send a number of mails to Ada."""
    for index in range(number):
        send(enqueue(index).pk)


def a_day_passes() -> None:
    """Move all mails a day into the past, so that waiting ones are due."""
    OutboxMail.objects.filter(sent_at__isnull=False).update(
        sent_at=timezone.now() - timedelta(days=1, seconds=1)
    )
    OutboxMail.objects.filter(is_held=True).update(not_before=timezone.now())


def test_codes_beyond_it_are_not_sent(sink: Sink) -> None:
    fill(OTHERS + 3)
    assert len(sink.taken) == OTHERS
    assert OutboxMail.objects.filter(superseded_at__isnull=False).count() == 3
    assert not OutboxMail.objects.exclude(body_text="").exists()


def test_a_notice_of_a_change_has_room_that_strangers_cannot_use_up(sink: Sink) -> None:
    fill(OTHERS + 3)
    send(enqueue(0, is_notice=True).pk)
    assert len(sink.taken) == ALL


def test_a_notice_beyond_it_waits_and_comes(sink: Sink) -> None:
    for number in range(ALL + 1):
        send(enqueue(number, is_notice=True).pk)
    assert len(sink.taken) == ALL
    waiting = OutboxMail.objects.open().get()
    assert waiting.not_before > timezone.now() + timedelta(hours=23)
    a_day_passes()
    send(waiting.pk)
    assert len(sink.taken) == ALL + 1


def test_every_address_is_counted_by_itself(sink: Sink) -> None:
    fill(OTHERS)
    mail_enqueue(to="bob@example.org", subject="s", body_text="b", dedupe="bob")
    send(OutboxMail.objects.latest("pk").pk)
    assert len(sink.taken) == OTHERS + 1


def test_turn_mails_beyond_it_come_together_in_one(
    sink: Sink, people: list[User], send_all: Callable[[], None]
) -> None:
    tables = [ServiceGame(people[:2]) for _ in range(3)]
    fill(OTHERS)
    send_all()
    told = [message for message in sink.taken if message["To"] == ADA]
    assert len(told) == OTHERS
    held = OutboxMail.objects.open().filter(user=people[0])
    assert held.count() == len(tables)
    assert set(held.values_list("attempts", flat=True)) == {0}

    a_day_passes()
    send_all()
    last = [message for message in sink.taken if message["To"] == ADA][-1]
    assert len([message for message in sink.taken if message["To"] == ADA]) == OTHERS + 1
    assert last["Subject"] == "Illimat: news of your games (3)"
    text = last.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert all(str(table.id) in text for table in tables)
    assert not OutboxMail.objects.open().filter(user=people[0]).exists()


def test_together_they_tell_only_what_still_holds(
    sink: Sink, people: list[User], send_all: Callable[[], None]
) -> None:
    going, left = ServiceGame(people[:2]), ServiceGame(people[:2])
    fill(OTHERS)
    send_all()
    left.forfeit(people[1])
    OutboxMail.objects.filter(user=people[0], game=left.id, kind="game_over").delete()
    OutboxMail.objects.filter(user=people[0], game=left.id).update(superseded_at=None, is_held=True)
    a_day_passes()
    send_all()
    last = [message for message in sink.taken if message["To"] == ADA][-1]
    text = last.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert str(going.id) in text
    assert str(left.id) not in text


def test_what_is_refused_together_comes_later_all_the_same(
    sink: Sink, people: list[User], send_all: Callable[[], None]
) -> None:
    tables = [ServiceGame(people[:2]) for _ in range(2)]
    fill(OTHERS)
    send_all()
    a_day_passes()
    OutboxMail.objects.exclude(user=people[0]).delete()
    sink.answers = [LATER]
    send_all()
    assert OutboxMail.objects.open().count() == len(tables)
    OutboxMail.objects.open().update(not_before=timezone.now(), lease_until=timezone.now())
    send_all()
    text = sink.taken[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert all(str(table.id) in text for table in tables)


def test_two_workers_do_not_both_take_the_last_place(sink: Sink) -> None:
    fill(OTHERS - 1)
    first, second = (mail_claim(mail_id=enqueue(number).pk) for number in (10, 11))
    assert first is not None
    assert second is not None
    soon = timezone.now() + timedelta(minutes=2)
    assert (full_until(first) or soon) < soon
    assert (full_until(second) or soon) < soon


def test_it_is_counted_in_a_bounded_number_of_rows(sink: Sink) -> None:
    fill(3)
    mail = enqueue(9)
    with CaptureQueriesContext(connection) as queries:
        full_until(mail)
    assert len(queries) == 2
    assert "LIMIT" in queries.captured_queries[-1]["sql"]
