"""Closing one's account: what follows, and the button that does it."""

from typing import Any, Final, cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services import CLOSED_KEPT, account_close_own
from games.models import Game
from games.reading.lists import games_of
from games.reading.tables import tables_of
from web.frame.access import for_people
from web.frame.game_cards import company_of
from web.table.game_management import explain_leaving

LISTED: Final = 20  # running games


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def close_account(request: HttpRequest, user: User) -> HttpResponse:
    """Say what follows when the visitor closes their account; by POST, close it.

    As in the API, closing takes a recent log-in. People without one are asked for the password,
    after which the account is closed.
    """
    if request.method == "POST":
        answer: HttpResponse = _close(request)
        return answer
    running = games_of(user=user, filters={"state": Game.State.RUNNING})
    tables = tables_of(user=user, games=list(running[: LISTED + 1]))
    shown = {
        "days": CLOSED_KEPT.days,
        "games": [
            (table.game, company_of(table), explain_leaving(table)) for table in tables[:LISTED]
        ],
        "is_cut": len(tables) > LISTED,
    }
    return render(request, "web/close_account.html", shown)


def _closed(request: HttpRequest) -> HttpResponse:
    account_close_own(user=cast("User", request.user))
    logout(request)
    said = gettext("Your account is closed. The mail that you get has a link that reopens it.")
    messages.success(request, said)
    return redirect("home")


_close: Any = reauthentication_required(_closed)
