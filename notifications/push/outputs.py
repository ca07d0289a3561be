"""Answers of the endpoints about push subscriptions."""

from typing import Annotated
from uuid import UUID

from django.conf import settings
from msgspec import Struct

from accounts.models import User
from api.schemas import Moment
from illimat_core.annotations import says
from notifications.models import push
from notifications.push.keys import public_text
from notifications.push.services import subscriptions_of


class PushSubscription(Struct, frozen=True, kw_only=True):
    """A browser of yours to which messages are pushed."""

    id: UUID
    endpoint: Annotated[str, says("Where its push service takes messages.")]
    confirmed: Annotated[
        bool,
        says(
            "Whether its push service has taken a message. Until then it gets nothing but a ping."
        ),
    ]
    created_at: Moment
    renewed_at: Annotated[Moment, says("When it was last sent here; it is kept for 180 days more.")]


class PushSubscriptions(Struct, frozen=True, kw_only=True):
    """Your browsers to which messages are pushed, the oldest first."""

    key: Annotated[
        str | None,
        says(
            "The server's public key, the `applicationServerKey` of browsers; null if it sends no "
            "push messages."
        ),
    ]
    results: list[PushSubscription]


def subscription(found: push.PushSubscription) -> PushSubscription:
    return PushSubscription(
        id=found.pk,
        endpoint=found.endpoint,
        confirmed=found.confirmed_at is not None,
        created_at=found.created_at,
        renewed_at=found.renewed_at,
    )


def subscriptions(person: User) -> PushSubscriptions:
    """Return the subscriptions of a person, and the key that browsers need for another one."""
    key = settings.PUSH_KEY
    return PushSubscriptions(
        key=public_text(key) if key else None,
        results=[subscription(each) for each in subscriptions_of(user=person)],
    )
