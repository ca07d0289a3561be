"""Pages that need no script: what this is, and a game as its visitor may see it."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.slots import takes_a_slot
from games import freezing
from games.models import Game
from games.refusals import GameFrozenError, GameNotFoundError
from games.selectors import (
    Table,
    game_history,
    game_observe,
    games_of,
    games_public,
    table_get,
    table_of,
)
from illimat_core.catalogue import described
from illimat_core.narration import in_words, narrate
from illimat_core.text import enumerate_words
from web.board import fields_shown, hands_shown, seats_shown

LIST = 20  # games
LOG = 200  # events: about a round
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


@require_safe
@takes_a_slot
def home(request: HttpRequest) -> HttpResponse:
    """Say what this is, and list games: one's own, and those that anybody may see."""
    user = _visitor(request)
    running = games_public(filters={"state": Game.State.RUNNING})
    waiting = games_public(filters={"state": Game.State.OPEN})
    lists = [
        ("Your games", _listed(user, _own(user) if user else [])),
        ("Tables with a free seat", _listed(user, waiting)),
        ("Games being played", _listed(user, running)),
    ]
    return _page(request, "web/home.html", {"lists": [entry for entry in lists if entry[1]]})


@require_safe
@takes_a_slot
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game as its visitor may see it.

    One that the visitor may not know of is not found, like one that does not exist; a visitor who
    is not logged in is led to log in first, as a link in a turn mail may have brought them.
    """
    try:
        table = table_get(user=_visitor(request), game_id=game_id)
        shown = {"table": table, "game": table.game} | _shown(table)
    except GameNotFoundError:
        if request.user.is_authenticated:
            raise Http404 from None
        return redirect_to_login(request.path)
    except GameFrozenError as error:
        freezing.frozen_by(error)
        return _frozen(request, game_id)
    return _page(request, "web/game.html", shown)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form that was not sent from a page of this site, or whose token is outdated."""
    page = _page(request, "web/csrf.html", {})
    page.status_code = HTTPStatus.FORBIDDEN
    return page


def _frozen(request: HttpRequest, game_id: UUID) -> HttpResponse:
    page = _page(request, "web/frozen.html", {"game_id": game_id})
    page.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    freezing.do_not_log(page)
    return page


def _visitor(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _own(user: User) -> list[Game]:
    """Return the games of `user` that go on, first those that wait for them."""
    states = ("my_turn", Game.State.RUNNING, Game.State.OPEN)
    games = [
        game for state in states for game in games_of(user=user, filters={"state": state})[:LIST]
    ]
    return list({game.pk: game for game in games}.values())


def _listed(user: User | None, games: Any) -> list[Table]:
    return [table_of(user=user, game=found) for found in games[:LIST]]


def _shown(table: Table) -> dict[str, Any]:
    """Return what the page shows of a game that has begun; of others nothing."""
    view = game_observe(table=table)
    if view is None:
        return {}
    names, version = table.names, table.game.version
    asked = view.decisions
    history = game_history(table=table, after=max(0, version - LOG), limit=LOG)
    told = [(entry["sequence"], narrate(in_words(entry["event"]), names)) for entry in history]
    awaited = [names[d.seat] if d.seat is not None else "a spectator" for d in asked]
    return {
        "view": view,
        "fields": fields_shown(view),
        "seats": seats_shown(view, names),
        "hands": hands_shown(view, names, table.seat),
        "teams": [enumerate_words(names[seat] for seat in team) for team in table.teams],
        "awaited": enumerate_words(awaited) if awaited else "",
        "prompts": [d.prompt for d in asked if d.seat == table.seat],
        "winners": enumerate_words(names[seat] for seat in view.winner) if view.winner else "",
        "luminaries": described(view),
        "log": [line for line in reversed(told) if line[1]],
        "log_is_cut": version > LOG,
    }


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return response
