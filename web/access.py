"""What visitors get who may not see what they asked for."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from accounts.models import User
from api.slots import holding_slot
from games import freezing
from games.refusals import GameFrozenError, GameNotFoundError
from web.errors import frozen_page
from web.rendering import visitor_of

P = ParamSpec("P")
GamePage = Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]


def game_page(page: GamePage[P]) -> GamePage[P]:
    """Decorate a page about a game: it says so if the game is hidden or frozen.

    A game hidden from the visitor gets 404, like one that does not exist. A visitor who is not
    logged in is redirected to the log-in instead, as they may have followed a link in a mail.
    """

    def answer(
        request: HttpRequest, game_id: UUID, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        try:
            return page(request, game_id, *args, **kwargs)
        except GameNotFoundError:
            if request.user.is_authenticated:
                raise Http404 from None
            return redirect_to_login(request.get_full_path())
        except GameFrozenError as error:
            freezing.frozen_by(error)
            return frozen_page(request, game_id)

    named: Any = wraps(page)(answer)
    held: GamePage[P] = cast("Any", holding_slot(named))
    return held


def for_people(
    page: Callable[Concatenate[HttpRequest, User, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a page that is given its visitor; visitors without a log-in get the log-in first."""

    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = visitor_of(request)
        if user is None:
            return redirect_to_login(request.get_full_path())
        return page(request, user, *args, **kwargs)

    named: Any = wraps(page)(answer)
    return holding_slot(named)
