"""Compression of answers, except those that mix a secret with text that an attacker may choose.

The length of a compressed answer reveals whether two parts of it resemble each other. An attacker
who can put text of their own beside somebody's secret (a handle beside a hand, a query beside a
CSRF token) and watch the traffic could guess the secret bit by bit (BREACH, CVE-2013-3587). So an
answer is compressed only if the request carried no credentials, or if its view says that it holds
no secret. Static files are the same for everybody; a public server has them compressed on its disk.
"""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from api.answers import MAY_BE_COMPRESSED

SMALLEST = 1024  # bytes; below that compression saves nothing worth having
TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")
CREDENTIALS = ("X-Session-Token", "Authorization")


class Compression(GZipMiddleware):
    """Compresses answers without secrets, from SMALLEST bytes on, if the client accepts gzip."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed where that is safe and worth it."""
        if _is_static(request, response):
            del response["ETag"]  # WhiteNoise knows no weak ones; its files have a date
            return super().process_response(request, response)
        if response.streaming or not isinstance(response, HttpResponse):
            return response
        if len(response.content) < SMALLEST or not _is_safe(request, response):
            return response
        return super().process_response(request, response)


def _is_static(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether an answer is a static file that is worth compressing and sent whole."""
    kind = response.headers.get("Content-Type", "")
    whole = response.status_code == HTTPStatus.OK and "Content-Encoding" not in response.headers
    return whole and request.path.startswith(settings.STATIC_URL) and kind.startswith(TEXTS)


def _is_safe(request: HttpRequest, response: HttpResponse) -> bool:
    if getattr(response, MAY_BE_COMPRESSED, False):
        return True
    identified = any(name in request.headers for name in CREDENTIALS)
    identified = identified or settings.SESSION_COOKIE_NAME in request.COOKIES
    return not identified and "CSRF_COOKIE" not in request.META and not response.cookies
