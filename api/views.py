"""The view that all endpoints derive from."""

from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import APIView

from api.slots import slot_of


class ApiView(APIView):
    """A view whose answers carry the server's time.

    The number of simultaneous requests of one person is limited.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer the request, then release its slot."""
        with ExitStack() as self.held:
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authenticate the requester and take one of their slots; raises QuotaError."""
        super().initial(request, *args, **kwargs)
        self.held.enter_context(slot_of(request))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers that every answer carries."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers["Server-Time"] = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        return final
