"""Request tracing: an id for each request and, if the operator asks, an access log."""

import logging
import re
import time
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.log import log_response

from api.traces.current import CAUSE, GAME, ID_LENGTH, REQUEST
from config.logs import ACCESS
from config.middleware import Handler

HEADER = "X-Request-ID"
logger = logging.getLogger(ACCESS)


class Trace:
    """Gives each request an id, which its log lines and its answer's X-Request-ID carry.

    The `X-Request-ID` of a trusted proxy is kept. With ACCESS_LOG each answer is logged, except to
    probes: method, path without its query and tokens, status, milliseconds, the client's address.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with the id in the header."""
        began = time.monotonic()
        REQUEST.set(_id_of(request))
        try:
            response = self.get_response(request)
            response.headers[HEADER] = REQUEST.get()
            self._log(request, response, time.monotonic() - began)
            is_fault = response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
            if is_fault and isinstance(response, HttpResponse):
                log_response(  # Django does so, too, but only once the ids are gone
                    *("%s: %s", response.reason_phrase, request.path),
                    response=response,
                    request=request,
                )
        finally:
            for each in (REQUEST, GAME, CAUSE):
                each.set("")
        return response

    def _log(self, request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
        if settings.ACCESS_LOG and not request.path.startswith("/health/"):
            logger.info(
                *("%s %s %d in %d ms from %s", request.method, _path(request)),
                *(response.status_code, round(1000 * seconds), _address(request)),
            )

    def process_view(self, _request: HttpRequest, _view: Any, _args: Any, kwargs: Any) -> None:
        """Set the game id of the request's log lines."""
        GAME.set(str(kwargs.get("game_id", "")))


def _path(request: HttpRequest) -> str:
    """Return the path without the token that some links end with, which is a secret."""
    token = request.resolver_match.kwargs.get("token") if request.resolver_match else None
    return request.path.replace(token, "…") if token else request.path


def _id_of(request: HttpRequest) -> str:
    given = request.headers.get(HEADER, "")
    well_formed = re.fullmatch(rf"[\w.-]{{8,{ID_LENGTH}}}", given, re.A)
    trusted = settings.ALLAUTH_TRUSTED_PROXY_COUNT and well_formed
    return given if trusted else uuid4().hex


def _address(request: HttpRequest) -> str:
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:  # fewer proxies than configured
        return "unknown"
