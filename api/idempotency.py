"""Requests with an Idempotency-Key: a repeated request gets the first answer and is not redone.

The key's row is inserted first, in the same transaction as everything the request does, so there is
no state between "not done" and "done and answered". A second request with the key waits for the
transaction of the first: on PostgreSQL at the unique index, on SQLite at its beginning.

An answer is kept if it is final for the request: success, or a problem whose class sets
`kept` (the game refused the action). A client that lost such an answer may ask for it again; to do
something else it takes a new key. All other refusals (400, 401, 403, 404, 429, 5xx) roll back the
key as well, so the same request may be sent again when their cause has gone.
"""

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from django.db import connection, transaction
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from api.details import MEDIA_TYPE, describe
from api.models import IdempotencyKey
from api.problems import (
    IdempotencyKeyMissingProblem,
    IdempotencyKeyReusedProblem,
    Problem,
    problem_of,
)
from illimat_core.sealing import canonical
from quotas.records.requests import ANSWER_BYTES_A_DAY, SUBMISSIONS_A_DAY, SUBMISSIONS_A_MINUTE
from quotas.services import QuotaError, spend

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e]{1,128}")
KEPT_FOR = timedelta(days=30)  # at least; then `config.server.clearing` deletes it
SMALL = 2048  # bytes of a stored answer; those up to this size are limited by their number
TAKE = (
    "INSERT INTO api_idempotencykey (user_id, key, fingerprint, body, created_at) "
    "VALUES (%s, %s, %s, '', %s) ON CONFLICT (user_id, key) DO NOTHING"
)
KEEP = (
    "UPDATE api_idempotencykey SET status = %s, body = %s, language = %s "
    "WHERE user_id = %s AND key = %s RETURNING length(body)"
)
BODY = IdempotencyKey._meta.get_field("body")

KEY_SCHEMA = {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]+$"}
REQUIRED_KEY = OpenApiParameter(
    HEADER,
    KEY_SCHEMA,
    OpenApiParameter.HEADER,
    required=True,
    description="A fresh UUID for each new request. Repeating a request with its key gives the "
    "first answer again, for at least thirty days, and does nothing twice.",
)
OPTIONAL_KEY = OpenApiParameter(
    HEADER, KEY_SCHEMA, OpenApiParameter.HEADER, description=REQUIRED_KEY.description
)


class Answer(NamedTuple):
    """An HTTP status and a JSON body, as they are sent, and the language of its sentences."""

    status: int
    body: str
    language: str = ""  # of answers from before it was stored


def read_key(request: Request) -> str:
    """Return the key that the request must have; raises IdempotencyKeyMissingProblem."""
    key = request.headers.get(HEADER, "").strip('"')
    if not key:
        raise IdempotencyKeyMissingProblem
    if not KEY.fullmatch(key):
        raise ValidationError({HEADER: [gettext("A key is 1 to 128 visible ASCII characters.")]})
    return key


def answer_repeatably(
    request: Request,
    user: "AbstractBaseUser",
    key: str,
    do: Callable[[], msgspec.Struct],
    *,
    status: int = 200,
) -> HttpResponse:
    """Answer with the stored answer to `key`, or else run `do` and store what it returns."""

    def answer() -> Answer:
        try:
            return Answer(status, msgspec.json.encode(do()).decode(), get_language())
        except Exception as error:
            problem = problem_of(error)
            if not (isinstance(problem, Problem) and problem.kept):
                raise
            body = msgspec.json.encode(describe(problem)).decode()
            return Answer(problem.status_code, body, get_language())

    given = answer_once(user=user, key=key, fingerprint=_fingerprint(request), answer=answer)
    kind = "application/json" if given.status == status else MEDIA_TYPE
    headers = {"Content-Language": given.language} if given.language else {}
    return HttpResponse(given.body, kind, given.status, headers=headers)


def answer_once(
    *, user: "AbstractBaseUser", key: str, fingerprint: str, answer: Callable[[], Answer]
) -> Answer:
    """Return the answer stored under `key`, or store and return the result of `answer`.

    `answer` runs in the transaction that stores its result; if it raises, nothing is stored. A
    repeated request counts against no quota. The bytes of a large answer count once it is there: no
    request is undone because of them, but the next new one is refused. Raises
    IdempotencyKeyReusedProblem if the key belongs to a request with another fingerprint, and
    QuotaError for a new key beyond the quotas.
    """
    with transaction.atomic():
        if not _take_key(user, key, fingerprint):
            earlier = IdempotencyKey.objects.get(user_id=user.pk, key=key)
            if earlier.fingerprint != fingerprint or earlier.status is None:
                raise IdempotencyKeyReusedProblem
            return Answer(earlier.status, earlier.body, earlier.language)
        spend(str(user.pk), SUBMISSIONS_A_MINUTE, SUBMISSIONS_A_DAY, ANSWER_BYTES_A_DAY)
        given = answer()
        body = BODY.get_db_prep_save(given.body, connection)
        with connection.cursor() as cursor:
            cursor.execute(KEEP, [given.status, body, given.language, user.pk, key])
            (stored,) = cursor.fetchone()
        if stored > SMALL:
            with suppress(QuotaError):
                spend(str(user.pk), ANSWER_BYTES_A_DAY, uses=stored)
        return given


def _take_key(user: "AbstractBaseUser", key: str, fingerprint: str) -> bool:
    """Insert the key's row; return whether it is new."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [user.pk, key, fingerprint, now])
        return bool(cursor.rowcount)


def _fingerprint(request: Request) -> str:
    parts = (request.method or "", request.path, canonical(request.data))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
