"""What people do with their webhooks."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce, Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from notifications.kinds.ping import PING
from notifications.kinds.webhook_disabled import WEBHOOK_DISABLED
from notifications.models import Delivery, DeliveryQuerySet, Notice
from notifications.models.webhooks import Webhook
from notifications.owner_mails import owner_tell
from notifications.posting.pace import pause, reserve, select_unpaused
from notifications.webhooks.signing import new_secret
from quotas.records.messages import (
    WEBHOOK_CONFIRMATIONS_A_DAY,
    WEBHOOK_POSTS_AN_HOUR,
    WEBHOOK_REQUESTS_A_DAY,
    WEBHOOKS,
)
from quotas.services import check, spend

CHANNEL: Final = "webhook"
FAILING: Final = timedelta(days=5)


class ReplayError(Exception):
    """A delivery that still waits cannot be sent again."""


def webhooks_of(*, user: User) -> Sequence[Webhook]:
    """Return the webhooks of `user`, the oldest first."""
    return list(user.webhooks.all())


def webhook_get(*, user: User, webhook_id: UUID) -> Webhook | None:
    return user.webhooks.filter(pk=webhook_id).first()


def deliveries_of(*, webhook: Webhook) -> DeliveryQuerySet:
    sent = Delivery.objects.filter(channel=CHANNEL, endpoint=str(webhook.pk))
    return sent.select_related("notice")


@transaction.atomic
def webhook_create(*, user: User, url: str) -> Webhook:
    """Create a webhook, and ping it; raises QuotaError.

    The quotas are `webhooks`, `webhook_requests_a_day` and `webhook_confirmations_a_day`.
    """
    spend(str(user.pk), WEBHOOK_REQUESTS_A_DAY)
    check(WEBHOOKS, user.webhooks.count())
    made = Webhook.objects.create(user=user, url=url)
    _ping(made)
    return made


@transaction.atomic
def webhook_change(*, webhook: Webhook, **changes: Any) -> Webhook:
    """Change the `url` of a webhook, or whether it is `enabled`.

    Either makes a failing webhook start afresh, and one that is not confirmed, as with a new
    address, is pinged. A pause goes on, since a message may be under way. Raises QuotaError above
    `webhook_requests_a_day` or `webhook_confirmations_a_day`, and Webhook.DoesNotExist if it is
    gone.
    """
    spend(str(webhook.user_id), WEBHOOK_REQUESTS_A_DAY)
    changed = Webhook.objects.select_for_update().get(pk=webhook.pk)
    if changes.get("url", changed.url) != changed.url:
        changed.url, changed.confirmed_at = changes["url"], None
    if "enabled" in changes:
        changed.disabled = "" if changes["enabled"] else changed.disabled or Webhook.Disabled.OWNER
    changed.failing_since = None
    changed.save(update_fields=["url", "confirmed_at", "disabled", "failing_since"])
    if not (changed.confirmed_at or changed.disabled):
        _ping(changed)
    return changed


@transaction.atomic
def webhook_roll(*, webhook: Webhook) -> Webhook:
    """Give a webhook a new secret; for a day, the one before it signs as well.

    Raises QuotaError above `webhook_requests_a_day`, and Webhook.DoesNotExist if it is gone.
    """
    spend(str(webhook.user_id), WEBHOOK_REQUESTS_A_DAY)
    rolled = Webhook.objects.select_for_update().get(pk=webhook.pk)
    rolled.old_secret, rolled.secret = rolled.secret, new_secret()
    rolled.rolled_at = timezone.now()
    rolled.save(update_fields=["secret", "old_secret", "rolled_at"])
    return rolled


def secrets_replaced(before: datetime) -> QuerySet[Webhook]:
    """Return the webhooks that still hold a secret which was replaced before a moment."""
    return Webhook.objects.filter(rolled_at__lt=before).exclude(old_secret="")


def secrets_erase(before: datetime, *, most: int) -> int:
    """Erase secrets that were replaced before a moment; return how many."""
    found = secrets_replaced(before)
    keys = list(found.values_list("pk", flat=True)[:most])
    return found.filter(pk__in=keys).update(old_secret="")


def webhook_of(delivery: Delivery) -> Webhook | None:
    """Return the webhook that a delivery goes to, with its owner; None if it was deleted."""
    return Webhook.objects.select_related("user").filter(pk=delivery.endpoint).first()


def webhook_reserve(delivery: Delivery) -> datetime | None:
    """Reserve the webhook of a delivery; return None, or the moment until which it is taken.

    A webhook gets one message at a time, so that a slow one keeps one thread busy at most. Its host
    gets a limited number an hour (`webhook_posts_an_hour`), no matter whose its webhooks are.
    """
    own = Webhook.objects.filter(pk=delivery.endpoint)
    return reserve(own, "url", WEBHOOK_POSTS_AN_HOUR)


def deliveries_free(due: DeliveryQuerySet) -> DeliveryQuerySet:
    """Return, of due deliveries, the oldest to each webhook that is not paused."""
    return select_unpaused(due, Webhook.objects.all())


def webhook_note_sent(*, webhook: Webhook, took: float) -> None:
    """Note that a message has arrived after `took` seconds, so that the webhook is confirmed."""
    pause(Webhook.objects.filter(pk=webhook.pk), took)
    _same(webhook).update(failing_since=None, confirmed_at=Coalesce("confirmed_at", Now()))


@transaction.atomic
def webhook_note_failed(*, webhook: Webhook, took: float, is_last: bool, is_gone: bool) -> None:
    """Note that a message has not arrived, after `took` seconds.

    The webhook is disabled if its receiver says that it is gone, or with the last attempt at a
    message if none has arrived for five days. Its owner gets a mail about that.
    """
    pause(Webhook.objects.filter(pk=webhook.pk), took)
    same = _same(webhook)
    same.update(failing_since=Coalesce("failing_since", Now()))
    too_long = Q(failing_since__lte=Now() - FAILING) if is_last else Q(pk=None)
    if is_gone:
        disabled = same.filter(disabled="").update(disabled=Webhook.Disabled.GONE)
    else:
        failing = same.filter(too_long, disabled="")
        disabled = failing.update(disabled=Webhook.Disabled.FAILING)
    if disabled:
        _tell_owner(webhook, is_gone=is_gone)


def _same(webhook: Webhook) -> QuerySet[Webhook]:
    """Return a webhook, unless it has another address by now than the one that has answered."""
    return Webhook.objects.filter(pk=webhook.pk, url=webhook.url)


@transaction.atomic
def webhook_delete(*, webhook: Webhook) -> None:
    """Delete a webhook with the list of what was sent there."""
    deliveries_of(webhook=webhook).delete()
    webhook.delete()


@transaction.atomic
def webhook_ping(*, webhook: Webhook) -> Delivery:
    """Send a test message to a webhook; its answer confirms one that is not confirmed.

    Raises QuotaError above `webhook_requests_a_day` or `webhook_confirmations_a_day`.
    """
    spend(str(webhook.user_id), WEBHOOK_REQUESTS_A_DAY)
    return _ping(webhook)


def _ping(webhook: Webhook) -> Delivery:
    _spend_if_unconfirmed(webhook)
    notice = Notice.objects.create(key=f"{PING.key}:{uuid4()}", kind=PING.key, person=webhook.user)
    delivery = Delivery.objects.create(notice=notice, channel=CHANNEL, endpoint=str(webhook.pk))
    return deliveries_of(webhook=webhook).get(pk=delivery.pk)


def _spend_if_unconfirmed(webhook: Webhook) -> None:
    """Count a message to an address of which nobody has shown yet that it is theirs."""
    if not webhook.confirmed_at:
        spend(str(webhook.user_id), WEBHOOK_CONFIRMATIONS_A_DAY)


@transaction.atomic
def delivery_replay(*, webhook: Webhook, delivery_id: int) -> Delivery | None:
    """Send a delivery of a webhook once more, under the same id; return None if there is none.

    Raises ReplayError while it waits, and QuotaError above `webhook_requests_a_day` or
    `webhook_confirmations_a_day`.
    """
    spend(str(webhook.user_id), WEBHOOK_REQUESTS_A_DAY)
    _spend_if_unconfirmed(webhook)
    again = deliveries_of(webhook=webhook).filter(pk=delivery_id)
    closed = again.exclude(state=Delivery.State.WAITING)
    replayed = closed.wait_again(reason="", error="", replayed_at=Now())
    found = again.first()
    if found and not replayed:
        raise ReplayError
    return found


def _tell_owner(webhook: Webhook, *, is_gone: bool) -> None:
    owner_tell(
        owner=webhook.user,
        kind=WEBHOOK_DISABLED,
        subject=gettext_lazy("Illimat: your webhook is disabled"),
        url=webhook.url,
        is_gone=is_gone,
        days=FAILING.days,
        page=f"{settings.BASE_URL}{reverse('settings-webhook', args=[webhook.pk])}",
        address=f"{settings.BASE_URL}{reverse('my-webhook', args=[webhook.pk])}",
    )
