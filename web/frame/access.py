"""What visitors get who may not see what they asked for."""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, cast
from uuid import UUID

from allauth.core import ratelimit
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.views import redirect_to_login
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from accounts.models import User
from api.request_slots import holding_slot
from games.refusals import GameFrozenError, GameNotFoundError
from games.stream import integrity
from web.frame.errors import frozen_page
from web.frame.viewers import read_viewer

UNSENT: Final = "unsent"
"""The key of the session under which a form is kept."""
LONGEST: Final = 20_000  # characters
KEPT_FOR: Final = timedelta(hours=1)
P = ParamSpec("P")
GamePage = Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]


def visitor_of(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def log_in_first(request: HttpRequest) -> HttpResponse:
    """Lead to the log-in and back. A form is kept, to be sent later (`web.frame.unsent_forms`).

    A form that is not kept leads back to its page without the query, which may name hidden cards of
    its sender.
    """
    if request.method != "POST":
        return redirect_to_login(request.get_full_path())
    return redirect_to_login(reverse("unsent") if _keep(request) else request.path)


def _keep(request: HttpRequest) -> bool:
    """Keep a form for its viewer, if it may be kept; return whether it is.

    It is kept for an hour if it is not longer than any form of these pages, in a session that ends
    then if nobody logs in. One network address can have 30 kept in an hour.
    """
    viewer = read_viewer(request)
    if viewer is None or not viewer.keep_as:
        return False
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    ]
    length = sum(len(name) + len(value) for name, value in fields)
    if length > LONGEST or not ratelimit.consume(request, action="keep_form"):
        return False
    request.session[UNSENT] = viewer._asdict() | {
        "address": request.get_full_path(),
        "fields": fields,
        "until": time.time() + KEPT_FOR.total_seconds(),
    }
    request.session.set_expiry(KEPT_FOR)
    return True


@receiver(user_logged_in)
def keep_for_viewer(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Drop a form that was kept for somebody other than the person who logs in.

    The session gets its usual time, which the form has shortened.
    """
    kept = request.session.get(UNSENT)
    if kept is None:
        return
    request.session.set_expiry(None)
    if kept.get("user_id") != user.pk:
        del request.session[UNSENT]


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
            integrity.freeze_if_damaged(error)
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
            return log_in_first(request)
        return page(request, user, *args, **kwargs)

    named: Any = wraps(page)(answer)
    return holding_slot(named)
