"""Handlers that answer every refusal with problem details, whether a view or Django refuses.

Log-in (django-allauth, under /_allauth/) answers in its own documented form; a problem replaces
only its responses without a JSON body.
"""

import json
import sys
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from rest_framework.views import set_rollback

from api.database_time import tell_time
from api.details import MAX_ERRORS, MEDIA_TYPE, describe, describe_status, problem_answer
from api.problems import RETRY_AFTER, UnavailableProblem, problem_of
from api.standard import text_of_status
from api.traces.causes import cause_of
from api.traces.current import CAUSE
from illimat_core.errors import clip

API_PATH = "/api/v1/"
MACHINE_PATHS = ("/api/", "/_allauth/")
MAX_REFUSAL = 1024  # bytes; longer refusals of django-allauth are clipped


def problem_handler(error: Exception, _context: Mapping[str, Any]) -> HttpResponse | None:
    """Answer `error` with problem details; None leaves a bug to Django."""
    refusal = problem_of(error)
    if refusal is None:
        return None
    CAUSE.set(cause_of(error) or "")
    set_rollback()
    headers = {}
    if challenge := getattr(refusal, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(refusal, "wait", None):
        headers["Retry-After"] = str(int(wait))
    return problem_answer(describe(refusal), headers)


def as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return `response`, with problem details as its body if it is an error on an API path."""
    if (
        response.status_code < HTTPStatus.BAD_REQUEST
        or not request.path.startswith(MACHINE_PATHS)
        or not isinstance(response, HttpResponse)
    ):
        return response
    if request.path.startswith(API_PATH) and "Server-Time" not in response.headers:
        tell_time(response)  # no view did, as where there is none at the address
    kind = response.headers.get("Content-Type", "")
    if kind == "application/json" and len(response.content) > MAX_REFUSAL:
        return _clip_refusal(response)
    if "json" in kind:
        return response
    response.content = msgspec.json.encode(describe_status(response.status_code))
    response.headers["Content-Type"] = MEDIA_TYPE
    response.headers["Content-Length"] = str(len(response.content))
    return response


def _clip_refusal(response: HttpResponse) -> HttpResponse:
    """Return a refusal of django-allauth with the quoted values clipped."""
    refusal = json.loads(response.content)
    if "errors" not in refusal:
        return response
    refusal["errors"] = [
        {name: clip(str(value)) for name, value in error.items()}
        for error in refusal["errors"][:MAX_ERRORS]
    ]
    response.content = json.dumps(refusal).encode()
    response.headers["Content-Length"] = str(len(response.content))
    return response


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer an uncaught exception: 503 if the database is away or cannot write, 500 for a bug.

    The pages are rendered without the request, since asking who sent it might fail again.
    """
    error = sys.exception()
    away = isinstance(error, Exception) and isinstance(problem_of(error), UnavailableProblem)
    status = HTTPStatus.SERVICE_UNAVAILABLE if away else HTTPStatus.INTERNAL_SERVER_ERROR
    headers = {"Retry-After": str(RETRY_AFTER)} if away else {}
    if request.path.startswith(MACHINE_PATHS):
        text = str(text_of_status(status).detail)
        return HttpResponse(text, "text/plain", status, headers=headers)
    page = render_to_string(f"{status:d}.html", {"for_everybody": True})
    return HttpResponse(page, status=status, headers=headers)
