"""What people and the server do with push subscriptions."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final
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
from notifications.kinds.push_ended import PUSH_ENDED
from notifications.kinds.record import is_awaited
from notifications.kinds.turn_over import TURN_OVER
from notifications.models import Delivery, DeliveryQuerySet, Notice
from notifications.models.push import PushSubscription, ShownTurn
from notifications.owner_mails import owner_tell
from notifications.posting.pace import pause, reserve, select_unpaused
from quotas.records.messages import PUSH_POSTS_AN_HOUR, PUSH_REQUESTS_A_DAY, PUSH_SUBSCRIPTIONS
from quotas.services import check, spend

CHANNEL: Final = "push"
FAILING: Final = timedelta(days=5)


class PushOffError(Exception):
    """The server has no key for push messages (`PUSH_KEY`)."""


def subscriptions_of(*, user: User) -> Sequence[PushSubscription]:
    """Return the subscriptions of `user`, the oldest first."""
    return list(user.push_subscriptions.all())


@transaction.atomic
def subscription_make(
    *, user: User, endpoint: str, public_key: str, auth: str, session: str = ""
) -> tuple[PushSubscription, bool]:
    """Push to a browser from now on; return the subscription, and whether it is new.

    A new one gets a ping at once. The same browser and keys renew the subscription, and a browser
    that pushed to somebody else does so no more. `session` is the digest of the session. Raises
    PushOffError, and QuotaError above `push_subscriptions` or `push_requests_a_day`.
    """
    if not settings.PUSH_KEY:
        raise PushOffError
    spend(str(user.pk), PUSH_REQUESTS_A_DAY)
    digest = _digest(endpoint)
    known = PushSubscription.objects.select_for_update().filter(digest=digest)
    keys = {"public_key": public_key, "auth": auth}
    if known.filter(user=user, **keys).update(session=session, renewed_at=timezone.now()):
        return known.get(), False
    known.delete()
    check(PUSH_SUBSCRIPTIONS, user.push_subscriptions.count())
    made = PushSubscription.objects.create(
        user=user, session=session, endpoint=endpoint, digest=digest, **keys
    )
    notice = Notice.objects.create(key=f"{PING.key}:{uuid4()}", kind=PING.key, person=user)
    Delivery.objects.create(notice=notice, channel=CHANNEL, endpoint=str(made.pk))
    return made, True


def subscription_end(*, user: User, subscription_id: UUID) -> bool:
    """Push no more to a browser of `user`; return whether there was such a subscription."""
    return user.push_subscriptions.filter(pk=subscription_id).delete()[0] > 0


def subscriptions_end_with(*, session: str) -> None:
    """End what was switched on in a session that its person has ended."""
    PushSubscription.objects.filter(session=session).delete()


def subscription_end_at(*, endpoint: str) -> None:
    """End a browser's subscription, no matter who made it: only the browser knows its endpoint."""
    PushSubscription.objects.filter(digest=_digest(endpoint)).delete()


def subscription_of(delivery: Delivery) -> PushSubscription | None:
    return PushSubscription.objects.filter(pk=delivery.endpoint).first()


def subscription_reserve(delivery: Delivery) -> datetime | None:
    """Reserve the subscription of a delivery; return None, or until when it is taken.

    A host that is none of the `PUSH_SERVICES` gets a limited number of messages an hour
    (`push_posts_an_hour`), no matter whose browsers name it: that it answers as a push service does
    not show that it is one.
    """
    own = PushSubscription.objects.filter(pk=delivery.endpoint)
    return reserve(own, "endpoint", PUSH_POSTS_AN_HOUR, settings.PUSH_SERVICES)


def deliveries_free(due: DeliveryQuerySet) -> DeliveryQuerySet:
    """Return, of due deliveries, the oldest to each subscription that is not paused."""
    return select_unpaused(due, PushSubscription.objects.all())


@transaction.atomic
def subscription_note_sent(
    *, subscription: PushSubscription, notice: Notice, took: float, confirms: bool
) -> None:
    """Note that a push service has taken a message, and whether the browser now shows a turn."""
    own = _row(subscription)
    pause(own, took)
    own.update(failing_since=None)
    if confirms:
        own.update(confirmed_at=Coalesce("confirmed_at", Now()))
    if notice.game_id is None or not own.exists():
        return
    if is_awaited(notice) and notice.kind != TURN_OVER.key:
        ShownTurn.objects.update_or_create(
            subscription=subscription, game_id=notice.game_id, defaults={"version": notice.version}
        )
    else:
        subscription.shown.filter(game_id=notice.game_id).delete()


@transaction.atomic
def subscription_note_failed(
    *, subscription: PushSubscription, took: float, is_last: bool, is_gone: bool
) -> None:
    """Note that a push service has not taken a message.

    The subscription ends if the service says that it is gone, if it was never confirmed, or with
    the last attempt at a message if none has been taken for five days. If it was the last one that
    was confirmed, its owner gets a mail.
    """
    # Locked, so that of two that end at once one is the last.
    owner = User.objects.select_for_update(no_key=True).filter(pk=subscription.user_id).first()
    own = _row(subscription)
    pause(own, took)
    own.update(failing_since=Coalesce("failing_since", Now()))
    too_long = Q(failing_since__lte=Now() - FAILING) if is_last else Q(pk=None)
    ended = own if is_gone else own.filter(Q(confirmed_at=None) | too_long)
    has_ended = ended.delete()[0] > 0 and subscription.confirmed_at is not None
    if owner and has_ended and not owner.push_subscriptions.exclude(confirmed_at=None).exists():
        owner_tell(
            owner=owner,
            kind=PUSH_ENDED,
            subject=gettext_lazy("Illimat: your push messages have ended"),
            is_gone=is_gone,
            days=FAILING.days,
            page=f"{settings.BASE_URL}{reverse('settings-delivery')}#push",
        )


def _digest(endpoint: str) -> str:
    return sha256(endpoint.encode("utf-8", "replace")).hexdigest()


def _row(subscription: PushSubscription) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(pk=subscription.pk)
