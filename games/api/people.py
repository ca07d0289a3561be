"""The view for people's public profiles."""

from rest_framework.request import Request

from accounts.api.views import find_person
from api.operations import operation
from api.views import ApiView
from games.outputs import people as outputs


class PlayerView(ApiView, tag="players"):
    """A person who plays here."""

    @operation("player_get", "Who is this?")
    def get(self, _request: Request, handle: str) -> outputs.Person:
        """Return a person's public profile."""
        return outputs.person(find_person(handle))
