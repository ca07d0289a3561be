"""What happens in games is posted to people's webhooks: once, in time, and nothing secret."""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.models.timers import TurnNotice
from notifications.channels.webhook import DELAYS
from notifications.models import Choice, Delivery, Notice
from notifications.models.webhooks import Webhook
from notifications.posting.pace import PAUSE
from notifications.sending.outbox import notices_spread
from notifications.tasks import send
from notifications.webhooks.services import (
    FAILING,
    delivery_replay,
    webhook_change,
    webhook_ping,
    webhook_roll,
)
from notifications.webhooks.signing import sign
from tests.support.service_games import ServiceGame
from tests.support.webhook_receiver import Receiver, confirmed

pytestmark = pytest.mark.django_db
State = Delivery.State


@pytest.fixture
def webhook(ada: User, receiver: Receiver) -> Webhook:
    return confirmed(user=ada, url=receiver.url)


def newest() -> Delivery:
    """Return the newest delivery by webhook, as a sweep writes it."""
    notices_spread()
    return Delivery.objects.filter(channel="webhook").latest("pk")


def try_again(delivery: Delivery) -> Delivery:
    """Let a delivery be due, its webhook be free, and a worker send it."""
    Webhook.objects.update(paused_until=None)
    past = timezone.now() - timedelta(seconds=1)
    Delivery.objects.filter(pk=delivery.pk).update(not_before=past)
    send(delivery.pk)
    return Delivery.objects.select_related("notice").get(pk=delivery.pk)


