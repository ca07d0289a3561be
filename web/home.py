"""The home page: the visitor's own games by their deadlines, and the public ones."""

from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from api.slots import holding_slot
from games.language import active_language
from games.lists import (
    games_invited_to,
    games_of,
    games_public,
    games_waiting_count,
)
from games.models import Game
from games.tables import Table, tables_of, without_blocked
from illimat_core.modes import MODES
from leagues.histories import entries_current, seasons_to_enter
from leagues.invited import invitations_of
from leagues.models import Season
from notifications.wording import moment_in
from web.access import visitor_of
from web.cards import cards_of, told_apart

LIST: Final = 20  # games of each kind
MOST_OPEN: Final = 100  # seasons among which those that start first are listed
Titled = list[tuple[Table, str]]
"""Tables, each with the title of its mode."""


class Listed(NamedTuple):
    """The newest public tables of a kind, with the address of the page that lists them all."""

    title: str
    tables: Titled
    all_of_them: str
    address: str


@require_safe
@holding_slot
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page: what waits for the visitor first, what they may join last."""
    user = visitor_of(request)
    running = games_public(filters={"state": Game.State.RUNNING})
    waiting = games_public(filters={"state": Game.State.OPEN})
    lists = [
        Listed(
            gettext("Tables with a free seat"),
            titled(without_blocked(_tables(user, waiting))),
            gettext("All tables"),
            reverse("game-tables"),
        ),
        Listed(
            gettext("Games being played"),
            titled(_tables(user, running)),
            gettext("All games being played"),
            reverse("games-running"),
        ),
    ]
    shown: dict[str, Any] = {"lists": [each for each in lists if each.tables]}
    return render(request, "web/home.html", shown | (_own(user) if user else {}))


def _own(user: User) -> dict[str, Any]:
    """Return what the page shows of the games of `user`."""
    turns = _tables(user, games_of(user=user, filters={"state": "my_turn"}))
    running = _tables(user, games_of(user=user, filters={"state": Game.State.RUNNING}))
    invited = list(games_invited_to(user=user, among=LIST))
    mine = {table.game.pk for table in turns}
    others = [table for table in running if table.game.pk not in mine]
    turn_cards, other_cards = cards_of(turns), cards_of(others)
    among = [*turn_cards, *other_cards]
    return {
        "waiting_for_me": games_waiting_count(user=user),
        "turns": told_apart(turn_cards, among),
        "timed": any(card.until for card in turn_cards),
        "waiting": told_apart(other_cards, among),
        "invitations": titled(tables_of(user=user, games=invited)),
        "seasons": [each.season for each in entries_current(user=user)[:LIST]],
        "league_invitations": list(invitations_of(user=user)[:LIST]),
        "open_seasons": _open_seasons(user),
        "playing_in": {each.season.season for each in [*turns, *running] if each.season},
        "gathering": titled(_tables(user, games_of(user=user, filters={"state": "open"}))),
    }


def _open_seasons(user: User) -> list[tuple[Season, str]]:
    """Return the seasons that `user` may register for, each with until when."""
    seasons = sorted(seasons_to_enter(user=user)[:MOST_OPEN], key=lambda each: str(each.starts_at))
    return [(each, moment_in(each.starts_at, user.time_zone)) for each in seasons[:LIST]]


def _tables(user: User | None, games: Any) -> list[Table]:
    """Return the first tables of `games`."""
    return tables_of(user=user, games=games[:LIST])


def titled(tables: list[Table]) -> Titled:
    """Return tables, each with the title of its mode."""
    say = active_language().say
    return [(table, say(MODES[table.game.mode].title)) for table in tables]
