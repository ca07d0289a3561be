"""The messages that webhooks get: ids and public words, never a card, a hand or a person."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import msgspec
from django.conf import settings

from illimat_core.annotations import says
from notifications.models import Delivery


class MessageData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game that a message is about; a test message is about none."""

    game: Annotated[UUID | None, says("The id of the game.")] = None
    version: Annotated[int | None, says("The version at which it became news.")] = None
    url: Annotated[str | None, says("The page of the game.")] = None


class Message(msgspec.Struct, frozen=True):
    """The body of a message, as Standard Webhooks recommends it."""

    type: Annotated[str, says("The kind of the message, such as `your_turn`.")]
    timestamp: Annotated[datetime, says("When it became news.")]
    data: MessageData


def message_id(delivery: Delivery) -> str:
    """Return what identifies a message: the same for each attempt and each replay."""
    return f"msg_{delivery.digest}"


def body_of(delivery: Delivery) -> bytes:
    """Return the body of a message."""
    notice = delivery.notice
    data = MessageData()
    if notice.game_id:
        url = settings.GAME_URL.format(base=settings.BASE_URL, id=notice.game_id)
        data = MessageData(notice.game_id, notice.version, url)
    return msgspec.json.encode(Message(notice.kind, notice.created_at.astimezone(UTC), data))
