"""Forms that were sent after their visitor's session had ended: they offer them once more."""

import time
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve
from django.views.decorators.http import require_safe

from accounts.models import User
from games.reading.tables import table_get
from games.refusals import GameFrozenError, GameNotFoundError
from leagues.isolation import join
from leagues.refusals import LeagueNotFoundError
from leagues.season.lookup import season_get
from leagues.services import league_get
from web.frame.access import UNSENT, for_people
from web.frame.game_cards import company_of


@require_safe
@for_people
def unsent(request: HttpRequest, user: User) -> HttpResponse:
    """Offer to send the form that was kept when its viewer had to log in first.

    It is kept on, as a browser may load pages in advance; sent twice it acts once.
    """
    kept = request.session.get(UNSENT)
    if kept and kept.get("user_id") == user.pk and kept["until"] > time.time():
        return render(request, "web/unsent.html", kept | {"about": _about(kept["address"], user)})
    request.session.pop(UNSENT, None)
    return redirect("home")


def _about(address: str, user: User) -> str:
    """Return the game, season or league that a page is about, in words; empty for other pages."""
    ids = resolve(urlsplit(address).path).kwargs
    try:
        if "game_id" in ids:
            return company_of(table_get(user=user, game_id=ids["game_id"]))
        if "season_id" in ids:
            season = season_get(user=user, season_id=ids["season_id"])
            return join(", ", (season.name, season.league.name))
        if "league_id" in ids:
            return league_get(user=user, league_id=ids["league_id"]).name
    except (GameNotFoundError, GameFrozenError, LeagueNotFoundError):
        pass
    return ""
