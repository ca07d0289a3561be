"""The pages of the guided game, for which nobody needs an account.

The moves travel in the path of the address and the draft of the next one in its query, so Back and
reload just work and the server keeps nothing. A game that is kept becomes a practice game of
the person who is logged in.
"""

from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from api.request_slots import holding_slot
from games.actors import CommandSource
from games.language import active_language
from games.making.guided_game import GuidedCourse, GuidedError, follow, moves_in
from games.making.practice import guided_keep
from web.frame.access import visitor_of
from web.frame.keyed_forms import Refusal, act_once
from web.games.guided_position import position_context, unanswered_context
from web.playing.drafts import read_draft


@require_http_methods(["GET", "HEAD", "POST"])
@holding_slot
def first(request: HttpRequest, played: str = "") -> HttpResponse:
    """Show where a visitor's moves have led, and what the lesson says and offers there.

    By POST, make a practice game of it; the same form sent twice makes one game.
    """
    try:
        course = follow(moves_in(played))
    except GuidedError as error:
        return _refused(request, error)
    if request.method != "POST":
        return _page(request, course)
    user = visitor_of(request)
    if user is None:
        return redirect_to_login(request.path)
    kept = act_once(request, user, lambda: _kept(user, course))
    return _page(request, course, kept) if isinstance(kept, Refusal) else redirect(kept)


@require_safe
@holding_slot
def board(request: HttpRequest, played: str) -> HttpResponse:
    """Show the board and the players as a visitor's last move left them, before the answer."""
    try:
        course = follow(moves_in(played))
    except GuidedError as error:
        return _refused(request, error)
    return render(request, "web/board_at.html", unanswered_context(course, active_language()))


def _refused(request: HttpRequest, error: GuidedError) -> HttpResponse:
    page = render(request, "web/first_refused.html", {"refusal": str(error)})
    page.status_code = HTTPStatus.BAD_REQUEST
    return page


def _page(
    request: HttpRequest, course: GuidedCourse, refusal: Refusal | None = None
) -> HttpResponse:
    shown = position_context(course, read_draft(request.GET), active_language())
    shown["refusal"] = refusal.sentences if refusal else []
    page = render(request, "web/first.html", shown)
    page.status_code = refusal.status if refusal else HTTPStatus.OK
    return page


def _kept(user: User, course: GuidedCourse) -> str:
    game = guided_keep(user=user, moves=course.moves, source=CommandSource.WEB)
    return reverse("game-page", args=[game.pk])
