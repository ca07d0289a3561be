"""The page of the seasons that somebody played: where, and how they ended."""

from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from accounts.selectors import user_by_handle
from leagues.models import Season
from leagues.reading.histories import entries_of, with_rows
from leagues.refusals import LeagueNotFoundError
from leagues.season.wording import format_number
from web.frame.acts import ActPage
from web.frame.queries import number_in

LISTED: Final = 30  # seasons on a page
LAST: Final = 30  # page


class SeasonsPlayedPage(ActPage):
    """The seasons of public leagues that somebody entered, and of those that concern the visitor.

    As in the API, it takes a log-in.
    """

    template = "web/seasons_played.html"
    needs_log_in = True
    player: User

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the player; raises LeagueNotFoundError."""
        found = user_by_handle(handle=ids["handle"])
        if found is None or not found.is_present:
            raise LeagueNotFoundError
        self.player = found

    def context(self) -> dict[str, Any]:
        number = min(max(number_in(self.request, "page"), 1), LAST)
        found = entries_of(user=self.player, viewer=self.person)
        rows = list(found[LISTED * (number - 1) : LISTED * number + 1])
        states = {
            Season.State.REGISTRATION: gettext("open for entries"),
            Season.State.RUNNING: gettext("being played"),
            Season.State.FINISHED: gettext("over"),
            Season.State.CALLED_OFF: gettext("called off"),
        }
        shown = [
            {
                "season": entry.player.season,
                "league": entry.player.season.league,
                "state": states[Season.State(entry.player.season.state)],
                "division": entry.standing.division + 1 if entry.standing else None,
                "place": entry.row.place if entry.row else None,
                "size": entry.size,
                "points": format_number(entry.row.points) if entry.row else "",
            }
            for entry in with_rows(rows[:LISTED])
        ]
        return {
            "player": self.player,
            "entries": shown,
            "next": number + 1 if len(rows) > LISTED and number < LAST else None,
            "here": reverse("player-seasons-page", args=[self.player.handle]),
        }
