"""Every refusal of the API, in one shape: RFC 9457 problem details.

A problem has `type` (a URN of ours, stable), `title`, `status`, `detail` (a sentence for a person)
and `code` (the last part of the type, for programs). A refused action also has `rule`, the id of
the rule it breaks; invalid input has `errors`, a list of objects with `pointer` (a JSON pointer as
a URI fragment), `detail` and `code`; some problems have members of their own.

Raise a `Problem` below, any exception of Django REST framework, or let a `RuleError` of the core
pass: `problem_handler` answers them all. What Django itself refuses outside of a view becomes a
problem in `as_problem`. Log-in (django-allauth, under /_allauth/) answers in its own documented
form; only what it leaves without a body is given one here.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.serializers import as_serializer_error
from rest_framework.views import set_rollback

from games.api.standard import INVALID, Said, said_by_status
from illimat_core.errors import RuleError, clip
from quotas.services import QuotaError, limit_of, seconds

MEDIA_TYPE = "application/problem+json"
MACHINE_PATHS = ("/api/", "/_allauth/")
MOST_ERRORS = 10
LONGEST_REFUSAL = 1024  # bytes, of django-allauth's
LONGEST_DETAIL = 500  # characters; what a client sent is clipped where a sentence is made of it
RETRY_AFTER = 2  # seconds; for a database that is busy or away


class Problem(exceptions.APIException):
    """A refusal with a code of its own; keyword arguments become members of the answer."""

    status_code = HTTPStatus.CONFLICT
    title = "The request conflicts with the state of the game"

    def __init__(self, detail: str | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.members = members


class StaleVersionProblem(Problem):
    """Somebody else acted first; the member `current_version` tells where the game is now."""

    title = "The game has moved on"
    default_code = "stale_version"
    default_detail = "The game has moved on since the version you saw. Look again, then act."

    def __init__(self, *, current_version: int) -> None:
        super().__init__(current_version=current_version)


class GameOverProblem(Problem):
    """The game has ended, or was called off."""

    title = "The game is over"
    default_code = "game_over"
    default_detail = "The game is over; nobody acts any more."


class IdempotencyKeyMissingProblem(Problem):
    """A request that must be repeatable carries no key."""

    status_code = HTTPStatus.BAD_REQUEST
    title = "The Idempotency-Key is missing"
    default_code = "idempotency_key_missing"
    default_detail = "Send a header Idempotency-Key, a fresh UUID for each new action."


class IdempotencyKeyReusedProblem(Problem):
    """The key belongs to a request that asked for something else."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    title = "The Idempotency-Key was used before"
    default_code = "idempotency_key_reused"
    default_detail = "This Idempotency-Key came with another request before. Take a fresh one."


class NotAwaitedProblem(Problem):
    """The game waits for somebody else, or for something else, or for one thing at a time."""

    title = "The game does not wait for this"
    default_code = "not_awaited"


class RefusedProblem(Problem):
    """A rule of the game refuses the action."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    title = "The rules refuse this action"
    default_code = "refused"


class QuotaProblem(Problem):
    """Somebody has as much as one may have; `quota` and `limit` say of what and how much."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    title = "You have reached a limit"
    default_code = "quota_reached"

    def __init__(self, error: QuotaError) -> None:
        super().__init__(str(error), quota=error.quota.name, limit=limit_of(error.quota))
        self.wait = seconds(error.wait)


class TooHardProblem(Problem):
    """To check what is asked for takes more steps than one request is given."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    title = "The check takes too long"
    default_code = "too_hard"
    default_detail = (
        "To check whether these items can be taken together takes too long. Take fewer at once."
    )


class GameFrozenProblem(Problem):
    """The stored events of the game, which the member `game` names, are not as they were written.

    There is no Retry-After: it takes the server's operator to mend it.
    """

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    title = "The game is frozen"
    default_code = "game_frozen"

    def __init__(self, *, game: str) -> None:
        super().__init__(
            f"What is stored of game {game} is not what was written, so nobody can see or play it "
            "until the server's operator has looked into it. Other games go on.",
            game=game,
        )


class UnavailableProblem(Problem):
    """The database cannot be reached, or somebody holds what is needed for too long."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    default_code, title, default_detail = said_by_status(503)
    wait = RETRY_AFTER


