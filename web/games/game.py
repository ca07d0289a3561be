"""The page of a game: the table before the start, the game while it is played, and its end."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from api.models import epoch
from games.language import active_language
from games.models import Game
from games.play.results import adjudication_of
from games.reading.board import arrange_board
from games.reading.selectors import game_observe, last_sentence
from games.reading.tables import Table, table_get
from illimat_core.messages import Language
from illimat_core.words.descriptions import explain_luminaries
from notifications.content.wording import ruling_sentence
from notifications.sending.onlookers import look_note
from web.after.ending import ending_context
from web.frame.access import game_page, log_in_first, visitor_of
from web.frame.keyed_forms import Refusal
from web.frame.news import acts_since, has_played_since
from web.frame.time_words import describe_times
from web.frame.unchanged import tag_of
from web.playing.drafts import MoveDraft, read_draft
from web.playing.page import playing_context
from web.playing.sent_moves import has_moved_on, submit, unplayed, version_of
from web.table.table_pages import table_page


@require_http_methods(["GET", "HEAD", "POST"])
@game_page
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game as its visitor may see it; by POST, do what was chosen in it."""
    user, refusal = visitor_of(request), None
    if request.method == "POST":
        if user is None:
            return log_in_first(request)
        done = submit(request, user, game_id)
        if isinstance(done, str):
            return HttpResponseRedirect(done)
        refusal = done
    etag = tag_of(request, game_id)  # before what is shown: it may be older, never newer
    table = table_get(user=user, game_id=game_id)
    if table.viewer and table.seat is not None and "If-None-Match" in request.headers:
        look_note(game_id=table.game.pk, user_id=table.viewer.pk)
    known = None if refusal else get_conditional_response(request, etag=etag)
    if known is not None:  # a script has the page as it stands
        return known
    if not table.begun:
        return table_page(request, table, etag=etag)
    return _page(request, table, refusal, etag)


def _page(request: HttpRequest, table: Table, refusal: Refusal | None, etag: str) -> HttpResponse:
    shown = _shown(table, read_draft(request.GET), active_language())
    shown |= {"table": table, "game": table.game, "etag": etag, "epoch": epoch()}
    if refusal:
        said = [unplayed(request, table.names, active_language())]
        if has_moved_on(refusal) and has_played_since(table, version_of(request)):
            said.append(gettext("You have played already, perhaps in another window."))
        shown["refusal"] = [*filter(None, said), *refusal.sentences]
    if refusal and has_moved_on(refusal):
        shown["meanwhile"] = acts_since(table, version_of(request), active_language())
    page = render(request, _template(table), shown)
    page.status_code = refusal.status if refusal else HTTPStatus.OK
    return page


def _template(table: Table) -> str:
    """Return the template of a table's page: while the game is played, or after it."""
    return "web/game_over.html" if table.game.ended_at else "web/game_running.html"


def _is_cut_short(game: Game) -> bool:
    """Return whether a game was called off or adjudicated, so that its last event says why."""
    return game.state == Game.State.CALLED_OFF or adjudication_of(game) is not None


def _shown(table: Table, draft: MoveDraft, language: Language) -> dict[str, Any]:
    """Return the template context of a game that has begun, and an empty one for other games."""
    view = game_observe(table=table)
    if view is None:
        return {}
    names, shown = table.names, {"view": view}
    if not table.game.ended_at:
        shown = playing_context(table, view, draft, language)
        view = shown["view"]
    return shown | {
        "standing": describe_times(table),
        "board": arrange_board(view, names, table.seat, language),
        "teams": [language.form("and", [names[seat] for seat in team]) for team in table.teams],
        "cut_short": last_sentence(table) if _is_cut_short(table.game) else "",
        "ruling": ruling_sentence(table.game),
        "luminaries": explain_luminaries(view, language),
        **(ending_context(table, view, language) if table.game.ended_at else {}),
    }
