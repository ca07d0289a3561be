"""The home page: the visitor's own games by their deadlines, and the public ones."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from api.request_slots import holding_slot
from games.language import active_language
from games.models import Game
from games.reading.lists import games_invited_to, games_of, games_public, games_waiting_count
from games.reading.lookup import find_games
from games.reading.tables import Table, tables_of, without_blocked
from illimat_core.modes import MODES
from leagues.models import Season
from leagues.reading.histories import entries_current, seasons_to_enter
from leagues.season.invitation_states import invitations_of
from notifications.content.wording import moment_in
from web.frame.access import visitor_of
from web.frame.game_cards import cards_of, tell_apart

LIST: Final = 20  # games of each kind
MOST_OPEN: Final = 100  # seasons among which those that start first are listed
Titled = list[tuple[Table, str]]
"""Tables, each with the title of its mode."""
Lists = Mapping[str, QuerySet[Game]]
"""Lists of games by their names."""


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
    tables = _tables(user, _lists(user))
    lists = [
        Listed(
            gettext("Tables with a free seat"),
            titled(_not_listed(without_blocked(tables["free"]), tables)),
            gettext("All tables"),
            reverse("game-tables"),
        ),
        Listed(
            gettext("Games being played"),
            titled(tables["played"]),
            gettext("All games being played"),
            reverse("games-running"),
        ),
    ]
    shown: dict[str, Any] = {"lists": [each for each in lists if each.tables]}
    return render(request, "web/home.html", shown | (_own(user, tables) if user else {}))


def _lists(user: User | None) -> Lists:
    public = {
        "free": games_public(filters={"state": Game.State.OPEN}),
        "played": games_public(filters={"state": Game.State.RUNNING}),
    }
    if user is None:
        return public
    return public | {
        "turns": games_of(user=user, filters={"state": "my_turn"}),
        "running": games_of(user=user, filters={"state": Game.State.RUNNING}),
        "gathering": games_of(user=user, filters={"state": Game.State.OPEN}),
        "invitations": games_invited_to(user=user, among=LIST),
    }


def _tables(user: User | None, lists: Lists) -> Mapping[str, list[Table]]:
    """Return the first tables of each list; games that are on several are read once."""
    ids = {name: games.values_list("pk", flat=True)[:LIST] for name, games in lists.items()}
    games = find_games(list({pk for each in ids.values() for pk in each}))
    found = {table.game.pk: table for table in tables_of(user=user, games=games)}
    return {name: [found[pk] for pk in each if pk in found] for name, each in ids.items()}


def _not_listed(free: list[Table], tables: Mapping[str, list[Table]]) -> list[Table]:
    """Return the free tables that are not among the visitor's own, or those they are invited to."""
    own = [*tables.get("gathering", ()), *tables.get("invitations", ())]
    return [table for table in free if table not in own]


def _own(user: User, tables: Mapping[str, list[Table]]) -> dict[str, Any]:
    turns, running = tables["turns"], tables["running"]
    others = [table for table in running if table not in turns]
    turn_cards, other_cards = cards_of(turns), cards_of(others)
    among = [*turn_cards, *other_cards]
    return {
        "waiting_for_me": games_waiting_count(user=user),
        "turns": tell_apart(turn_cards, among),
        "timed": any(card.until for card in turn_cards),
        "waiting": tell_apart(other_cards, among),
        "invitations": titled(tables["invitations"]),
        "seasons": [each.season for each in entries_current(user=user)[:LIST]],
        "league_invitations": list(invitations_of(user=user)[:LIST]),
        "open_seasons": _open_seasons(user),
        "playing_in": {each.season.season for each in [*turns, *running] if each.season},
        "gathering": titled(tables["gathering"]),
    }


def _open_seasons(user: User) -> list[tuple[Season, str]]:
    """Return the seasons that `user` may register for, each with until when."""
    seasons = sorted(seasons_to_enter(user=user)[:MOST_OPEN], key=lambda each: str(each.starts_at))
    return [(each, moment_in(each.starts_at, user.time_zone)) for each in seasons[:LIST]]


def titled(tables: list[Table]) -> Titled:
    say = active_language().say
    return [(table, say(MODES[table.game.mode].title)) for table in tables]
