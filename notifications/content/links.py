"""Signed links in mails. Each serves one purpose, for a while, without a log-in or cookies.

Anybody who has such a link may do what it is for, and nothing else. A link is for the address that
the mail went to: it is not valid any more once its reader has another. Programs that read mail
follow links by themselves, so a link changes nothing until its page is asked to with POST.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts.models import User
from notifications.kinds import KINDS
from notifications.kinds.record import Kind

GOOD_FOR: Final = timedelta(days=60)
STOP: Final = "notifications.stop"
CHOOSE: Final = "notifications.choose"
ANSWER: Final = "notifications.answer"
COMBINED: Final = "+"  # stands in a link for combined mails, among the keys of kinds


class LinkError(ValueError):
    """A link is forged, too old, or of an account or address that is gone."""


class Stop(NamedTuple):
    """What a link stops: mails of some kinds to a person, or first that they are combined."""

    person: User
    kinds: list[Kind]
    combined: bool


class Chooser(NamedTuple):
    """Whose choices a link leads to, and the game that its mail is about, if there is one."""

    person: User
    game_id: UUID | None


class Invited(NamedTuple):
    """What a link answers: the invitation of a person to a table."""

    person: User
    game_id: UUID


def stop_url(person: User, kinds: Sequence[Kind], *, combined: bool = False) -> str:
    """Return the address that stops mails of these kinds to a person.

    That of a `combined` mail first stops combined mails.
    """
    keys = sorted({kind.key for kind in kinds})
    return _url("mail-stop", STOP, person, *([COMBINED] if combined else []), *keys)


def choices_url(person: User, game_id: UUID | None = None) -> str:
    return _url("mail-choices", CHOOSE, person, *([game_id.hex] if game_id else []))


def answer_urls(person: User, game_id: UUID) -> dict[str, str]:
    """Return the addresses at which a person accepts or declines an invitation to a table."""
    key = game_id.hex
    return {
        "accept_url": _url("mail-accept", ANSWER, person, key),
        "decline_url": _url("mail-decline", ANSWER, person, key),
    }


def stop_read(token: str) -> Stop:
    """Return what a link stops; raises LinkError."""
    person, keys = _read(token, STOP)
    return Stop(person, [KINDS[key] for key in keys if key in KINDS], COMBINED in keys)


def chooser_read(token: str) -> Chooser:
    """Return whose choices a link leads to; raises LinkError."""
    person, keys = _read(token, CHOOSE)
    return Chooser(person, UUID(keys[0]) if keys else None)


def invited_read(token: str) -> Invited:
    """Return which invitation a link answers; raises LinkError."""
    person, (key,) = _read(token, ANSWER)
    return Invited(person, UUID(key))


def _url(page: str, purpose: str, person: User, *rest: str) -> str:
    token = signing.dumps([person.pk, _digest(person.email), *rest], salt=purpose)
    return f"{settings.BASE_URL}{reverse(page, args=[token])}"


def _read(token: str, purpose: str) -> tuple[User, list[str]]:
    try:
        pk, address, *rest = signing.loads(token, salt=purpose, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError) as error:  # ValueError: signed by an older version
        raise LinkError from error
    person = User.objects.filter(pk=pk).first()
    if person is None or not person.is_present or address != _digest(person.email):
        raise LinkError
    return person, rest


def _digest(address: str) -> str:
    """Return what stands for an address in a link, which others may see in a browser's history."""
    return salted_hmac("notifications.links", address, algorithm="sha256").hexdigest()[:16]
