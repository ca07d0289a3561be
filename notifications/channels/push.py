"""Web push: each message goes to each browser for which the person switched it on.

The server posts to whatever address a browser names, as it does with webhooks, so pushes share
their guard against addresses that are not public, their limits and their queue.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from email.utils import parseaddr
from time import monotonic
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy

from notifications.channels.errors import GoneError
from notifications.channels.record import Channel, grow_delays
from notifications.kinds.ping import PING
from notifications.models import Delivery
from notifications.models.push import MAX_ENDPOINT, PushSubscription
from notifications.posting.destinations import NotSentError, parse
from notifications.posting.posts import SECONDS, post
from notifications.push.encryption import encrypt
from notifications.push.keys import authorization, decode_base64url
from notifications.push.messages import body_of, headers_of
from notifications.push.services import (
    CHANNEL,
    deliveries_free,
    subscription_note_failed,
    subscription_note_sent,
    subscription_of,
    subscription_reserve,
)

TAKEN: Final = range(200, 300)
CREATED: Final = (201, 202)  # RFC 8030; few other servers answer so, which confirms a push service
GONE: Final = (404, 410)


def endpoints(people: Collection[int]) -> Mapping[int, Sequence[str]]:
    """Return the ids of the confirmed subscriptions of each person."""
    if not settings.PUSH_KEY:
        return {}
    rows = PushSubscription.objects.filter(user__in=people, confirmed_at__isnull=False)
    found: dict[int, list[str]] = {}
    for person, subscription in rows.values_list("user", "pk"):
        found.setdefault(person, []).append(str(subscription))
    return found


def address_of(delivery: Delivery) -> str:
    """Return what stands for the address, which is a secret of the browser."""
    return f"{CHANNEL} {delivery.endpoint}"


def refusal(delivery: Delivery) -> Delivery.Reason | None:
    """Return that nothing may go there if it has ended or is unconfirmed; a ping may confirm it."""
    subscription = subscription_of(delivery)
    if subscription is None or not settings.PUSH_KEY:
        return Delivery.Reason.UNWANTED
    open_to_all = subscription.confirmed_at or delivery.notice.kind == PING.key
    return None if open_to_all else Delivery.Reason.UNWANTED


def operator_contact() -> str:
    """Return where a push service reaches the operator: the server, or the sender of its mails."""
    if settings.BASE_URL.startswith("https://"):
        return str(settings.BASE_URL)
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


@contextmanager
def send(deliveries: Sequence[Delivery]) -> Iterator[None]:
    """Post one message, and note how it went; raises NotSentError, GoneError."""
    (delivery,) = deliveries
    subscription = subscription_of(delivery)
    if subscription is None:
        raise GoneError("ended")
    began = monotonic()
    try:
        status = _post(delivery, subscription)
    except NotSentError:
        _note_failed(delivery, subscription, began)
        if not subscription.confirmed_at:
            raise GoneError("not_confirmed") from None
        raise
    confirms = status in CREATED
    if status not in TAKEN or not (confirms or subscription.confirmed_at):
        _note_failed(delivery, subscription, began, is_gone=status in GONE)
        if status in GONE or not subscription.confirmed_at:
            raise GoneError(f"answered_{status}")
        raise NotSentError(f"answered_{status}")
    subscription_note_sent(
        subscription=subscription,
        notice=delivery.notice,
        took=monotonic() - began,
        confirms=confirms,
    )
    yield


def _post(delivery: Delivery, subscription: PushSubscription) -> int:
    """Post an encrypted message; return the status of the answer."""
    now = timezone.now()
    sealed = encrypt(
        body_of(delivery.notice),
        to=decode_base64url(subscription.public_key),
        auth=decode_base64url(subscription.auth),
    )
    endpoint = subscription.endpoint
    signed = authorization(settings.PUSH_KEY, endpoint, operator_contact(), int(now.timestamp()))
    headers = [("Authorization", signed), ("Content-Encoding", "aes128gcm")]
    headers += headers_of(delivery, now)
    answer = post(
        parse(endpoint, MAX_ENDPOINT), headers, sealed, content_type="application/octet-stream"
    )
    return answer.status


def _note_failed(
    delivery: Delivery, subscription: PushSubscription, began: float, *, is_gone: bool = False
) -> None:
    subscription_note_failed(
        subscription=subscription,
        took=monotonic() - began,
        is_last=delivery.attempts >= PUSH.attempts,
        is_gone=is_gone,
    )


PUSH = Channel(
    key=CHANNEL,
    label=gettext_lazy("push message"),
    endpoints=endpoints,
    address_of=address_of,
    refusal=refusal,
    send=send,
    timeout=timedelta(seconds=SECONDS),
    delays=grow_delays(timedelta(seconds=15), times=6),  # 6 hours in all
    reserve=subscription_reserve,
    queue="webhooks",
    choose=deliveries_free,
    tells=False,
    combines=False,
)
