"""Answers of the endpoints about webhooks."""

from typing import Annotated, Literal, cast
from uuid import UUID

from django.utils import timezone
from msgspec import UNSET, Struct, UnsetType

from api.schemas import Moment, NextPage, Url
from illimat_core.annotations import says
from notifications.models import Delivery, webhooks
from notifications.webhooks.messages import message_id

DisabledBecause = Literal["owner", "failing", "gone"]
DeliveryState = Literal["waiting", "sent", "superseded", "failed", "unanswered"]


class Webhook(Struct, frozen=True, kw_only=True):
    """A webhook of yours."""

    id: UUID
    url: Annotated[Url, says("Where messages are posted.")]
    enabled: Annotated[bool, says("Whether anything is sent there.")]
    confirmed: Annotated[
        bool,
        says(
            "Whether its program has answered the challenge of a ping. Until it has, nothing but "
            "pings is sent there."
        ),
    ]
    disabled_because: Annotated[
        DisabledBecause | None,
        says("Why it is disabled: you did it, it failed for five days, or it answered 410 (Gone)."),
    ]
    created_at: Moment
    failing_since: Annotated[
        Moment | None, says("When it first failed since it last succeeded; null if it did not.")
    ]
    old_secret_until: Annotated[
        Moment | None, says("Until when messages are also signed with the secret before this one.")
    ]
    secret: Annotated[
        str | UnsetType,
        says("The secret that signs messages. It is shown once: when it is made or replaced."),
    ] = UNSET


class Webhooks(Struct, frozen=True):
    """Your webhooks, the oldest first."""

    results: list[Webhook]


class WebhookDelivery(Struct, frozen=True, kw_only=True):
    """A message to a webhook, and what has become of it."""

    id: int
    message_id: Annotated[str, says("What its header `webhook-id` contains.")]
    type: Annotated[str, says("The kind of the message, such as `your_turn`.")]
    game: Annotated[UUID | None, says("The id of the game that it is about.")]
    version: Annotated[int, says("The version of the game at which it became news.")]
    created_at: Moment
    state: Annotated[
        DeliveryState,
        says(
            "A message is superseded if it no longer holds or is not wanted when it is due. A ping "
            "that nothing answers is not failed but unanswered."
        ),
    ]
    attempts: Annotated[int, says("How often it was tried.")]
    next_attempt_at: Annotated[Moment | None, says("When it is tried next, if it waits.")]
    sent_at: Moment | None
    error: Annotated[
        str,
        says("Why the last attempt failed: `timed_out`, `answered_500` and others; else empty."),
    ]


class WebhookDeliveryPage(Struct, frozen=True, kw_only=True):
    """A page of the messages to a webhook, the newest first."""

    results: list[WebhookDelivery]
    next: NextPage


def webhook(found: webhooks.Webhook, *, show_secret: bool = False) -> Webhook:
    """Return a webhook, with its secret only if that is new."""
    until = found.rolled_at + webhooks.ROLLOVER if found.rolled_at else None
    return Webhook(
        id=found.pk,
        url=found.url,
        enabled=not found.disabled,
        confirmed=found.confirmed_at is not None,
        disabled_because=cast("DisabledBecause", found.disabled) if found.disabled else None,
        created_at=found.created_at,
        failing_since=found.failing_since,
        old_secret_until=until if until and until > timezone.now() else None,
        secret=found.secret if show_secret else UNSET,
    )


def delivery(found: Delivery) -> WebhookDelivery:
    notice = found.notice
    waiting = found.state == Delivery.State.WAITING
    return WebhookDelivery(
        id=found.pk,
        message_id=message_id(found),
        type=notice.kind,
        game=notice.game_id,
        version=notice.version,
        created_at=notice.created_at,
        state=cast("DeliveryState", found.state),
        attempts=found.attempts,
        next_attempt_at=max(found.not_before, found.lease_until) if waiting else None,
        sent_at=found.sent_at,
        error=found.error.rpartition(": ")[2],
    )
