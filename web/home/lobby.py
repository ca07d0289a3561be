"""Finding a table with a free seat, a seat that its player has left, or a game to watch."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from accounts.models import User
from api.paging import PAGE_SIZE
from api.request_slots import holding_slot
from games.models import Game
from games.reading import lists
from games.reading.tables import Table, tables_of, without_blocked
from notifications.content.terms import brief_terms_of
from web.frame.access import visitor_of
from web.frame.queries import rows_in
from web.home.home import titled
from web.table import table_offers as offers

PLAYERS: Final = ("1", "2", "3", "4")


class Found(NamedTuple):
    """A table, and in short what is played there."""

    table: Table
    words: Sequence[str]


@require_safe
@holding_slot
def tables(request: HttpRequest) -> HttpResponse:
    """List public tables with a free seat, the newest first, and seats to take over.

    The query filters by `players` and `mode`; what it says otherwise is ignored.
    """
    user = visitor_of(request)
    modes = list(offers.modes())
    chosen = {
        "players": request.GET.get("players", "") if request.GET.get("players") in PLAYERS else "",
        "mode": request.GET.get("mode", "")
        if request.GET.get("mode") in {mode.value for mode in modes}
        else "",
    }
    filters = {name: value for name, value in chosen.items() if value}
    games = lists.games_public(filters={"state": Game.State.OPEN, **filters})
    page = rows_in(request, games, lists.NEWEST_FIRST)
    if page is None:
        return redirect("game-tables")
    listed = without_blocked(tables_of(user=user, games=page.rows))
    is_first = "cursor" not in request.GET
    shown: dict[str, Any] = {
        "found": found([table for table in listed if len(table.assignments) < table.game.seats]),
        "next": page.next,
        "modes": modes,
        "players": PLAYERS,
        "chosen": chosen,
        "seats": found(_open_seats(user)) if user and is_first and not filters else [],
        "is_first": is_first,
    }
    return render(request, "web/tables.html", shown)


@require_safe
@holding_slot
def running(request: HttpRequest) -> HttpResponse:
    """List the public games that are being played, the newest first."""
    games = lists.games_public(filters={"state": Game.State.RUNNING})
    page = rows_in(request, games, lists.NEWEST_FIRST)
    if page is None:
        return redirect("games-running")
    listed = tables_of(user=visitor_of(request), games=page.rows)
    return render(request, "web/running.html", {"tables": titled(listed), "next": page.next})


def found(listed: Sequence[Table]) -> list[Found]:
    return [Found(table, words_of(table)) for table in listed]


def words_of(table: Table) -> list[str]:
    """Return in short what is played at a table, and how fast."""
    return [capfirst(term.words) for term in brief_terms_of(table)]


def _open_seats(user: User) -> list[Table]:
    """Return running games with a seat that `user` may take over, each once."""
    games = list(lists.open_seats(user=user)[:PAGE_SIZE])
    once = list({game.pk: game for game in games}.values())
    return [table for table in tables_of(user=user, games=once) if not table.blocks.by]
