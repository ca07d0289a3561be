"""The view that all endpoints derive from."""

from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView
from typing_extensions import override

from api.database_time import tell_time
from api.inputs import EmptySerializer, read_input
from api.request_slots import slot_of


class AnyAccept(BaseContentNegotiation):
    """Answers every `Accept` alike, for endpoints with a single type of content."""

    @override
    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        return next(iter(parsers))

    @override
    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        """Return the first renderer, which renders only problems."""
        first = next(iter(renderers))
        return first, str(first.media_type)


class ApiView(APIView):
    """A view whose answers carry the server's time.

    The number of simultaneous requests of one person is limited. The OpenAPI document lists the
    operations of a view under the `tag` of its class.
    """

    def __init_subclass__(cls, *, tag: str | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if tag is not None:
            extend_schema(tags=[tag])(cls)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer the request, then release its slot."""
        with ExitStack() as self.held:
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authenticate the requester and take one of their slots.

        Raises QuotaError, MethodNotAllowed, and ValidationError for a query where something is to
        be changed: a client that sends `?dry_run=true` must not be told that it is done.
        """
        super().initial(request, *args, **kwargs)
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        if request.method not in SAFE_METHODS:
            read_input(EmptySerializer, request.query_params)
        self.held.enter_context(slot_of(request))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers that every answer carries; no time while the database is away."""
        final = super().finalize_response(request, response, *args, **kwargs)
        tell_time(final)
        return final