class NotStoredProblem(Problem):
    """The database took events without an error and has not stored them; its operator must look."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    title = "The database stores nothing"
    default_code = "not_stored"
    default_detail = (
        "The database has not stored what you did, so it is not done. "
        "The server's operator has to look into it."
    )


SAID_BY_DJANGO: dict[type[Exception], type[exceptions.APIException]] = {
    Http404: exceptions.NotFound,
    DjangoPermissionDenied: exceptions.PermissionDenied,
    OperationalError: UnavailableProblem,
    InterfaceError: UnavailableProblem,
}
SAID_BETTER = (exceptions.MethodNotAllowed, exceptions.UnsupportedMediaType)
"""Refusals whose own words name no remedy: what their status says is what to do."""


def problem_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Answer `error` with a problem; None leaves a bug to Django, which logs it and answers 500."""
    refusal = _refusal(error)
    if refusal is None:
        return None
    set_rollback()
    headers = {}
    if challenge := getattr(refusal, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(refusal, "wait", None):
        headers["Retry-After"] = str(int(wait))
    problem = describe(refusal)
    return Response(problem, problem["status"], headers=headers, content_type=MEDIA_TYPE)


def as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return `response`; if it is an error page for a program, with a problem as its body."""
    if (
        response.status_code < HTTPStatus.BAD_REQUEST
        or not request.path.startswith(MACHINE_PATHS)
        or not isinstance(response, HttpResponse)
    ):
        return response
    kind = response.headers.get("Content-Type", "")
    if kind == "application/json" and len(response.content) > LONGEST_REFUSAL:
        return _clipped(response)
    if "json" in kind:
        return response
    problem = _problem(response.status_code, said_by_status(response.status_code))
    response.content = json.dumps(problem).encode()
    response.headers["Content-Type"] = MEDIA_TYPE
    response.headers["Content-Length"] = str(len(response.content))
    return response


def _clipped(response: HttpResponse) -> HttpResponse:
    """Return a refusal of django-allauth's, with what it repeats of the request cut short."""
    refusal = json.loads(response.content)
    if "errors" not in refusal:
        return response
    refusal["errors"] = [
        {name: clip(str(value)) for name, value in error.items()}
        for error in refusal["errors"][:MOST_ERRORS]
    ]
    response.content = json.dumps(refusal).encode()
    response.headers["Content-Length"] = str(len(response.content))
    return response


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer what no view could: 503 if the database is away, 500 for a bug."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        return HttpResponse(
            said_by_status(503).detail,
            status=HTTPStatus.SERVICE_UNAVAILABLE,
            content_type="text/plain",
            headers={"Retry-After": RETRY_AFTER},
        )
    return defaults.server_error(request)


def rule_problem(error: RuleError) -> Problem:
    """Return the problem that says which rule refuses which action of a request."""
    problem = NotAwaitedProblem if error.rule == "R-TURN-1" else RefusedProblem
    return problem(error.detail, rule=error.rule, index=error.index)


def _refusal(error: Exception) -> exceptions.APIException | None:
    """Return the exception of the API that says what `error` says, or None for a bug."""
    if isinstance(error, exceptions.APIException):
        return error
    if isinstance(error, RuleError):
        return rule_problem(error)
    if isinstance(error, DjangoValidationError):
        return exceptions.ValidationError(as_serializer_error(error))
    for kind, refusal in SAID_BY_DJANGO.items():
        if isinstance(error, kind):
            return refusal()
    return None


def describe(refusal: exceptions.APIException) -> dict[str, Any]:
    """Return the problem that says what `refusal` says, as the members of its JSON."""
    if isinstance(refusal, exceptions.ValidationError):
        errors = list(_errors(refusal.get_full_details(), "#"))
        said = INVALID
        if len(errors) > MOST_ERRORS:
            first = f"{said.detail} These are the first {MOST_ERRORS} of {len(errors)}."
            said = said._replace(detail=first)
        problem = _problem(HTTPStatus.UNPROCESSABLE_ENTITY, said)
        return problem | {"errors": errors[:MOST_ERRORS]}
    if isinstance(refusal, Problem):
        said = Said(str(refusal.get_codes()), refusal.title, str(refusal.detail))
        return _problem(refusal.status_code, said) | refusal.members
    said = said_by_status(refusal.status_code)
    code, detail = refusal.get_codes(), str(refusal.detail)
    if code != refusal.default_code or isinstance(refusal, exceptions.AuthenticationFailed):
        said = said._replace(code=str(code))
    if detail != str(refusal.default_detail) and not isinstance(refusal, SAID_BETTER):
        said = said._replace(detail=detail)
    return _problem(refusal.status_code, said)


def _problem(status: int, said: Said) -> dict[str, Any]:
    return {
        "type": f"urn:illimat:problem:{said.code}",
        "title": said.title,
        "status": int(status),
        "detail": _shortened(said.detail),
        "code": said.code,
    }


def _shortened(detail: str) -> str:
    """Return a sentence that repeats more than it should, from wherever it comes, cut short."""
    return detail if len(detail) <= LONGEST_DETAIL else f"{detail[:LONGEST_DETAIL]}…"


def _errors(found: Any, pointer: str) -> Iterator[dict[str, str]]:
    """Flatten what serializers found wrong into one entry for each complaint."""
    if isinstance(found, list):
        for index, item in enumerate(found):
            deeper = isinstance(item, Mapping) and not _is_complaint(item)
            yield from _errors(item, f"{pointer}/{index}" if deeper else pointer)
    elif _is_complaint(found):
        detail = _shortened(str(found["message"]))
        yield {"pointer": pointer, "detail": detail, "code": str(found["code"])}
    else:
        for name, item in found.items():
            part = clip(str(name)).replace("~", "~0").replace("/", "~1")
            here = pointer if name in {"non_field_errors", "__all__"} else f"{pointer}/{part}"
            yield from _errors(item, here)


def _is_complaint(found: Mapping[str, Any]) -> bool:
    """Return whether this is one; what is said about members, whatever their names, is in lists."""
    return isinstance(found.get("message"), str)
