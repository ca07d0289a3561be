"""A request that is repeated with its key gets the answer it got before, and does nothing again.

The key's row is written first and in the same transaction as everything else: there is no state
between "not done" and "done and answered". A second request with the key waits for the first one's
transaction to end: on PostgreSQL at the unique index, on SQLite at its beginning.

Kept are answers that say what became of the request: that it was done, and that the game refused it
(409, 422). A client that lost one of these may ask for it again; a client that wants something else
takes a new key. Everything else (400, 401, 403, 404, 429, 5xx) leaves nothing behind, so the same
request may be sent again once its cause has gone.
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.models import IdempotencyKey
from games.refusals import KeyReusedError
from quotas.records import SUBMISSIONS_A_DAY, SUBMISSIONS_A_MINUTE
from quotas.services import spend

KEPT_FOR = timedelta(days=30)  # at least; then `config.clearing` deletes it
CLAIM = (
    "INSERT INTO games_idempotencykey (user_id, key, fingerprint, body, created_at) "
    "VALUES (%s, %s, %s, '', %s) ON CONFLICT (user_id, key) DO NOTHING"
)


class Answer(NamedTuple):
    """An HTTP status and a JSON body, as they leave the server; the game it is about, if any."""

    status: int
    body: str
    game_id: UUID | None = None


def fingerprint_of(*parts: str) -> str:
    """Return what tells one request from another."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def answer_once(*, user: User, key: str, fingerprint: str, answer: Callable[[], Answer]) -> Answer:
    """Return the answer that `key` has, or else what `answer` gives, in one transaction with it.

    Whatever `answer` raises leaves nothing behind, and a repeated request counts against no quota.
    Raises KeyReusedError when the key belongs to a request with another fingerprint, and
    QuotaError for a new key of somebody who has used too many.
    """
    with transaction.atomic():
        rows = IdempotencyKey.objects.filter(user=user, key=key)
        if not _claim(user, key, fingerprint):
            earlier = rows.get()
            if earlier.fingerprint != fingerprint or earlier.status is None:
                raise KeyReusedError
            return Answer(earlier.status, earlier.body, earlier.game_id)
        spend(str(user.pk), SUBMISSIONS_A_MINUTE, SUBMISSIONS_A_DAY)
        given = answer()
        rows.update(status=given.status, body=given.body, game=given.game_id)
        return given


def _claim(user: User, key: str, fingerprint: str) -> bool:
    """Take the key; return whether nobody had it."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, [user.pk, key, fingerprint, now])
        return bool(cursor.rowcount)
