"""Signed links in mails. Each serves one purpose, for a while, without a log-in or cookies.

Whoever has such a link may do what it is for, and nothing else. Programs that read mail follow
links by themselves, so a link changes nothing until its page is asked to with POST.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from notifications.kinds import KINDS
from notifications.kinds.record import Kind

GOOD_FOR: Final = timedelta(days=60)
STOP: Final = "notifications.stop"
CHOOSE: Final = "notifications.choose"


class LinkError(ValueError):
    """A link is forged, too old, or of an account that is gone."""


class Stop(NamedTuple):
    """What a link stops: mails of some kinds to a person."""

    person: User
    kinds: list[Kind]


def stop_url(person: User, kinds: Sequence[Kind]) -> str:
    """Return the address that stops mails of these kinds to a person."""
    keys = sorted({kind.key for kind in kinds})
    return _url("mail-stop", signing.dumps([person.pk, *keys], salt=STOP))


def choices_url(person: User) -> str:
    """Return the address at which a person chooses what they are told."""
    return _url("mail-choices", signing.dumps([person.pk], salt=CHOOSE))


def stop_read(token: str) -> Stop:
    """Return what a link stops; raises LinkError."""
    person, keys = _read(token, STOP)
    return Stop(person, [KINDS[key] for key in keys if key in KINDS])


def chooser_read(token: str) -> User:
    """Return whose choices a link leads to; raises LinkError."""
    return _read(token, CHOOSE)[0]


def _url(page: str, token: str) -> str:
    return f"{settings.BASE_URL}{reverse(page, args=[token])}"


def _read(token: str, purpose: str) -> tuple[User, list[str]]:
    try:
        pk, *rest = signing.loads(token, salt=purpose, max_age=GOOD_FOR)
    except signing.BadSignature as error:
        raise LinkError from error
    person = User.objects.filter(pk=pk).first()
    if person is None or not person.is_present:
        raise LinkError
    return person, rest
