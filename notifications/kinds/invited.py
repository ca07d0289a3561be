"""The person is invited to a table; they may sit down there or decline."""

from django.utils.translation import gettext_lazy

from games.models import Game
from notifications.kinds.record import Kind, OpeningText
from notifications.models import Notice

OPENING = OpeningText(
    gettext_lazy("{creator} invites you to a game of Illimat."),
    gettext_lazy("{creator} invites you to a game of Illimat {company}."),
)
WITHOUT_CREATOR = OpeningText(
    gettext_lazy("You are invited to a game of Illimat."),
    gettext_lazy("You are invited to a game of Illimat {company}."),
)
"""For a table whose creator has deleted their account."""


def opening(game: Game) -> OpeningText:
    return OPENING if game.creator else WITHOUT_CREATOR


def is_open(notice: Notice) -> bool:
    """Return whether the invitation is open: neither declined nor accepted, before the start."""
    table = notice.table
    if table.game.state != Game.State.OPEN or table.own is not None:
        return False
    return table.game.invitations.filter(user=notice.person, declined_at=None).exists()


INVITED = Kind(
    key="invited",
    label=gettext_lazy("an invitation"),
    holds=is_open,
    opening=opening,
    by_creator=True,
    template="invited",
)