def test_a_turn_is_posted_with_ids_and_public_words_only(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    delivery = newest()
    delivery = try_again(delivery)
    assert delivery.state == State.SENT
    (got,) = receiver.received
    notice = delivery.notice
    assert json.loads(got.body) == {
        "type": notice.kind,
        "timestamp": notice.created_at.isoformat().replace("+00:00", "Z"),
        "data": {
            "game": str(game.id),
            "version": notice.version,
            "url": f"http://127.0.0.1:8000/games/{game.id}/mine",
        },
    }
    assert got.headers["webhook-id"] == f"msg_{delivery.digest}"
    stamp = int(got.headers["webhook-timestamp"])
    assert got.headers["webhook-signature"] == sign(
        webhook.secret, f"msg_{delivery.digest}", stamp, got.body
    )


def test_each_webhook_of_a_person_gets_each_message(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    other = confirmed(user=ada, url=f"{receiver.url}/2")
    confirmed(user=ada, url=f"{receiver.url}/3", disabled="owner")
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    notices_spread()
    for delivery in Delivery.objects.waiting().filter(channel="webhook"):
        try_again(delivery)
    assert {got.path for got in receiver.received} == {"/hook", "/hook/2"}
    ids = [got.headers["webhook-id"] for got in receiver.received]
    assert len(set(ids)) == len(ids)
    assert other.secrets(timezone.now()) == [other.secret]


def test_for_a_day_both_secrets_sign(webhook: Webhook, receiver: Receiver) -> None:
    old = webhook.secret
    webhook = webhook_roll(webhook=webhook)
    delivery = try_again(webhook_ping(webhook=webhook))
    (got,) = receiver.received
    signed = (f"msg_{delivery.digest}", int(got.headers["webhook-timestamp"]), got.body)
    both = got.headers["webhook-signature"].split()
    assert both == [sign(webhook.secret, *signed), sign(old, *signed)]
    Webhook.objects.update(rolled_at=F("rolled_at") - timedelta(days=1))
    try_again(webhook_ping(webhook=webhook))
    assert len(receiver.received[-1].headers["webhook-signature"].split()) == 1


def test_a_failed_message_is_tried_for_a_day_and_then_given_up(
    webhook: Webhook, people: list[User], receiver: Receiver
) -> None:
    receiver.status = 500
    ServiceGame(people[:2])
    delivery = newest()
    waits = timedelta()
    for attempt, delay in enumerate(DELAYS, 1):
        before = timezone.now()
        delivery = try_again(delivery)
        assert (delivery.state, delivery.attempts) == (State.WAITING, attempt)
        assert delivery.error == "NotSentError: answered_500"
        assert abs(delivery.not_before - before - delay) < timedelta(seconds=2)
        waits += delay
    assert timedelta(hours=24) < waits < timedelta(hours=25)
    assert try_again(delivery).state == State.FAILED
    assert len({got.headers["webhook-id"] for got in receiver.received}) == 1
    webhook.refresh_from_db()
    assert webhook.failing_since is not None
    assert webhook.disabled == ""


def test_a_success_ends_a_series_of_failures(webhook: Webhook, receiver: Receiver) -> None:
    receiver.status = 500
    delivery = try_again(webhook_ping(webhook=webhook))
    receiver.status = 200
    assert try_again(delivery).state == State.SENT
    webhook.refresh_from_db()
    assert webhook.failing_since is None


def test_a_webhook_that_fails_for_days_is_disabled_and_its_owner_gets_a_mail(
    webhook: Webhook, ada: User, receiver: Receiver, send_all: Callable[[], None]
) -> None:
    receiver.status = 302
    Webhook.objects.update(failing_since=timezone.now() - FAILING)
    delivery = webhook_ping(webhook=webhook)
    waiting = webhook_ping(webhook=webhook)
    try_again(delivery)
    webhook.refresh_from_db()
    assert webhook.disabled == ""  # one failure says little
    Delivery.objects.filter(pk=delivery.pk).update(attempts=len(DELAYS))
    assert try_again(delivery).state == State.UNANSWERED
    webhook.refresh_from_db()
    assert webhook.disabled == "failing"
    assert try_again(waiting).reason == Delivery.Reason.UNWANTED
    send_all()
    (message,) = mail.outbox
    assert message.to == [ada.email]
    assert receiver.url in message.body
    assert f"http://127.0.0.1:8000/settings/webhooks/{webhook.pk}\n" in message.body
    assert f"with PATCH to http://127.0.0.1:8000/api/v1/me/webhooks/{webhook.pk}." in message.body
    webhook_change(webhook=webhook, enabled=True)
    webhook.refresh_from_db()
    assert (webhook.disabled, webhook.failing_since) == ("", None)


def test_a_webhook_that_is_gone_is_disabled_at_once(
    webhook: Webhook, receiver: Receiver, send_all: Callable[[], None]
) -> None:
    receiver.status = 410
    try_again(webhook_ping(webhook=webhook))
    webhook.refresh_from_db()
    assert webhook.disabled == "gone"
    send_all()
    assert "410" in mail.outbox[0].body


def test_a_message_is_replayed_under_its_id_whether_it_still_holds_or_not(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    delivery = try_again(newest())
    game.play()
    delivery_replay(webhook=webhook, delivery_id=delivery.pk)
    assert try_again(delivery).state == State.SENT
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body


def test_an_outdated_message_is_not_posted(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    delivery = newest()
    game.play()
    assert try_again(delivery).state == State.SUPERSEDED
    assert receiver.received == []


def test_a_message_outdated_before_the_sweep_is_not_posted(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    told = Notice.objects.filter(person=ada).latest("pk")
    game.play()
    notices_spread()
    notices_spread()
    assert not Delivery.objects.filter(notice=told, channel="webhook").exists()
    assert not Notice.objects.filter(is_spread=False).exists()


def test_a_turn_that_was_mailed_and_played_before_the_sweep_is_not_posted(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    Delivery.objects.waiting().filter(channel="email").update(state="sent")
    game.play()
    game.play()
    assert game.awaited == ada
    notices_spread()
    for delivery in Delivery.objects.filter(channel="webhook", notice__kind="your_turn"):
        try_again(delivery)
    assert [json.loads(got.body)["data"]["version"] for got in receiver.received] == [
        game.game.version
    ]


def test_a_kind_that_is_not_chosen_is_not_posted(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    for kind in ("game_begins", "your_turn"):
        Choice.objects.create(person=ada, kind=kind, channel="webhook", wanted=False)
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    delivery = newest()
    assert try_again(delivery).reason == Delivery.Reason.UNWANTED
    assert receiver.received == []


def test_a_webhook_gets_one_message_at_a_time_and_a_slow_one_waits_for_the_next(
    webhook: Webhook, receiver: Receiver
) -> None:
    first, second = webhook_ping(webhook=webhook), webhook_ping(webhook=webhook)
    until = timezone.now() + timedelta(seconds=9)
    Webhook.objects.update(paused_until=until)  # as while another worker posts to it
    send(first.pk)
    first.refresh_from_db()
    assert (first.state, first.attempts) == (State.WAITING, 0)
    assert abs(first.not_before - until) < timedelta(seconds=1)
    assert receiver.received == []

    def answer_slowly(handler: Any) -> None:
        time.sleep(0.1)
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    receiver.behave = answer_slowly
    before = timezone.now()
    assert try_again(second).state == State.SENT
    webhook.refresh_from_db()
    assert webhook.paused_until is not None
    assert webhook.paused_until - before > timedelta(seconds=0.1) * PAUSE


def test_who_wants_webhooks_only_is_out_of_reach_once_theirs_has_failed_for_long(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    User.objects.filter(pk=ada.pk).update(game_mails=False)
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    seat = game.state.awaited[0] or 0
    told = TurnNotice.objects.filter(game=game.id, seat=seat)
    delivery = newest()
    receiver.status = 500
    for _ in range(3):
        assert try_again(delivery).state == State.WAITING
    assert not told.filter(failed_at__isnull=False).exists()  # it may be a hiccup
    assert try_again(delivery).state == State.WAITING
    failed = told.get()
    assert failed.failed_at is not None
    receiver.status = 200
    assert try_again(delivery).state == State.SENT
    for status in (500, 200):  # a replay gains no time
        delivery_replay(webhook=webhook, delivery_id=delivery.pk)
        receiver.status = status
        Delivery.objects.filter(pk=delivery.pk).update(attempts=len(DELAYS))
        try_again(delivery)
    assert told.get() == failed
    assert (told.get().failed_at, told.get().left_at) == (failed.failed_at, failed.left_at)


def test_the_clocks_do_not_count_what_becomes_of_a_webhook(
    webhook: Webhook, ada: User, people: list[User], receiver: Receiver
) -> None:
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    TurnNotice.objects.all().delete()
    delivery = newest()
    receiver.status = 500
    Delivery.objects.filter(pk=delivery.pk).update(attempts=len(DELAYS))
    assert try_again(delivery).state == State.FAILED
    delivery_replay(webhook=webhook, delivery_id=delivery.pk)
    receiver.status = 200
    assert try_again(delivery).state == State.SENT
    assert not TurnNotice.objects.exists()
