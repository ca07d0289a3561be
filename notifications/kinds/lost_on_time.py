"""The person's time ran out once too often, so that they have left the game."""

from django.utils.translation import gettext_lazy

from games.models import Game
from notifications.kinds.record import Kind, OpeningText, is_still_playing
from notifications.models import Notice

OPENING = OpeningText(
    gettext_lazy("Your time ran out in your game of Illimat, so you have lost your seat."),
    gettext_lazy(
        "Your time ran out in your game of Illimat {company}, so you have lost your seat."
    ),
)
OVER = OpeningText(
    gettext_lazy("Your time ran out in your game of Illimat. You have lost, and the game is over."),
    gettext_lazy(
        "Your time ran out in your game of Illimat {company}. You have lost, and the game is over."
    ),
)
"""For a game that ended by it, because others had forfeited before."""


def opening(game: Game) -> OpeningText:
    return OVER if game.state == Game.State.FINISHED else OPENING


def is_away(notice: Notice) -> bool:
    """Return whether the person has not taken the seat back, and the game was not called off."""
    table = notice.table
    return table.game.state != Game.State.CALLED_OFF and not is_still_playing(table)


LOST_ON_TIME = Kind(
    key="lost_on_time",
    label=gettext_lazy("lost on time"),
    holds=is_away,
    opening=opening,
    needed=True,
)
