"""The visitor's own games in pages, by their state."""

from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from games.language import active_language
from games.models import Game
from games.reading import lists
from games.reading.tables import Table, tables_of
from illimat_core.modes import MODES
from web.frame.access import for_people
from web.frame.game_cards import Card, cards_of, company_of, scores_of, tell_apart
from web.frame.queries import rows_in

LEFT: Final = "left"
STATES: Final = {
    Game.State.RUNNING: gettext_lazy("Being played"),
    "my_turn": gettext_lazy("Waiting for me"),
    "waiting": gettext_lazy("Waiting for others"),
    Game.State.OPEN: gettext_lazy("Not begun yet"),
    Game.State.FINISHED: gettext_lazy("Over"),
    Game.State.CALLED_OFF: gettext_lazy("Called off"),
    LEFT: gettext_lazy("Left"),
}


class ListedGame(NamedTuple):
    """A game of the list: with whom, what was played, and how it ended or what it waits for.

    While it is played, `left` is the time of whom it waits for, and `since` tells it apart.
    """

    table: Table
    who: str
    mode: str
    outcome: str
    left: str = ""
    since: str = ""


@require_safe
@for_people
def my_games(request: HttpRequest, user: User) -> HttpResponse:
    """List the visitor's games in one state, by default the first in which there are any."""
    asked = request.GET.get("state", "")
    state = asked if asked in STATES else _first_state(user)
    games = _games_in(state, user)
    page = rows_in(request, games, lists.order_of(state))
    if page is None:
        return redirect("my-games")
    shown = {
        "state": state,
        "states": STATES.items(),
        "games": _listed(tables_of(user=user, games=page.rows)),
        "next": page.next,
    }
    return render(request, "web/my_games.html", shown)


def _first_state(user: User) -> str:
    found = (state for state in STATES if _games_in(state, user).exists())
    return next(found, Game.State.RUNNING)


def _games_in(state: str, user: User) -> QuerySet[Game]:
    if state == LEFT:
        return lists.games_left(user=user)
    return lists.games_of(user=user, filters={"state": state})


def _listed(tables: list[Table]) -> list[ListedGame]:
    """Return the games of a page; those being played say what they wait for, and since when."""
    cards = cards_of([table for table in tables if table.game.state == Game.State.RUNNING])
    shown = {card.table.game.pk: card for card in tell_apart(cards, cards)}
    return [_played(table, shown.get(table.game.pk)) for table in tables]


def _played(table: Table, card: Card | None) -> ListedGame:
    mode = active_language().say(MODES[table.game.mode].title)
    if card is not None:
        return ListedGame(table, card.who, mode, card.what, card.left, card.since)
    ended = table.game.state == Game.State.FINISHED
    outcome = f"{_winner(table)} {scores_of(table)}".strip() if ended else ""
    return ListedGame(table, company_of(table) if table.begun else "", mode, outcome)


def _winner(table: Table) -> str:
    winners = table.game.winners or []
    if table.seat in winners:
        return gettext("You won.")
    if MODES[table.game.mode].players == (1,):
        return gettext("Not won.")
    if not winners:
        return gettext("Nobody won.")
    names = active_language().form("and", [table.names[seat] for seat in winners])
    return gettext("Won by {names}.").format(names=names)
