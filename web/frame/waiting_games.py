"""How many games wait for their visitor: in the title, the icon and the menu of every page."""

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from api.request_slots import holding_slot
from games.reading.lists import games_waiting_count
from illimat_core.picture import THEMES, icon
from web.frame.access import visitor_of

COUNTED: Final = 100
"""How many games are counted at most, which are shown as 99+."""
A_DAY: Final = "public, max-age=86400"


def turns_waiting(request: HttpRequest) -> str:
    """Return how many games wait for the visitor, or nothing if none does."""
    user = visitor_of(request)
    count = games_waiting_count(user=user, most=COUNTED) if user else 0
    return f"{COUNTED - 1}+" if count == COUNTED else str(count or "")


@require_safe
@holding_slot
def turns(request: HttpRequest) -> HttpResponse:
    """Return how many games wait for the visitor, for the script that asks each minute."""
    waiting = turns_waiting(request)
    etag = f'"{waiting}"'
    answer = get_conditional_response(request, etag=etag) or JsonResponse({"waiting": waiting})
    answer.headers["ETag"] = etag
    return answer


@require_safe
def turns_icon(_: HttpRequest, waiting: str) -> HttpResponse:
    answer = HttpResponse(icon(THEMES["light"], number=waiting), "image/svg+xml")
    answer.headers["Cache-Control"] = A_DAY
    return answer


class Waiting:
    """Converts the number of waiting games in an address: `1` to `99`, or `99+`."""

    regex = r"[1-9]\d?\+?"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
