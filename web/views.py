"""Pages that need no JavaScript: the home page, and a game as its visitor may see it."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from api.slots import holding_slot
from games import freezing
from games.language import active_language
from games.lists import games_of, games_public
from games.models import Game
from games.refusals import GameFrozenError, GameNotFoundError
from games.selectors import game_history, game_observe
from games.tables import Table, table_get, tables_of
from illimat_core.messages import Language
from illimat_core.modes import MODES
from illimat_core.words.descriptions import explain_luminaries, prompt
from illimat_core.words.narration import narrate
from web.board import fields_shown, hands_shown, seats_shown
from web.standing import standing_shown

LIST = 20  # games
LOG = 200  # events: about a round
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


@require_safe
@holding_slot
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page, with the visitor's own games and the public ones."""
    user = _visitor(request)
    running = games_public(filters={"state": Game.State.RUNNING})
    waiting = games_public(filters={"state": Game.State.OPEN})
    lists = [
        (gettext("Your games"), _listed(user, _own(user) if user else [])),
        (gettext("Tables with a free seat"), _listed(user, waiting)),
        (gettext("Games being played"), _listed(user, running)),
    ]
    return _page(request, "web/home.html", {"lists": [entry for entry in lists if entry[1]]})


@require_safe
@holding_slot
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game as its visitor may see it.

    A game hidden from the visitor gets 404, like one that does not exist. A visitor who is not
    logged in is redirected to the log-in instead, as they may have followed a link in a mail.
    """
    try:
        table = table_get(user=_visitor(request), game_id=game_id)
        shown = {"table": table, "game": table.game} | _shown(table, active_language())
    except GameNotFoundError:
        if request.user.is_authenticated:
            raise Http404 from None
        return redirect_to_login(request.path)
    except GameFrozenError as error:
        freezing.frozen_by(error)
        return _frozen(request, game_id)
    return _page(request, "web/game.html", shown)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - by name
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
    """Return the open and running games of `user`, first those in which it is their turn."""
    states = ("my_turn", Game.State.RUNNING, Game.State.OPEN)
    games = [
        game for state in states for game in games_of(user=user, filters={"state": state})[:LIST]
    ]
    return list({game.pk: game for game in games}.values())


def _listed(user: User | None, games: Any) -> list[tuple[Table, str]]:
    """Return the first tables of `games`, each with the title of its mode."""
    say = active_language().say
    tables = tables_of(user=user, games=games[:LIST])
    return [(table, say(MODES[table.game.mode].title)) for table in tables]


def _shown(table: Table, language: Language) -> dict[str, Any]:
    """Return the template context of a game that has begun, and an empty one for other games."""
    view = game_observe(table=table)
    if view is None:
        return {}
    names, version = table.names, table.game.version
    asked = view.decisions
    history = game_history(table=table, after=max(0, version - LOG), limit=LOG)
    spelled = language.spelled
    log = [(entry.stored.sequence, narrate(entry.event, names, spelled)) for entry in history]
    awaited = [names[d.seat] if d.seat is not None else gettext("a spectator") for d in asked]
    return {
        "view": view,
        "standing": standing_shown(table),
        "fields": fields_shown(view, language),
        "seats": seats_shown(view, names, language),
        "hands": hands_shown(view, names, table.seat, language),
        "teams": [language.form("and", [names[seat] for seat in team]) for team in table.teams],
        "awaited": language.form("and", awaited) if awaited else "",
        "prompts": [prompt(d.kind, language) for d in asked if d.seat == table.seat],
        "winners": language.form("and", [names[s] for s in view.winner]) if view.winner else "",
        "luminaries": explain_luminaries(view, language),
        "log": [line for line in reversed(log) if line[1]],
        "log_is_cut": version > LOG,
    }


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return response
