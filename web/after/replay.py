"""The replay of a game, a page for each step, its log in words, its scores, and its check."""

from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from api.answers import allow_compression, json_answer
from games.language import active_language
from games.outputs.deals import export
from games.reading.board import arrange_board
from games.reading.selectors import game_observe_at
from games.reading.tables import Table, table_get
from illimat_core.picture import PAGE, Look, draw, news_of
from notifications.content.happened import unseen_of
from web.after.scores import collect_scores
from web.frame.access import game_page, visitor_of
from web.frame.history import log_page, step_at
from web.frame.queries import number_in
from web.playing.position import draw_position
from web.playing.ribbon import title_of


@require_safe
@game_page
def replay(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Lead to the step that the slider asks for, or to the first since the visitor last acted."""
    table = _table(request, game_id)
    version = number_in(request, "version") or unseen_of(table).since + 1
    version = min(version, table.game.version)
    return redirect("game-replay-step", game_id, version)


@require_safe
@game_page
def replay_step(request: HttpRequest, game_id: UUID, version: int) -> HttpResponse:
    """Show what the visitor saw at a version; once the game is over, with all hands open."""
    table, language = _table(request, game_id), active_language()
    view = game_observe_at(table=table, version=version)
    step = step_at(table, version, language)
    if step.between_rounds:
        view = msgspec.structs.replace(view, decisions=[])
    picture = draw(
        view,
        table.names,
        table.seat,
        theme=PAGE,
        language=language,
        news=news_of(each.event for each in step.since),
    )
    shown = {
        "table": table,
        "game": table.game,
        "version": version,
        "step": step,
        "view": view,
        "board": arrange_board(view, table.names, table.seat, language),
        "picture": mark_safe(picture),  # noqa: S308 - the renderer escapes what people wrote
        "zone": table.viewer.time_zone if table.viewer else "UTC",
    }
    return render(request, "web/replay.html", shown)


@require_safe
@game_page
def board_at(request: HttpRequest, game_id: UUID, version: int) -> HttpResponse:
    """Show the board, the players and whose turn it was at a version, as the game's page does."""
    table, language = _table(request, game_id), active_language()
    view = game_observe_at(table=table, version=version)
    shown = {
        "turn": title_of(table, view, language),
        "board": arrange_board(view, table.names, table.seat, language),
        "view": view,
        **draw_position(view, (), Look(language, PAGE)),
    }
    return render(request, "web/board_at.html", shown)


@require_safe
@game_page
def log(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a page of the log; `before` is the sequence of an event."""
    table = _table(request, game_id)
    page = log_page(table, number_in(request, "before"), active_language())
    zone = table.viewer.time_zone if table.viewer else "UTC"
    shown = {"table": table, "game": table.game, "log": page, "zone": zone}
    return render(request, "web/log.html", shown)


def _table(request: HttpRequest, game_id: UUID) -> Table:
    """Return the table of a game that has begun, as the visitor may see it."""
    table = table_get(user=visitor_of(request), game_id=game_id)
    if not table.begun:
        raise Http404
    return table


@require_safe
@game_page
def scores(request: HttpRequest, game_id: UUID) -> HttpResponse:
    table = _table(request, game_id)
    shown = {"table": table, "game": table.game, "scores": collect_scores(table, active_language())}
    return render(request, "web/scores.html", shown)


@require_safe
@game_page
def check(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the page on which the browser checks a game, also one that has not begun."""
    table = table_get(user=visitor_of(request), game_id=game_id)
    return render(request, "web/check.html", {"table": table, "game": table.game})


@require_safe
@game_page
def file(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Return the game as one file for checkers, as far as the visitor may see it."""
    table = table_get(user=visitor_of(request), game_id=game_id)
    answer = json_answer(export(table))
    answer.headers["Content-Disposition"] = f'attachment; filename="illimat-{game_id}.json"'
    return allow_compression(answer) if table.game.ended_at else answer
