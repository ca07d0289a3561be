"""What is deleted when it is old: one record for each kind of thing, in KINDS.

Everything else that is stored is kept for ever; KEPT_FOR_EVER names it. `docs/operating.md` has the
same in a table.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import AccountChange, Session, User
from accounts.services import (
    CLOSED_KEPT,
    UNPROVEN_KEPT,
    accounts_erase,
    unproven_forget,
    unproven_users,
)
from games.idempotency import KEPT_FOR
from games.models import IdempotencyKey
from notifications.models import OutboxMail
from quotas.models import CacheEntry, Usage

BATCH = 500  # rows that one statement deletes
MOST_BATCHES = 200  # of one kind, in one run of the task

logger = logging.getLogger(__name__)


class Kind(NamedTuple):
    """Things of one kind: what they are, how long they are kept, and how the old ones go."""

    what: str
    kept_for: timedelta
    count_old: Callable[[datetime], int]
    delete_some: Callable[[datetime], int]
    """Delete at most BATCH of those that are older than a moment; return how many."""
    label: str = ""
    """The model whose rows they are."""

    def clear(self) -> int:
        """Delete what is too old, batch by batch; return how many things."""
        before = timezone.now() - self.kept_for
        deleted = 0
        for _ in range(MOST_BATCHES):
            some = self.delete_some(before)
            deleted += some
            if some < BATCH:
                break
        return deleted


def rows(what: str, kept_for: timedelta, old: Callable[[datetime], QuerySet[Any]]) -> Kind:
    """Return the kind whose rows `old` finds, given a moment."""

    def count_old(before: datetime) -> int:
        return old(before).count()

    def delete_some(before: datetime) -> int:
        found = old(before)
        keys = list(found.values_list("pk", flat=True)[:BATCH])
        return found.filter(pk__in=keys).delete()[0]

    return Kind(what, kept_for, count_old, delete_some, old(timezone.now()).model._meta.label)


def _mail_files(before: datetime) -> Iterator[Path]:
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    for file in Path(folder).glob("*.eml") if folder else ():
        if file.stat().st_mtime < before.timestamp():
            yield file


def _delete_mail_files(before: datetime) -> int:
    some = list(islice(_mail_files(before), BATCH))
    for file in some:
        file.unlink(missing_ok=True)
    return len(some)


KINDS = (
    rows(
        "answers to requests with an `Idempotency-Key`",
        KEPT_FOR,
        lambda before: IdempotencyKey.objects.filter(created_at__lt=before),
    ),
    rows(
        "mails in the outbox that were sent, superseded or given up",
        timedelta(days=90),
        lambda before: OutboxMail.objects.closed().filter(created_at__lt=before),
    ),
    Kind(
        "mails as files, in the folder of `filemail://`",
        timedelta(days=30),
        lambda before: sum(1 for _ in _mail_files(before)),
        _delete_mail_files,
    ),
    rows(
        "sessions, after their end",
        timedelta(),
        lambda before: Session.objects.filter(expire_date__lt=before),
    ),
    Kind(
        "accounts that never proved an address, after sign-up",
        UNPROVEN_KEPT,
        lambda before: unproven_users().filter(date_joined__lt=before).count(),
        lambda _: unproven_forget(most=BATCH),
    ),
    Kind(
        "accounts that their owners have closed",
        CLOSED_KEPT,
        lambda before: User.objects.filter(closed_at__lt=before).count(),
        lambda _: accounts_erase(most=BATCH),
    ),
    rows(
        "changes to accounts, which can be undone for a week",
        timedelta(days=90),
        lambda before: AccountChange.objects.filter(at__lt=before),
    ),
    rows(
        "counts against the quotas, after their period began",
        timedelta(days=2),
        lambda before: Usage.objects.filter(since__lt=before),
    ),
    rows(
        "log-in attempts counted while the cache was away, after their period",
        timedelta(),
        lambda before: CacheEntry.objects.filter(expires__lt=before),
    ),
)

KEPT_FOR_EVER = {
    "account.EmailAddress",
    "account.EmailConfirmation",  # never written, as codes are not kept in it
    "accounts.User",
    "accounts.User_groups",
    "accounts.User_user_permissions",
    "admin.LogEntry",
    "auth.Group",
    "auth.Group_permissions",
    "auth.Permission",
    "config.Heartbeat",  # two rows
    "contenttypes.ContentType",
    "games.Game",
    "games.GameSeed",
    "games.Invitation",
    "games.SeatAssignment",
    "games.StoredEvent",
    "mfa.Authenticator",
    "sessions.Session",  # never written: sessions are accounts.Session
}


def clear_all() -> None:
    """Delete what is too old of each kind; a kind that fails is logged and keeps no other back."""
    for kind in KINDS:
        try:
            kind.clear()
        except Exception:
            logger.exception("Old things were not deleted: %s.", kind.what)
