"""Problems: the refusals of the API as exceptions, and the table that maps errors to them.

A view may raise a `Problem`, any exception of Django REST framework, or an error that `PROBLEMS`
lists. An app adds its own errors to the table (see `games/api/problems.py`). An error that is not
in the table is a bug: Django logs it and answers 500.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.serializers import as_serializer_error

from api.standard import text_of_status
from api.traces.causes import cause_of
from quotas.services import QuotaError, limit_of, seconds

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

RETRY_AFTER = 2  # seconds; for a database that is busy or unavailable


class Problem(exceptions.APIException):
    """A refusal with a code of its own; keyword arguments become members of the answer.

    A problem with `kept` set is final for its request: if the request had an Idempotency-Key, the
    problem is stored, and repeating the request gets the same problem.
    """

    status_code = HTTPStatus.CONFLICT
    title: "StrOrPromise" = gettext_lazy("The request conflicts with the current state")
    kept = False

    def __init__(self, detail: str | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.members = members


class IdempotencyKeyMissingProblem(Problem):
    """The request must carry an Idempotency-Key and has none."""

    status_code = HTTPStatus.BAD_REQUEST
    title = gettext_lazy("The Idempotency-Key is missing")
    default_code = "idempotency_key_missing"
    default_detail = gettext_lazy(
        "Send a header Idempotency-Key, a fresh UUID for each new action."
    )


class IdempotencyKeyReusedProblem(Problem):
    """The key belongs to an earlier request that asked for something else."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    title = gettext_lazy("The Idempotency-Key was used before")
    default_code = "idempotency_key_reused"
    default_detail = gettext_lazy(
        "This Idempotency-Key came with another request before. Take a fresh one."
    )


class QuotaProblem(Problem):
    """A quota is used up; the members `quota` and `limit` name it and its size."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    title = gettext_lazy("You have reached a limit")
    default_code = "quota_reached"

    def __init__(self, error: QuotaError) -> None:
        super().__init__(str(error), quota=error.quota.name, limit=limit_of(error.quota))
        self.wait = seconds(error.wait)


class UnavailableProblem(Problem):
    """The database is away, full or read-only, or a lock was held for too long."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    default_code, title, default_detail = text_of_status(503)
    wait = RETRY_AFTER


def _if_read_only(error: InternalError) -> UnavailableProblem | None:
    """Return a problem if the database is read-only; other internal errors are bugs."""
    return UnavailableProblem() if cause_of(error) == "read_only" else None


PROBLEMS: dict[type[Exception], Callable[[Any], exceptions.APIException | None]] = {
    Http404: lambda _: exceptions.NotFound(),
    DjangoPermissionDenied: lambda _: exceptions.PermissionDenied(),
    DjangoValidationError: lambda error: exceptions.ValidationError(as_serializer_error(error)),
    OperationalError: lambda _: UnavailableProblem(),
    InterfaceError: lambda _: UnavailableProblem(),
    InternalError: _if_read_only,
    QuotaError: QuotaProblem,
}
"""Functions that convert an error to a problem, or a bug to None, by the type of the error."""


def add_problems(problems: Mapping[type[Exception], Callable[[Any], Any]]) -> None:
    PROBLEMS.update(problems)


def problem_of(error: Exception) -> exceptions.APIException | None:
    """Return the problem that answers `error`, or None if `error` is a bug."""
    if isinstance(error, exceptions.APIException):
        return error
    known = (PROBLEMS[kind] for kind in type(error).__mro__ if kind in PROBLEMS)
    make = next(known, None)
    return make(error) if make else None
