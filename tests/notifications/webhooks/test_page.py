"""The examples of docs/concepts/webhooks.md work."""

import json
import time
from typing import Any

import pytest

from accounts.models import User
from notifications.channels.webhook import DELAYS
from notifications.tasks import send
from notifications.webhooks.messages import Message
from notifications.webhooks.models import Webhook
from notifications.webhooks.services import webhook_ping, webhook_roll
from notifications.webhooks.signing import new_secret
from tests.docs.pages import PROJECT, blocks, text_of
from tests.notifications.webhooks.receiver import Receiver

PAGE = PROJECT / "docs" / "concepts" / "webhooks.md"


@pytest.mark.django_db
def test_the_example_verifies_what_the_server_sends_and_nothing_else(
    people: list[User], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook = Webhook.objects.create(user=people[0], url=receiver.url)
    old = webhook.secret
    webhook_roll(webhook=webhook)
    send(webhook_ping(webhook=webhook).pk)
    (got,) = receiver.received
    example: dict[str, Any] = {}
    exec(blocks(PAGE, "python")[0], example)  # noqa: S102 - the example of the page
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


def test_the_message_has_the_members_of_real_ones() -> None:
    shown = json.loads(blocks(PAGE, "json")[0])
    assert list(shown) == list(Message.__struct_fields__)
    assert list(shown["data"]) == ["game", "version", "url"]


def test_the_times_between_attempts_are_the_real_ones() -> None:
    hours = [round(delay.total_seconds() / 3600) for delay in DELAYS[4:]]
    assert hours == [2, 5, 8, 9]
    assert [delay.total_seconds() for delay in DELAYS[:4]] == [5, 60, 300, 1800]
    sentence = "after 5 seconds, 1, 5 and 30 minutes, and 2, 5, 8 and 9 hours"
    assert sentence in text_of("concepts/webhooks.md")
