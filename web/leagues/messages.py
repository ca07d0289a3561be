"""The page of what organisers wrote to all who take part in a season."""

from collections.abc import Mapping
from typing import Any, Final

from games.refusals import NotAllowedError
from leagues.office.messages import messages_of
from leagues.refusals import LeagueNotFoundError
from notifications.content.wording import moment_in
from web.leagues.season import OneSeasonPage

LISTED: Final = 100


class MessagesPage(OneSeasonPage):
    """The messages of the organisers, the newest first."""

    template = "web/season_messages.html"
    needs_log_in = True

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the messages, for those who take part in the season, or organise it."""
        super().look(ids)
        try:
            self.found = messages_of(**self.about)
        except NotAllowedError:
            raise LeagueNotFoundError from None

    def context(self) -> dict[str, Any]:
        rows = self.found.order_by("-id")[:LISTED]
        return super().context() | {
            "texts": [(row, moment_in(row.at, self.zone.key)) for row in rows],
        }
