"""The view that describes the server."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from api.answers import json_answer, without_secrets
from api.views import ApiView
from games.outputs.server import Meta, meta


@extend_schema(tags=["meta"])
class MetaView(ApiView):
    """The server itself."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="meta_get", summary="What is this?", auth=[], responses=Meta)
    def get(self, _request: Request) -> HttpResponse:
        """Return the server's name and version, the options of games, and its limits."""
        return without_secrets(json_answer(meta()))
