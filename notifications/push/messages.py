"""The messages that browsers get: ids and public words, never a card, a hand or a person."""

from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.text import capfirst
from django.utils.translation import gettext, override
from msgspec import Struct, json

from games.clocks.calendars import MICROSECOND
from games.time.circumstances import as_datetime
from games.time.seat_times import own_deadline
from illimat_core.annotations import says
from illimat_core.sealing import microseconds
from notifications.content import wording
from notifications.kinds import KINDS
from notifications.kinds.ping import PING
from notifications.kinds.record import is_awaited
from notifications.kinds.turn_over import TURN_OVER
from notifications.models import Delivery, Notice
from notifications.push.keys import encode_base64url

SALT: Final = "notifications.push.topic"
TOPIC_BYTES: Final = 24  # 32 characters, as many as RFC 8030 allows
PING_KEPT: Final = timedelta(minutes=10)
NEWS_KEPT: Final = timedelta(days=7)  # of news without a deadline
MOST_KEPT: Final = timedelta(days=28)  # push services keep nothing longer

Urgency = Literal["low", "normal", "high"]


class Push(Struct, frozen=True, omit_defaults=True):
    """What a browser is told; the service worker (`web/templates/web/worker.js`) shows it."""

    type: Annotated[str, says("The kind of the message, such as `your_turn`.")]
    tag: Annotated[str, says("What it is about: a newer message of the same tag replaces it.")]
    title: str
    body: str = ""
    url: Annotated[str, says("The page that a tap opens.")] = ""
    lang: str = ""
    closes: Annotated[bool, says("Whether it only closes what was shown before.")] = False


def push_of(notice: Notice) -> Push:
    """Return what a browser is told, in the language of its person, from what they may see now."""
    person, kind = notice.person, KINDS[notice.kind]
    language = person.language if person else ""
    with override(language or None):
        if kind is PING:
            title = gettext("Push messages are on")
            body = gettext("This browser tells you when it is your turn.")
            return Push(kind.key, PING.key, title, body, f"{settings.BASE_URL}/", language)
        if kind.topic:
            url = kind.topic.url(notice.about)
            return Push(kind.key, notice.about, capfirst(str(kind.label)), "", url, language)
        return Push(
            type=kind.key,
            tag=str(notice.game_id),
            title=capfirst(str(kind.label)),
            body=_decision_sentence(notice),
            url=settings.GAME_URL.format(base=settings.BASE_URL, id=notice.game_id),
            lang=language,
            closes=kind is TURN_OVER,
        )


def body_of(notice: Notice) -> bytes:
    return json.encode(push_of(notice))


def headers_of(delivery: Delivery, now: datetime) -> list[tuple[str, str]]:
    """Return what the push service is told: how long to keep a message, and what it replaces."""
    notice = delivery.notice
    told = [
        ("TTL", str(int(lifetime_of(notice, now).total_seconds()))),
        ("Urgency", urgency_of(notice)),
    ]
    if notice.is_composed:
        told.append(("Topic", topic_of(delivery)))
    return told


def topic_of(delivery: Delivery) -> str:
    """Return what stands for a game or season to a push service, which learns no id from it.

    A newer message of the same topic replaces one that was not delivered yet (RFC 8030, 5.4).
    """
    notice = delivery.notice
    about = f"{delivery.endpoint} {notice.game_id or notice.about}"
    return encode_base64url(salted_hmac(SALT, about, algorithm="sha256").digest()[:TOPIC_BYTES])


def lifetime_of(notice: Notice, now: datetime) -> timedelta:
    """Return how long a push service keeps a message: at most until its reader's deadline."""
    if notice.kind == PING.key:
        return PING_KEPT
    deadline = own_deadline(notice.table) if notice.game else None
    if deadline is None:
        return NEWS_KEPT
    left = (deadline - microseconds(now)) * MICROSECOND
    return min(max(left, timedelta()), MOST_KEPT)


def urgency_of(notice: Notice) -> Urgency:
    """Return whether a browser that saves its battery is woken for a message."""
    if notice.kind == TURN_OVER.key:
        return "low"
    return "high" if notice.game and is_awaited(notice) else "normal"


def _decision_sentence(notice: Notice) -> str:
    """Return a sentence about the person's open decision, or nothing if there is none."""
    if not (notice.person and is_awaited(notice)):
        return ""
    deadline = own_deadline(notice.table)
    if deadline is None:
        return gettext("The game waits for you.")
    return wording.deadline_sentence(as_datetime(deadline), notice.person.time_zone)
