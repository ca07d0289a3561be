"""Webhooks: each message is posted to each address that the person gave for it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from hmac import compare_digest
from time import monotonic
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy

from notifications.channels.errors import FinalError
from notifications.channels.record import Channel
from notifications.kinds.ping import PING
from notifications.models import Delivery
from notifications.models.webhooks import Webhook
from notifications.posting.destinations import NotSentError, parse
from notifications.posting.posts import SECONDS, post
from notifications.webhooks.messages import body_of, challenge_of, message_id
from notifications.webhooks.services import (
    CHANNEL,
    deliveries_free,
    webhook_note_failed,
    webhook_note_sent,
    webhook_of,
    webhook_reserve,
)
from notifications.webhooks.signing import headers

DELAYS: Final = (
    *(timedelta(seconds=5), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30)),
    *(timedelta(hours=hours) for hours in (2, 5, 8, 9)),
)  # a day in all
SUCCESSES: Final = range(200, 300)
GONE: Final = "answered_410"  # Standard Webhooks: the receiver wants no more


def endpoints(people: Collection[int]) -> Mapping[int, Sequence[str]]:
    """Return the ids of the confirmed and enabled webhooks of each person."""
    rows = Webhook.objects.filter(user__in=people, disabled="", confirmed_at__isnull=False)
    found: dict[int, list[str]] = {}
    for person, webhook in rows.values_list("user", "pk"):
        found.setdefault(person, []).append(str(webhook))
    return found


def address_of(delivery: Delivery) -> str:
    """Return what the daily limit would count by: the webhook, whose address may be a secret."""
    return f"webhook {delivery.endpoint}"


def refusal(delivery: Delivery) -> Delivery.Reason | None:
    """Return that nothing may go there if the webhook was deleted or disabled, or is unconfirmed.

    A ping may go to an unconfirmed webhook.
    """
    webhook = webhook_of(delivery)
    if webhook is None or webhook.disabled:
        return Delivery.Reason.UNWANTED
    open_to_all = webhook.confirmed_at or delivery.notice.kind == PING.key
    return None if open_to_all else Delivery.Reason.UNWANTED


@contextmanager
def send(deliveries: Sequence[Delivery]) -> Iterator[None]:
    """Post one message, and note for the webhook how it went; raises NotSentError, FinalError."""
    (delivery,) = deliveries
    webhook = webhook_of(delivery)
    if webhook is None:
        raise NotSentError("deleted")
    began = monotonic()
    try:
        _post(delivery, webhook)
    except NotSentError as error:
        webhook_note_failed(
            webhook=webhook,
            took=monotonic() - began,
            is_last=delivery.attempts >= WEBHOOK.attempts,
            is_gone=error.code == GONE,
        )
        if not webhook.confirmed_at:
            raise FinalError(error.code) from error
        raise
    webhook_note_sent(webhook=webhook, took=monotonic() - began)
    yield


def _post(delivery: Delivery, webhook: Webhook) -> None:
    """Post a message; raises NotSentError, also for an answer that is no success.

    For a webhook that is not confirmed, no answer is a success that does not repeat the challenge.
    """
    now, body = timezone.now(), body_of(delivery, webhook.url)
    signed = headers(webhook.secrets(now), message_id(delivery), int(now.timestamp()), body)
    answer = post(parse(webhook.url), signed, body)
    if answer.status not in SUCCESSES:
        raise NotSentError(f"answered_{answer.status}")
    challenge = challenge_of(delivery, webhook.url).encode()
    if not (webhook.confirmed_at or compare_digest(answer.challenge, challenge)):
        raise NotSentError("not_confirmed")


WEBHOOK = Channel(
    key=CHANNEL,
    label=gettext_lazy("webhook"),
    endpoints=endpoints,
    address_of=address_of,
    refusal=refusal,
    send=send,
    timeout=timedelta(seconds=SECONDS),
    delays=DELAYS,
    reserve=webhook_reserve,
    queue="webhooks",
    choose=deliveries_free,
    tells=False,
    is_quiet=False,
    combines=False,
)
