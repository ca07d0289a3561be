"""The examples of docs/concepts/webhooks.md work."""

import json
import time
from typing import Any

import pytest

from accounts.models import User
from notifications.channels.webhook import DELAYS
from notifications.models import Delivery
from notifications.tasks import send
from notifications.webhooks.messages import Message, MessageData
from notifications.webhooks.services import webhook_create, webhook_ping, webhook_roll
from notifications.webhooks.signing import new_secret
from tests.support.documents import PROJECT, blocks, text_of
from tests.support.webhook_receiver import Receiver, confirmed

PAGE = PROJECT / "docs" / "concepts" / "webhooks.md"


@pytest.mark.django_db
def test_the_example_verifies_what_the_server_sends_and_nothing_else(
    people: list[User], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook = confirmed(user=people[0], url=receiver.url)
    old = webhook.secret
    webhook = webhook_roll(webhook=webhook)
    send(webhook_ping(webhook=webhook).pk)
    (got,) = receiver.received
    example: dict[str, Any] = {}
    exec(blocks(PAGE, "python")[1], example)  # noqa: S102 - the example of the page
    verify = example["verify"]
    verify(old, got.headers, got.body)
    verify(webhook.secret, got.headers, got.body)
    for secret, body in ((new_secret(), got.body), (old, got.body + b" ")):
        with pytest.raises(ValueError, match="signature"):
            verify(secret, got.headers, body)
    later = time.time() + 301
    monkeypatch.setattr(time, "time", lambda: later)
    with pytest.raises(ValueError, match="five minutes off"):
        verify(old, got.headers, got.body)


@pytest.mark.django_db
def test_the_example_of_confirming_answers_the_challenge(
    people: list[User], receiver: Receiver
) -> None:
    example: dict[str, Any] = {}
    exec(blocks(PAGE, "python")[0], example)  # noqa: S102 - the example of the page

    def answer(handler: Any) -> None:
        handler.send_response(204)
        for name, value in example["answer_headers"](receiver.received[-1].body).items():
            handler.send_header(name, value)
        handler.end_headers()

    receiver.behave = answer
    webhook = webhook_create(user=people[0], url=receiver.url)
    send(Delivery.objects.get().pk)
    webhook.refresh_from_db()
    assert webhook.confirmed_at
    assert example["answer_headers"](blocks(PAGE, "json")[0]) == {}


@pytest.mark.parametrize(("number", "about"), [(0, "game"), (1, "season")])
def test_the_messages_have_the_members_of_real_ones(number: int, about: str) -> None:
    shown = json.loads(blocks(PAGE, "json")[number])
    assert list(shown) == list(Message.__struct_fields__)
    others = {"game", "season", "league", "ruling", "challenge"} - {about}
    assert list(shown["data"]) == [
        name for name in MessageData.__struct_fields__ if name not in others
    ]


def test_the_times_between_attempts_are_the_real_ones() -> None:
    hours = [round(delay.total_seconds() / 3600) for delay in DELAYS[4:]]
    assert hours == [2, 5, 8, 9]
    assert [delay.total_seconds() for delay in DELAYS[:4]] == [5, 60, 300, 1800]
    sentence = "after 5 seconds, 1, 5 and 30 minutes, and 2, 5, 8 and 9 hours"
    assert sentence in text_of("concepts/webhooks.md")
