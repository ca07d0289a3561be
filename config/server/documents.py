"""Documents that are the same for every client, such as API descriptions, rendered only once."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from api.answers import allow_compression

AN_HOUR = 60 * 60  # seconds
IN_ENGLISH = {"Content-Language": settings.LANGUAGE_CODE}
View = Callable[..., HttpResponseBase]


class Document(NamedTuple):
    """The bytes of a document, their media type and their ETag."""

    content: bytes
    media_type: str
    etag: str


def render_once(view: View) -> View:
    """Return a view that always gives the answer of `view` to a plain GET request, cached.

    Documents are in English, no matter who asks for them first.
    """

    @cache
    def document() -> Document:
        request = HttpRequest()
        request.method = "GET"
        request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80"}
        with override(settings.LANGUAGE_CODE):
            response: Any = view(request)
            if hasattr(response, "render"):
                response.render()
        digest = sha256(response.content).hexdigest()
        return Document(response.content, response.headers["Content-Type"], f'"{digest}"')

    @require_safe
    @cache_control(public=True, max_age=AN_HOUR)
    @condition(etag_func=lambda _: document().etag)
    def answer(_: HttpRequest) -> HttpResponse:
        answer = HttpResponse(document().content, document().media_type, headers=IN_ENGLISH)
        return allow_compression(answer)

    return answer
