"""What holds for every answer, whoever gives it."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from games.api.errors import as_problem

Handler = Callable[[HttpRequest], HttpResponseBase]

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


class SecurityHeaders:
    """Tells browsers to load nothing from elsewhere and to let nobody frame or embed the pages."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with the headers."""
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response


class Problems:
    """Turns every refusal under the API's paths into a problem, also those of Django itself."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with a problem instead of a page."""
        return as_problem(request, self.get_response(request))


class BodyLimit:
    """Refuses a body above DATA_UPLOAD_MAX_MEMORY_SIZE (bytes) before anybody reads it.

    Django's own limit holds for `request.body` only, which the API's parser does not use.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, unless the body is too large."""
        length = request.headers.get("Content-Length") or "0"
        if length.isdecimal() and int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return HttpResponse("The request is too large.", status=413, content_type="text/plain")
        return self.get_response(request)
