"""The daily limits of mails to an address: too many codes are dropped, others wait and merge."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from notifications.channels.limits import mail_reserve
from notifications.kinds.account import ACCOUNT
from notifications.kinds.account_change import ACCOUNT_CHANGE
from notifications.kinds.record import Kind
from notifications.models import Delivery, Notice
from notifications.sending.deliveries import delivery_lease
from notifications.sending.outbox import account_notice_write
from notifications.tasks import send
from tests.support.mail_sink import LATER, Sink
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db
ADA = "ada@example.org"
CODES, ALL = 2, 5  # and all others


@pytest.fixture(autouse=True)
def _limit(settings: Settings, people: list[User]) -> None:
    settings.QUOTAS = settings.QUOTAS | {"codes_a_day": CODES, "mails_a_day": ALL}


def enqueue(number: int, kind: Kind = ACCOUNT) -> Delivery:
    """Queue an account mail to Ada."""
    name = f"{number}-{kind.key}"
    account_notice_write(to=ADA, subject=name, body_text=name, key=name, kind=kind)
    return Delivery.objects.select_related("notice").latest("pk")


def fill(number: int, kind: Kind = ACCOUNT_CHANGE) -> None:
    for index in range(number):
        send(enqueue(index, kind).pk)


def a_day_passes() -> None:
    """Move all mails a day into the past, so that waiting ones are due."""
    Delivery.objects.filter(sent_at__isnull=False).update(
        sent_at=timezone.now() - timedelta(days=1, seconds=1)
    )
    Delivery.objects.filter(is_held=True).update(not_before=Now())


def test_codes_beyond_it_are_not_sent(sink: Sink) -> None:
    fill(CODES + 3, ACCOUNT)
    assert len(sink.taken) == CODES
    assert Delivery.objects.filter(state="superseded").count() == 3
    assert not Notice.objects.exclude(body_text="").exists()


def test_codes_for_which_strangers_ask_hold_no_news_of_a_turn_up(
    sink: Sink, people: list[User], send_all: Callable[[], None]
) -> None:
    fill(CODES + 3, ACCOUNT)
    table = ServiceGame(people[:2])
    send_all()
    told = [message for message in sink.taken if message["To"] == ADA]
    assert len(told) == CODES + 1
    assert str(table.id) in told[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]


def test_invitations_leave_room_for_news_of_a_turn(
    sink: Sink, people: list[User], send_all: Callable[[], None]
) -> None:
    for _ in range(ALL):
        game_create(
            user=people[1],
            wanted=NewTable(options={"players": 4, "mode": "beginner"}, invited=["ada"]),
            source=CommandSource.API,
        )
        send_all()
    assert len(sink.taken) == ALL - 1
    table = ServiceGame(people[:2])
    send_all()
    text = sink.taken[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert str(table.id) in text


def test_a_notice_beyond_it_waits_and_comes(sink: Sink) -> None:
    for number in range(ALL + 1):
        send(enqueue(number, ACCOUNT_CHANGE).pk)
    assert len(sink.taken) == ALL
    waiting = Delivery.objects.waiting().get()
    assert waiting.not_before > timezone.now() + timedelta(hours=23)
    a_day_passes()
    send(waiting.pk)
    assert len(sink.taken) == ALL + 1


def test_every_address_is_counted_by_itself(sink: Sink) -> None:
    fill(ALL)
    account_notice_write(to="bob@example.org", subject="s", body_text="b", key="bob")
    send(Delivery.objects.latest("pk").pk)
    assert len(sink.taken) == ALL + 1


def test_turn_mails_beyond_it_come_together_in_one(
    sink: Sink, people: list[User], send_all: Callable[[], None]
) -> None:
    tables = [ServiceGame(people[:2]) for _ in range(3)]
    fill(ALL)
    send_all()
    told = [message for message in sink.taken if message["To"] == ADA]
    assert len(told) == ALL
    held = Delivery.objects.waiting().filter(notice__person=people[0], is_held=True)
    assert held.count() == len(tables)
    assert set(held.values_list("attempts", flat=True)) == {0}

    a_day_passes()
    send_all()
    last = [message for message in sink.taken if message["To"] == ADA][-1]
    assert len([message for message in sink.taken if message["To"] == ADA]) == ALL + 1
    assert last["Subject"] == "Illimat: news about your games (3)"
    text = last.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert all(str(table.id) in text for table in tables)
    assert not Delivery.objects.waiting().filter(notice__person=people[0], is_held=True).exists()


def test_together_they_tell_only_what_still_holds(
    sink: Sink, people: list[User], send_all: Callable[[], None]
) -> None:
    going, left = ServiceGame(people[:2]), ServiceGame(people[:2])
    fill(ALL)
    send_all()
    left.forfeit(people[1])
    of_left = Delivery.objects.filter(notice__person=people[0], notice__game=left.id)
    of_left.filter(notice__kind="game_over").delete()
    of_left.update(state="waiting", is_held=True)
    a_day_passes()
    send_all()
    last = [message for message in sink.taken if message["To"] == ADA][-1]
    text = last.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert str(going.id) in text
    assert str(left.id) not in text


def test_news_whose_joint_mail_is_refused_still_comes_later(
    sink: Sink, people: list[User], send_all: Callable[[], None]
) -> None:
    tables = [ServiceGame(people[:2]) for _ in range(2)]
    fill(ALL)
    send_all()
    a_day_passes()
    Delivery.objects.exclude(notice__person=people[0]).delete()
    sink.answers = [LATER]
    send_all()
    assert Delivery.objects.waiting().filter(is_held=True).count() == len(tables)
    Delivery.objects.waiting().update(not_before=Now(), lease_until=Now())
    send_all()
    text = sink.taken[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert all(str(table.id) in text for table in tables)


def test_of_two_workers_the_first_takes_the_last_place(sink: Sink) -> None:
    fill(CODES - 1, ACCOUNT)
    first, second = (delivery_lease(delivery_id=enqueue(number).pk) for number in (10, 11))
    assert first is not None
    assert second is not None
    soon = timezone.now() + timedelta(minutes=2)
    assert mail_reserve(first) is None
    assert (mail_reserve(second) or soon) < soon


def test_it_is_counted_in_a_bounded_number_of_rows(sink: Sink, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"unproven_mails_a_day": 1}
    fill(1, ACCOUNT)
    mail = enqueue(9)
    with CaptureQueriesContext(connection) as queries:
        mail_reserve(mail)
    assert len(queries) == 3
    assert "LIMIT" in queries.captured_queries[-1]["sql"]
