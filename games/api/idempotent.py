"""Requests with an Idempotency-Key, which may be repeated without being done again."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from accounts.authentication import requester
from games.api.base import problem_of
from games.api.errors import MEDIA_TYPE, IdempotencyKeyMissingProblem, problem_handler
from games.chain import canonical
from games.idempotency import Answer, answer_once, fingerprint_of
from games.refusals import GameOverError, RuleError, TableError
from games.store import StaleVersionError

HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e]{1,128}")
KEPT = (StaleVersionError, GameOverError, TableError, RuleError)
"""The refusals that are kept as a request's answer; all others leave its key unused."""

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


def read_key(request: Request) -> str:
    """Return the key that the request must have; raises IdempotencyKeyMissingProblem."""
    key = request.headers.get(HEADER, "").strip('"')
    if not key:
        raise IdempotencyKeyMissingProblem
    if not KEY.fullmatch(key):
        raise ValidationError({HEADER: ["A key is 1 to 128 visible ASCII characters."]})
    return key


def answer_repeatably(
    request: Request, key: str, do: Callable[[], tuple[UUID, Any]], *, status: int = 200
) -> HttpResponse:
    """Answer with what was answered to `key`, or with what `do` returns: a game's id and a body."""
    asked = fingerprint_of(request.method or "", request.path, canonical(request.data))

    def answer() -> Answer:
        try:
            game_id, body = do()
        except KEPT as refusal:
            return _refusal(refusal)
        return Answer(status, msgspec.json.encode(body).decode(), game_id)

    given = answer_once(user=requester(request), key=key, fingerprint=asked, answer=answer)
    kind = "application/json" if given.status == status else MEDIA_TYPE
    return HttpResponse(given.body, kind, given.status)


def _refusal(refusal: Exception) -> Answer:
    said = problem_handler(problem_of(refusal) or refusal, {})
    if said is None:
        raise refusal
    return Answer(said.status_code, msgspec.json.encode(said.data).decode())
