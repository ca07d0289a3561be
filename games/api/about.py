"""The view that describes the server."""

from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from api.operations import operation
from api.views import ApiView
from games.outputs.server import Meta, meta


class MetaView(ApiView, tag="meta"):
    """The server itself."""

    authentication_classes = ()  # so that an expired token is no hindrance
    permission_classes = (AllowAny,)

    @operation("meta_get", "What is this?", secretless=True, auth=[])
    def get(self, _request: Request) -> Meta:
        """Return the server's name and version, the options of games, and its limits."""
        return meta()
