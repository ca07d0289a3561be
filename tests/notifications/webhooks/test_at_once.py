"""Messages to webhooks, while their owners change them and other messages wait."""

import json
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from config.celery import app
from config.server.embedded import QueueScheduler
from notifications.channels.webhook import endpoints
from notifications.models import Delivery
from notifications.models.webhooks import Webhook
from notifications.sending.outbox import account_notice_write
from notifications.tasks import send
from notifications.webhooks.services import (
    deliveries_of,
    webhook_change,
    webhook_create,
    webhook_ping,
)
from tests.support.mail_sink import Sink
from tests.support.webhook_receiver import Receiver, confirmed, pile_up
from trials.programs import wait_until

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]
State = Delivery.State


@pytest.fixture
def ada(transactional_db: None) -> User:
    return User.objects.create_user("ada", "ada@example.org")


@pytest.fixture
def webhook(ada: User, receiver: Receiver) -> Webhook:
    return confirmed(user=ada, url=receiver.url)


def test_a_change_lets_no_second_message_leave_while_one_is_under_way(
    webhook: Webhook, receiver: Receiver
) -> None:
    first, second = webhook_ping(webhook=webhook), webhook_ping(webhook=webhook)

    def change_meanwhile(handler: Any) -> None:
        webhook_change(webhook=webhook, enabled=True)
        send(second.pk)
        connection.close()
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    receiver.behave = change_meanwhile
    send(first.pk)
    assert len(receiver.received) == 1
    second.refresh_from_db()
    assert (second.state, second.attempts) == (State.WAITING, 0)


@pytest.mark.parametrize("status", [410, 500])
def test_a_reply_from_an_old_address_says_nothing_of_the_new_one(
    webhook: Webhook, receiver: Receiver, status: int
) -> None:
    def change_meanwhile(handler: Any) -> None:
        webhook_change(webhook=webhook, url=f"{receiver.url}/new")
        connection.close()
        handler.wfile.write(b"HTTP/1.1 %d \r\nContent-Length: 0\r\n\r\n" % status)

    receiver.behave = change_meanwhile
    send(webhook_ping(webhook=webhook).pk)
    assert receiver.received
    changed = Webhook.objects.get()
    assert (changed.disabled, changed.failing_since) == ("", None)


def test_the_answer_of_an_old_address_does_not_confirm_the_new_one(
    ada: User, receiver: Receiver
) -> None:
    webhook = webhook_create(user=ada, url=receiver.url)

    def change_meanwhile(handler: Any) -> None:
        webhook_change(webhook=webhook, url=f"{receiver.url}/new")
        connection.close()
        challenge = json.loads(receiver.received[0].body)["data"]["challenge"]
        handler.send_response(204)
        handler.send_header("webhook-challenge", challenge)
        handler.end_headers()

    receiver.behave = change_meanwhile
    ping = deliveries_of(webhook=webhook).get()
    send(ping.pk)
    ping.refresh_from_db()
    assert ping.state == State.SENT
    assert endpoints([ada.pk]) == {}


@pytest.fixture
def embedded(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the threads of the embedded server for mails and webhooks."""
    monkeypatch.setitem(app.conf, "task_always_eager", True)
    over = Event()

    def work(scheduler: QueueScheduler) -> None:
        while not over.wait(scheduler.tick()):
            pass
        connection.close()

    schedulers = [QueueScheduler(app, queue) for queue in ("worker", "webhooks")]
    threads = [Thread(target=work, args=(scheduler,)) for scheduler in schedulers]
    for thread in threads:
        thread.start()
    yield
    over.set()
    for thread in threads:
        thread.join()


@pytest.mark.slow
def test_webhooks_that_do_not_answer_keep_no_mail_waiting_in_the_embedded_server(
    embedded: None, ada: User, sink: Sink, receiver: Receiver
) -> None:
    answered = Event()

    def hesitate(_: Any) -> None:
        answered.wait(10)

    receiver.behave = hesitate
    for number in range(5):
        pile_up(confirmed(user=ada, url=f"{receiver.url}/{number}"), 1)
    try:
        wait_until(lambda: receiver.received)
        account_notice_write(to="ada@example.org", subject="Code", body_text="1234", key="code")
        wait_until(lambda: len(sink.taken) == 1)
    finally:
        answered.set()
    webhooks = Delivery.objects.filter(channel="webhook")
    wait_until(lambda: not webhooks.filter(error="").exists())
