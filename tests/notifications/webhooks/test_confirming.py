"""A webhook gets no news before its owner has shown that the address is theirs."""

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from notifications.channels.webhook import endpoints
from notifications.models import Delivery, Tally
from notifications.models.webhooks import Webhook
from notifications.sending.deliveries import delivery_resend
from notifications.tasks import send
from notifications.webhooks.services import (
    deliveries_of,
    delivery_replay,
    webhook_change,
    webhook_create,
    webhook_ping,
)
from quotas.services import QuotaError
from tests.support.people import Person
from tests.support.webhook_receiver import Receiver, confirmed

pytestmark = pytest.mark.django_db
State = Delivery.State


@pytest.fixture
def webhook(ada: User, receiver: Receiver) -> Webhook:
    return webhook_create(user=ada, url=receiver.url)


def newest(webhook: Webhook) -> Delivery:
    return deliveries_of(webhook=webhook).latest("pk")


def sent(delivery: Delivery) -> Delivery:
    """Let a worker send a message as soon as its webhook is free; return what became of it."""
    Webhook.objects.update(paused_until=None)
    send(delivery.pk)
    return Delivery.objects.select_related("notice").get(pk=delivery.pk)


def repeating(challenge: str) -> Callable[[Any], None]:
    """Return how a receiver behaves that answers with a challenge of its own choice."""

    def answer(handler: Any) -> None:
        handler.send_response(204)
        handler.send_header("webhook-challenge", challenge)
        handler.end_headers()

    return answer


def test_a_new_webhook_is_pinged_and_the_answer_to_the_challenge_confirms_it(
    webhook: Webhook, ada: User, receiver: Receiver
) -> None:
    assert endpoints([ada.pk]) == {}
    receiver.confirms = True
    assert sent(newest(webhook)).state == State.SENT
    (got,) = receiver.received
    assert json.loads(got.body)["type"] == "ping"
    assert endpoints([ada.pk]) == {ada.pk: [str(webhook.pk)]}


def test_an_answer_without_the_challenge_confirms_nothing_and_is_not_asked_for_again(
    webhook: Webhook, ada: User, receiver: Receiver
) -> None:
    first = sent(newest(webhook))
    assert (first.state, first.error) == (State.UNANSWERED, "FinalError: not_confirmed")
    receiver.confirms, receiver.status = True, 500
    second = sent(webhook_ping(webhook=webhook))
    assert (second.state, second.error) == (State.UNANSWERED, "FinalError: answered_500")
    assert endpoints([ada.pk]) == {}
    assert len(receiver.received) == 2


def test_a_ping_that_nothing_answers_is_no_dead_letter_and_no_error_in_the_log(
    webhook: Webhook, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    sent(newest(webhook))
    assert "was given up" in caplog.text
    assert all(record.levelno < logging.ERROR for record in caplog.records)
    assert not Tally.objects.exists()
    assert not delivery_resend(delivery_id=newest(webhook).pk)


def test_the_challenge_of_another_ping_confirms_nothing(
    webhook: Webhook, ada: User, receiver: Receiver
) -> None:
    sent(newest(webhook))
    old = json.loads(receiver.received[0].body)["data"]["challenge"]
    receiver.behave = repeating(old)
    assert sent(webhook_ping(webhook=webhook)).state == State.UNANSWERED
    assert endpoints([ada.pk]) == {}


def test_a_new_address_has_to_be_confirmed_again_and_gets_nothing_that_waited(
    ada: User, receiver: Receiver
) -> None:
    webhook = confirmed(ada, receiver.url)
    webhook_change(webhook=webhook, url=receiver.url)
    assert endpoints([ada.pk])  # it is the same
    news = webhook_ping(webhook=webhook)
    news.notice.kind = "your_turn"
    news.notice.save()
    changed = webhook_change(webhook=webhook, url=f"{receiver.url}/new")
    assert endpoints([ada.pk]) == {}
    assert sent(news).reason == Delivery.Reason.UNWANTED
    receiver.confirms = True
    sent(newest(changed))
    assert [got.path for got in receiver.received] == ["/hook/new"]
    assert endpoints([ada.pk])


def test_enabling_an_unconfirmed_webhook_pings_it(webhook: Webhook, receiver: Receiver) -> None:
    webhook_change(webhook=webhook, enabled=False)
    assert sent(newest(webhook)).reason == Delivery.Reason.UNWANTED
    webhook_change(webhook=webhook, enabled=True)
    sent(newest(webhook))
    assert len(receiver.received) == 1


def test_strangers_are_pinged_only_so_often(
    webhook: Webhook, ada: User, receiver: Receiver, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"webhook_confirmations_a_day": 2}
    pinged = newest(webhook)
    sent(pinged)
    webhook_ping(webhook=webhook)
    asks: list[Callable[[], object]] = [
        lambda: webhook_create(user=ada, url=receiver.url),
        lambda: webhook_change(webhook=webhook, url=f"{receiver.url}/2"),
        lambda: webhook_ping(webhook=webhook),
        lambda: delivery_replay(webhook=webhook, delivery_id=pinged.pk),
    ]
    for ask in asks:
        with pytest.raises(QuotaError):
            ask()
    webhook_ping(webhook=confirmed(ada, receiver.url))  # of which there may be more


def test_a_host_gets_only_so_many_messages_an_hour_no_matter_whose_they_are(
    people: list[User], receiver: Receiver, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"webhook_posts_an_hour": 2}
    states = []
    for number, person in enumerate(people[:3]):
        webhook = confirmed(person, f"{receiver.url}/{number}")
        states.append(sent(webhook_ping(webhook=webhook)).state)
    assert states == [State.SENT, State.SENT, State.WAITING]
    assert len(receiver.received) == 2
    other = confirmed(people[3], receiver.url.replace("127.0.0.1", "localhost"))
    assert sent(webhook_ping(webhook=other)).state == State.SENT


def test_a_webhook_says_whether_it_is_confirmed(receiver: Receiver) -> None:
    ada = Person("eve")
    made = ada.post("/api/v1/me/webhooks", {"url": receiver.url}).json()
    assert made["confirmed"] is False
    path = f"/api/v1/me/webhooks/{made['id']}"
    receiver.confirms = True
    sent(Delivery.objects.get(channel="webhook"))
    assert ada.get(path).json()["confirmed"] is True
    (ping,) = ada.get(f"{path}/deliveries").json()["results"]
    assert (ping["type"], ping["state"]) == ("ping", "sent")


def test_why_a_webhook_is_not_confirmed_is_told(receiver: Receiver) -> None:
    ada = Person("eve")
    made = ada.post("/api/v1/me/webhooks", {"url": receiver.url}).json()
    path = f"/api/v1/me/webhooks/{made['id']}"
    sent(Delivery.objects.get(channel="webhook"))
    (ping,) = ada.get(f"{path}/deliveries").json()["results"]
    assert (ping["state"], ping["error"]) == ("unanswered", "not_confirmed")


def test_the_challenge_of_one_address_confirms_no_other(
    webhook: Webhook, ada: User, receiver: Receiver
) -> None:
    ping = sent(newest(webhook))
    learnt = json.loads(receiver.received[0].body)["data"]["challenge"]
    receiver.behave = repeating(learnt)
    webhook_change(webhook=webhook, url=f"{receiver.url}/other")
    assert delivery_replay(webhook=webhook, delivery_id=ping.pk)
    assert sent(ping).state == State.UNANSWERED
    assert endpoints([ada.pk]) == {}
