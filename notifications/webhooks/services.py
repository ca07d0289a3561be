"""What people do with their webhooks."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce, Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from accounts.models import User
from games import database_time
from notifications.models import Delivery, DeliveryQuerySet, Notice
from notifications.webhooks.models import Webhook
from notifications.webhooks.signing import new_secret
from quotas.records import WEBHOOK_REQUESTS_A_DAY, WEBHOOKS
from quotas.services import check, spend

CHANNEL: Final = "webhook"
PING: Final = "ping"
LONGEST: Final = timedelta(seconds=15)  # for one message, with a margin
PAUSE: Final = 20  # times as long as a message took, the webhook gets no other
FAILING: Final = timedelta(days=5)


class ReplayError(Exception):
    """A delivery that still waits cannot be sent again."""


def webhooks_of(*, user: User) -> Sequence[Webhook]:
    """Return the webhooks of `user`, the oldest first."""
    return list(user.webhooks.all())


def webhook_get(*, user: User, webhook_id: UUID) -> Webhook | None:
    """Return a webhook of `user`, or None if they have none with this id."""
    return user.webhooks.filter(pk=webhook_id).first()


def deliveries_of(*, webhook: Webhook) -> DeliveryQuerySet:
    """Return what was and will be sent to a webhook."""
    sent = Delivery.objects.filter(channel=CHANNEL, endpoint=str(webhook.pk))
    return sent.select_related("notice")


@transaction.atomic
def webhook_create(*, user: User, url: str) -> Webhook:
    """Create a webhook; raises QuotaError above `webhooks` or `webhook_requests_a_day`."""
    spend(str(user.pk), WEBHOOK_REQUESTS_A_DAY)
    check(WEBHOOKS, user.webhooks.count())
    return Webhook.objects.create(user=user, url=url)


@transaction.atomic
def webhook_change(*, webhook: Webhook, **changes: Any) -> Webhook:
    """Change the `url` of a webhook, or whether it is `enabled`.

    Either makes a failing webhook start afresh. Raises QuotaError above `webhook_requests_a_day`.
    """
    spend(str(webhook.user_id), WEBHOOK_REQUESTS_A_DAY)
    webhook.url = changes.get("url", webhook.url)
    if "enabled" in changes:
        webhook.disabled = "" if changes["enabled"] else webhook.disabled or Webhook.Disabled.OWNER
    webhook.failing_since = webhook.paused_until = None
    webhook.save(update_fields=["url", "disabled", "failing_since", "paused_until"])
    return webhook


@transaction.atomic
def webhook_roll(*, webhook: Webhook) -> Webhook:
    """Give a webhook a new secret; for a day, the one before it signs as well.

    Raises QuotaError above `webhook_requests_a_day`.
    """
    spend(str(webhook.user_id), WEBHOOK_REQUESTS_A_DAY)
    webhook.old_secret, webhook.secret = webhook.secret, new_secret()
    webhook.rolled_at = timezone.now()
    webhook.save(update_fields=["secret", "old_secret", "rolled_at"])
    return webhook


def webhook_of(delivery: Delivery) -> Webhook | None:
    """Return the webhook that a delivery goes to, with its owner; None if it was deleted."""
    return Webhook.objects.select_related("user").filter(pk=delivery.endpoint).first()


def webhook_take(delivery: Delivery) -> datetime | None:
    """Reserve the webhook of a delivery; return None, or the moment until which it is taken.

    A webhook gets one message at a time, so that a slow one keeps one worker busy at most.
    """
    now = database_time.now()
    own = Webhook.objects.filter(pk=delivery.endpoint)
    free = Q(paused_until=None) | Q(paused_until__lte=now)
    if own.filter(free).update(paused_until=now + LONGEST):
        return None
    return own.values_list("paused_until", flat=True).first()


def webhook_note_sent(*, webhook: Webhook, took: float) -> None:
    """Note that a message has arrived after `took` seconds."""
    own = Webhook.objects.filter(pk=webhook.pk)
    own.update(failing_since=None, paused_until=Now() + PAUSE * timedelta(seconds=took))


@transaction.atomic
def webhook_note_failed(*, webhook: Webhook, took: float, is_last: bool, is_gone: bool) -> None:
    """Note that a message has not arrived, after `took` seconds.

    The webhook is disabled if its receiver says that it is gone, or with the last attempt at a
    message if none has arrived for five days. Its owner gets a mail about that.
    """
    own = Webhook.objects.filter(pk=webhook.pk)
    own.update(
        failing_since=Coalesce("failing_since", Now()),
        paused_until=Now() + PAUSE * timedelta(seconds=took),
    )
    too_long = Q(failing_since__lte=Now() - FAILING) if is_last else Q(pk=None)
    if is_gone:
        disabled = own.filter(disabled="").update(disabled=Webhook.Disabled.GONE)
    else:
        failing = own.filter(too_long, disabled="")
        disabled = failing.update(disabled=Webhook.Disabled.FAILING)
    if disabled:
        _tell_owner(webhook, is_gone=is_gone)


@transaction.atomic
def webhook_delete(*, webhook: Webhook) -> None:
    """Delete a webhook with the list of what was sent there."""
    deliveries_of(webhook=webhook).delete()
    webhook.delete()


@transaction.atomic
def webhook_ping(*, webhook: Webhook) -> Delivery:
    """Send a test message to a webhook; raises QuotaError above `webhook_requests_a_day`."""
    spend(str(webhook.user_id), WEBHOOK_REQUESTS_A_DAY)
    notice = Notice.objects.create(key=f"{PING}:{uuid4()}", kind=PING, person=webhook.user)
    delivery = Delivery.objects.create(notice=notice, channel=CHANNEL, endpoint=str(webhook.pk))
    return deliveries_of(webhook=webhook).get(pk=delivery.pk)


@transaction.atomic
def delivery_replay(*, webhook: Webhook, delivery_id: int) -> Delivery | None:
    """Send a delivery of a webhook once more, under the same id; return None if there is none.

    Raises ReplayError while it waits, and QuotaError above `webhook_requests_a_day`.
    """
    spend(str(webhook.user_id), WEBHOOK_REQUESTS_A_DAY)
    again = deliveries_of(webhook=webhook).filter(pk=delivery_id)
    closed = again.exclude(state=Delivery.State.WAITING)
    replayed = closed.wait_again(reason="", error="", replayed_at=Now())
    found = again.first()
    if found and not replayed:
        raise ReplayError
    return found


def _tell_owner(webhook: Webhook, *, is_gone: bool) -> None:
    owner = webhook.user
    letter = {
        "handle": owner.handle,
        "url": webhook.url,
        "is_gone": is_gone,
        "days": FAILING.days,
        "address": f"{settings.BASE_URL}{reverse('my-webhook', args=[webhook.pk])}",
    }
    with override(owner.language):
        notice = Notice.objects.create(
            key=f"webhook_disabled:{uuid4()}",
            kind="webhook_disabled",
            person=owner,
            subject=gettext("Illimat: your webhook is disabled"),
            body_text=render_to_string("notifications/webhook_disabled.txt", letter),
        )
    Delivery.objects.create(notice=notice, channel="email")
