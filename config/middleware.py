"""Middleware for every answer: headers, problems, limits, and account transactions."""

import re
from collections.abc import Callable
from http import HTTPStatus

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from rest_framework.exceptions import Throttled

from accounts import sessions
from accounts.log_in.adapter import NoCodeError, explain_code_pause
from accounts.log_in.api_routes import ADDRESS_CODE, PASSWORD_CODE
from api.details import describe, problem_answer
from api.handlers import MACHINE_PATHS, as_problem
from quotas.records.accounts import LOG_INS_A_DAY, SIGN_UPS_A_DAY
from quotas.services import QuotaError, seconds, spend, subject_of

Handler = Callable[[HttpRequest], HttpResponseBase]

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""Pages load only the server's own files, and nothing written into the page itself runs."""
FOREIGN = ("/accounts/2fa/", "/admin/", "/api/docs/")  # pages with what libraries draw
FOREIGN_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
IDENTIFYING = ("X-Session-Token", "Cookie")  # request headers that identify a user
COUNTED_BY_ADDRESS = {
    re.compile(r"(/_allauth/(app|browser)/v1/auth|/accounts)/signup/?"): SIGN_UPS_A_DAY,
    re.compile(
        r"/_allauth/(app|browser)/v1/auth/(login|password/request)"
        r"|/accounts/(login|password/reset)/"
    ): LOG_INS_A_DAY,
}
RETRY_RATE_AFTER = "60"  # seconds; django-allauth counts by the minute and sends no Retry-After


class SecurityHeaders:
    """Adds headers that forbid loading foreign content, and framing or embedding the pages."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_foreign = request.path.startswith(FOREIGN)
        policy = FOREIGN_POLICY if is_foreign else CONTENT_SECURITY_POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response


class CachePolicy:
    """Keeps answers out of shared caches, and answers without an ETag out of all caches.

    Only answers that are the same for everybody set Cache-Control themselves: static files and the
    like are `public`.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with Cache-Control set and the identifying headers in Vary."""
        response = self.get_response(request)
        headers = response.headers
        kept = "private, no-cache" if "ETag" in headers else "no-store"
        headers.setdefault("Cache-Control", kept)
        if "public" not in headers["Cache-Control"]:
            patch_vary_headers(response, IDENTIFYING)
        return response


class Problems:
    """Converts every refusal under the API's paths to a problem, including Django's own."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with a problem instead of an error page and with Retry-After on a 429."""
        response = as_problem(request, self.get_response(request))
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            response.headers.setdefault("Retry-After", RETRY_RATE_AFTER)
        return response


class ReadableBody:
    """Refuses, before it is read, a body that is too large or not written as it would be read.

    Django's own limit, DATA_UPLOAD_MAX_MEMORY_SIZE (bytes), applies only to `request.body`, which
    the API's parser does not use. Django takes a chunked body without a Content-Length for an empty
    one, so such a body is refused as well, unless the web server has assembled it before.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, unless the body cannot be read."""
        length = request.headers.get("Content-Length")
        if not length and "Transfer-Encoding" in request.headers:
            return _unread(HTTPStatus.LENGTH_REQUIRED, gettext("The length is missing."))
        length = length or "0"
        if length.isdecimal() and int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            large = gettext("The request is too large.")
            return _unread(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, large)
        if not is_plain_utf8(request):
            coded = gettext("Send the request in UTF-8, without a Content-Encoding.")
            return _unread(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, coded)
        return self.get_response(request)


def is_plain_utf8(request: HttpRequest) -> bool:
    """Return whether a body is not compressed, and in UTF-8, as far as its headers say."""
    coding = request.headers.get("Content-Encoding", "identity").strip().lower()
    charset = (request.content_params or {}).get("charset", "utf-8").strip("\"' ").lower()
    return coding in {"", "identity"} and charset in {"utf-8", "utf8"}


def _unread(status: HTTPStatus, detail: str) -> HttpResponse:
    return HttpResponse(detail, status=status, content_type="text/plain")


class AddressQuotas:
    """Counts sign-ups and log-ins by IP address, even refused ones; refuses those above a quota.

    They are counted in the database, which also works while the cache is unavailable.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, unless too many such requests have come from the same address."""
        for path, quota in COUNTED_BY_ADDRESS.items():
            if request.method == "POST" and path.fullmatch(request.path):
                address = get_adapter().get_client_ip(request)
                try:
                    with transaction.atomic():
                        spend(subject_of(address), quota)
                except QuotaError as refusal:
                    return _too_often(request, str(refusal), seconds(refusal.wait))
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say how soon another code can be mailed: no other 429 of django-allauth is raised."""
        if isinstance(error, NoCodeError):
            return _too_often(request, str(error), error.wait)
        if not isinstance(error, ImmediateHttpResponse):
            return None
        if error.response.status_code != HTTPStatus.TOO_MANY_REQUESTS:
            return None
        return _too_often(request, explain_code_pause(), settings.CODE_PAUSE)


def _too_often(request: HttpRequest, detail: str, wait: int) -> HttpResponse:
    if request.path.startswith(MACHINE_PATHS):
        answer = problem_answer(describe(Throttled(detail=detail)))
    else:
        shown = {"detail": detail, "back": request.path}
        answer = render(request, "429.html", shown, status=HTTPStatus.TOO_MANY_REQUESTS)
    answer.headers["Retry-After"] = str(wait)
    return answer


class Collision(HttpResponse):
    """Another request has just taken a unique value; repeating this request may succeed."""

    status_code = 503

    def __init__(self, error: IntegrityError) -> None:
        super().__init__()
        self.error = error


class WholeSignIn:
    """Runs each request that may change an account in a transaction; django-allauth's views do not.

    So no account exists without its mail in the outbox. If two requests take the same handle at the
    same moment, the later one is run again and then sees that the handle is taken. Requests of one
    session wait for each other, so that each of several codes entered at once is counted.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, in a transaction if the request may change an account; raises IntegrityError."""
        if not _changes_account(request):
            return self.get_response(request)
        response = self._answer_whole(request)
        if isinstance(response, Collision):
            response = self._answer_whole(request)
        if isinstance(response, Collision):
            raise response.error
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return a Collision for an IntegrityError, so that the request is undone and repeated."""
        if isinstance(error, IntegrityError) and _changes_account(request):
            return Collision(error)
        return None

    def _answer_whole(self, request: HttpRequest) -> HttpResponseBase:
        with transaction.atomic():
            sessions.lock(
                request.COOKIES.get(settings.SESSION_COOKIE_NAME),
                request.headers.get("X-Session-Token"),
            )
            request.session.reload()  # type: ignore[attr-defined]  # read before the lock was taken
            response = self.get_response(request)
            if response.status_code >= 500:  # noqa: PLR2004 - also an exception in a view
                transaction.set_rollback(True)
            elif request.session.modified and not request.session.is_empty():
                request.session.save()  # before the next request may read it
        return response


def _changes_account(request: HttpRequest) -> bool:
    safe = request.method in {"GET", "HEAD", "OPTIONS"}
    counts = ADDRESS_CODE in request.headers or PASSWORD_CODE in request.headers
    return (counts or not safe) and request.path.startswith(("/_allauth/", "/accounts/"))
