"""The links in the header and the foot of every page."""

from typing import Any, Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy

from accounts.sessions import digest
from web.frame.waiting_games import turns_waiting


class Place(NamedTuple):
    """A page that the header of every page links to: the name of its route, and its label."""

    route: str
    label: Any  # a lazy translation


class Link(NamedTuple):
    """A link of the header; `here` if it leads to the page that shows it."""

    address: str
    label: str
    here: bool


PLACES: Final = (
    Place("home", gettext_lazy("Games")),
    Place("game-tables", gettext_lazy("Find a table")),
    Place("game-new", gettext_lazy("New table")),
    Place("game-practice", gettext_lazy("Practice")),
    Place("leagues-page", gettext_lazy("Leagues")),
    Place("rules", gettext_lazy("Rules")),
)


def shell(request: HttpRequest) -> dict[str, Any]:
    """Return what the header and the foot show, for the context of all templates."""
    return {
        "places": SimpleLazyObject(lambda: _links(request.path)),
        "session_mark": SimpleLazyObject(lambda: _mark(request)),
        "turns_waiting": SimpleLazyObject(lambda: turns_waiting(request)),
        "contact_url": settings.CONTACT_URL,
        "privacy_url": settings.PRIVACY_URL,
        "mails_here": bool(settings.MAILS_KEY),
    }


def _mark(request: HttpRequest) -> str:
    """Return what tells a session of the visitor from the one before it, and gives no access."""
    return digest(request.session.session_key)[:8]


def _links(path: str) -> list[Link]:
    addresses = [(reverse(place.route), place) for place in PLACES]
    return [Link(at, str(place.label), at == path) for at, place in addresses]
