"""Code, title and detail of problems for which only the HTTP status is known.

A status has the same code whether a view, Django REST framework or Django itself refuses. The
phrases of HTTPStatus would not do: they differ between versions of Python.
"""

from typing import NamedTuple


class Said(NamedTuple):
    """The code, title and detail of a problem."""

    code: str
    title: str
    detail: str


STANDARD = {
    400: Said(
        "bad_request",
        "The request cannot be understood",
        "The request cannot be understood. Check its address, its headers and its JSON.",
    ),
    401: Said(
        "not_authenticated",
        "You are not logged in",
        "Log in first, and send the session token in the header X-Session-Token (see /api/docs/).",
    ),
    403: Said(
        "permission_denied",
        "This is not yours to do",
        "This is not yours to do. A browser must also send its CSRF token in X-CSRFToken.",
    ),
    404: Said(
        "not_found",
        "There is nothing here",
        "There is nothing here, or nothing that you may see.",
    ),
    405: Said(
        "method_not_allowed",
        "This path does not take that method",
        "This path does not take that method; the header Allow names those it takes.",
    ),
    406: Said(
        "not_acceptable",
        "There is no answer of that kind",
        "The answer cannot be given in the form that the header Accept asks for, only as JSON.",
    ),
    411: Said(
        "length_required",
        "The length of the request is missing",
        "The request came in chunks. Send it whole, with the header Content-Length.",
    ),
    413: Said(
        "content_too_large",
        "The request is too large",
        "The request is too large; GET /api/v1/meta says how many bytes its body may have.",
    ),
    415: Said(
        "unsupported_media_type",
        "Requests of that kind are not read",
        "Only JSON is read; the header Content-Type must be application/json.",
    ),
    429: Said(
        "throttled",
        "There were too many requests",
        "There were too many requests. Wait before you try again.",
    ),
    500: Said(
        "internal_server_error",
        "The server failed",
        "The server failed; its log says how. Look whether your request was done before you "
        "repeat it. With an Idempotency-Key, just repeat it.",
    ),
    503: Said(
        "unavailable",
        "The server is not ready",
        "The server's database is away or busy just now. Repeat the request in a moment.",
    ),
}
INVALID = Said(
    "invalid",
    "The input cannot be taken",
    "Some of the input cannot be taken; `errors` says which, and why.",
)


def said_by_status(status: int) -> Said:
    """Return code, title and detail for a status; an unlisted status gets those of 400 or 500."""
    return STANDARD.get(status) or STANDARD[400 if status < 500 else 500]  # noqa: PLR2004
