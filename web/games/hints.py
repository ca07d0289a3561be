"""Hints in practice games: what a strong player would do, in words, and why."""

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.language import active_language
from games.models.advice import HintRequest
from games.outputs.advice import describe_hint
from games.play import advice
from games.reading.selectors import game_preview
from games.reading.tables import Table, table_get
from games.refusals import GameOverError, RuleError, TableError
from web.frame.access import game_page, visitor_of
from web.frame.history import foretold
from web.frame.keyed_forms import Refusal, act_once
from web.playing.drafts import MoveDraft
from web.playing.offers import MAIN

AGAIN: Final = 2  # seconds after which the page looks again, as its header asks


@require_http_methods(["GET", "HEAD", "POST"])
@game_page
def hint(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Ask for a hint by POST; show it, or that somebody looks for it."""
    user, here = visitor_of(request), reverse("game-hint-page", args=[game_id])
    table = table_get(user=user, game_id=game_id)
    if user is None or table.own is None:
        return redirect("game-page", game_id)
    if request.method == "POST":
        asked = act_once(request, user, lambda: _ask(user, game_id, here))
        return _refused(request, table, asked) if isinstance(asked, Refusal) else redirect(asked)
    try:
        return _shown(request, table, advice.hint_get(user=user, game_id=game_id))
    except (TableError, RuleError, GameOverError):
        # None was asked for, or somebody has played since.
        return redirect("game-page", game_id)


def _ask(user: User, game_id: UUID, here: str) -> str:
    advice.hint_ask(user=user, game_id=game_id)
    return here


def _shown(request: HttpRequest, table: Table, asked: HintRequest) -> HttpResponse:
    names, language = table.addressed, active_language().spelled
    found = describe_hint(asked, names, language)
    shown: dict[str, Any] = {"found": found}
    if found.action:
        events = game_preview(table=table, action=found.action, expected_version=None)
        shown["follows"] = foretold(events, names, language)
        shown["chosen"] = _chosen(found.action)
    page = render(request, "web/hint.html", {"table": table, "game": table.game, **shown})
    if found.action is None:
        page.headers["Refresh"] = str(AGAIN)
    return page


def _refused(request: HttpRequest, table: Table, refused: Refusal) -> HttpResponse:
    shown = {"table": table, "game": table.game, "refused": refused}
    page = render(request, "web/hint.html", shown)
    page.status_code = refused.status
    return page


def _chosen(action: dict[str, Any]) -> str:
    """Return the query with which the game's page has a play chosen; empty for other actions."""
    if action["type"] not in MAIN:
        return ""
    draft = MoveDraft(
        cards=tuple(action.get("cards") or [action["card"]]),
        field=action["field"],
        verb=action["type"],
        value=action.get("value") or 0,
        items=tuple(action["take"]) if "take" in action else None,
        season_card=action.get("season_card") or "",
        season=action.get("season") or "",
    )
    return draft.href
