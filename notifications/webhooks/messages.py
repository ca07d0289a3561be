"""The messages that webhooks get: ids and public words, never a card, a hand or a person."""

from datetime import UTC
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from django.conf import settings
from django.utils.crypto import salted_hmac

from api.schemas import Moment, Url
from illimat_core.annotations import says
from notifications.kinds import KINDS
from notifications.kinds.ping import PING
from notifications.models import Delivery

SALT: Final = "notifications.webhooks.challenge"  # keeps other signatures from being accepted here


class MessageData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a message is about, such as a game or season; a ping has a challenge instead."""

    game: Annotated[UUID | None, says("The id of the game.")] = None
    season: Annotated[str | None, says("The id of the season.")] = None
    league: Annotated[str | None, says("The id of the league.")] = None
    ruling: Annotated[str | None, says("The id of the ruling.")] = None
    version: Annotated[
        int | None,
        says("The version at which it became news, or the number of an organiser's message."),
    ] = None
    url: Annotated[Url | None, says("The page of what it is about.")] = None
    challenge: Annotated[str | None, says("What the answer to a ping repeats.")] = None


class Message(msgspec.Struct, frozen=True):
    """The body of a message, as Standard Webhooks recommends it."""

    type: Annotated[str, says("The kind of the message, such as `your_turn`.")]
    timestamp: Annotated[Moment, says("When it became news.")]
    data: MessageData


def message_id(delivery: Delivery) -> str:
    """Return what identifies a message: the same for each attempt and each replay."""
    return f"msg_{delivery.digest}"


def challenge_of(delivery: Delivery, address: str) -> str:
    """Return what only the receiver of a ping at an address knows."""
    asked = f"{message_id(delivery)} {address}"
    return salted_hmac(SALT, asked, algorithm="sha256").hexdigest()


def body_of(delivery: Delivery, address: str) -> bytes:
    notice, kind = delivery.notice, KINDS[delivery.notice.kind]
    data: dict[str, Any] = {}
    if kind is PING:
        data = {"challenge": challenge_of(delivery, address)}
    elif notice.game_id:
        url = settings.GAME_URL.format(base=settings.BASE_URL, id=notice.game_id)
        data = {"game": notice.game_id, "version": notice.version, "url": url}
    elif topic := kind.topic:
        data = {topic.name: notice.about, "version": notice.version}
        data["url"] = topic.url(notice.about)
    told = MessageData(**data)
    return msgspec.json.encode(Message(notice.kind, notice.created_at.astimezone(UTC), told))
