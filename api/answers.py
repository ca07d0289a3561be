"""Answers in JSON, and 304 Not Modified for clients that have the current version."""

from collections.abc import Callable, Sequence

import msgspec
from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from msgspec import Struct
from rest_framework.request import Request

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of the version you have; 304 if it is still current.",
)
UNCHANGED = OpenApiResponse(description="Nothing has changed; the version you have is current.")
RETRY_AFTER = OpenApiParameter(
    "Retry-After",
    OpenApiTypes.INT,
    OpenApiParameter.HEADER,
    description="After how many seconds to look again.",
    response=[202],
)
FILE_NAME = OpenApiParameter(
    "Content-Disposition",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A name for the file.",
    response=[200],
)
MAY_BE_COMPRESSED = "may_be_compressed"  # an attribute of answers that may be compressed


def empty_answer() -> HttpResponse:
    """Return a response without a body, nor the type that Django gives to every response."""
    response = HttpResponse(status=204)
    del response.headers["Content-Type"]
    return response


def json_answer(body: Struct, status: int = 200) -> HttpResponse:
    """Return an answer with `body` as JSON; a page's `next` also goes into the header Link."""
    answer = HttpResponse(msgspec.json.encode(body), "application/json", status)
    if following := getattr(body, "next", None):
        answer.headers["Link"] = f'<{following}>; rel="next"'
    return answer


def allow_compression(answer: HttpResponse) -> HttpResponse:
    """Mark an answer that holds no secret, so that it may be compressed."""
    setattr(answer, MAY_BE_COMPRESSED, True)
    return answer


def tagged_answer(request: Request, body: Struct) -> HttpResponse:
    """Answer with `body`, or 304 if the client has the same bytes; their hash is the ETag."""
    return add_etag(request, json_answer(body))


def add_etag(request: Request, answer: HttpResponse) -> HttpResponse:
    """Return `answer`, or 304 if the client has the same bytes; their hash is the ETag."""
    return _unless_known(request, _etag(answer.content), lambda: answer)


def answer_unless_seen(
    request: Request, version: Sequence[object], answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the result of `answer`, or 304 without calling it if the client has this version.

    `version` lists everything that the answer depends on, apart from the language; the ETag is the
    hash of both.
    """
    etag = _etag(repr((get_language(), version)))
    return _unless_known(request, etag, answer)


def _etag(content: str | bytes) -> str:
    return f'"{salted_hmac("api", content, algorithm="sha256").hexdigest()}"'


def _unless_known(request: Request, etag: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    known: HttpResponse | None = get_conditional_response(request._request, etag=etag)
    given = answer() if known is None else known
    given.headers["ETag"] = etag
    return given
