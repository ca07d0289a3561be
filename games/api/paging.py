"""Lists a page at a time, by a cursor that new games do not shift."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from accounts.authentication import requester
from games import selectors
from games.api import outputs
from games.api.base import GameView, tagged_answer, without_secrets
from games.api.inputs import BAD_CURSOR, LARGEST_PAGE, PAGE
from games.models import Game


class GamesPagination(CursorPagination):
    """Pages of games, along the time that the list goes by."""

    page_size = PAGE
    max_page_size = LARGEST_PAGE
    page_size_query_param = "limit"


def page_of(
    request: Request,
    view: GameView,
    games: QuerySet[Game],
    ordering: tuple[str, ...] = selectors.NEWEST_FIRST,
    **more: Any,
) -> HttpResponse:
    """Answer with the page of `games` that the request asks for, and with the members `more`."""
    pagination = GamesPagination()
    pagination.ordering = ordering
    try:
        page = pagination.paginate_queryset(games, request, view) or []
    except NotFound as error:
        raise ValidationError({"cursor": [BAD_CURSOR]}) from error
    user = requester(request)
    following = pagination.get_next_link()
    results = [outputs.summary(selectors.table_of(user=user, game=game)) for game in page]
    shown = {"results": results, "next": following, **more}
    return without_secrets(tagged_answer(request, shown))
