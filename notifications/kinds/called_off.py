"""The person's game was called off, or the table at which they sat."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.models import Game
from games.play.results import judge_of
from notifications.kinds.record import Kind, OpeningText, is_seated
from notifications.models import Notice

BEFORE_IT_BEGAN = OpeningText(
    gettext_lazy("Your game of Illimat was called off by {creator} before it began. Nobody wins."),
    gettext_lazy(
        "Your game of Illimat {company} was called off by {creator} before it began. Nobody wins."
    ),
)
BY_MODERATORS: Final = OpeningText(
    gettext_lazy(
        "Your game of Illimat was called off by the moderators of this server. Nobody wins."
    ),
    gettext_lazy(
        "Your game of Illimat {company} was called off by the moderators of this server. Nobody "
        "wins."
    ),
)
BY_REASON: Final = {
    "consent": OpeningText(
        gettext_lazy(
            "Your game of Illimat was called off in round {round}, because everyone still "
            "playing agreed. Nobody wins."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was called off in round {round}, because everyone "
            "still playing agreed. Nobody wins."
        ),
    ),
    "idle": OpeningText(
        gettext_lazy(
            "Your game of Illimat was called off in round {round}, because nobody had acted for "
            "too long. Nobody wins."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was called off in round {round}, because nobody had "
            "acted for too long. Nobody wins."
        ),
    ),
    "untold": OpeningText(
        gettext_lazy(
            "Your game of Illimat was called off in round {round}, because the server could not "
            "tell whose turn it was. Nobody wins."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was called off in round {round}, because the server "
            "could not tell whose turn it was. Nobody wins."
        ),
    ),
    "never_decided": OpeningText(
        gettext_lazy(
            "Your game of Illimat was called off in round {round}, because a player left before "
            "their first decision. Nobody wins."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was called off in round {round}, because a player left "
            "before their first decision. Nobody wins."
        ),
    ),
    "nobody_left": OpeningText(
        gettext_lazy(
            "Your game of Illimat was called off in round {round}, because you left it. Nobody "
            "wins."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was called off in round {round}, because you left it. "
            "Nobody wins."
        ),
    ),
    "void": OpeningText(
        gettext_lazy(
            "Your game of Illimat was ended by its league in round {round}. It is void and counts "
            "for nobody."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was ended by its league in round {round}. It is void "
            "and counts for nobody."
        ),
    ),
}
"""For a game that had begun when it was called off."""


def opening(game: Game) -> OpeningText:
    if game.ruling and judge_of(game) == "moderators":
        return BY_MODERATORS
    if not game.round:
        return BEFORE_IT_BEGAN
    return BY_REASON[(game.last_event or {}).get("reason", "consent")]


def is_called_off(notice: Notice) -> bool:
    """Return whether the game, at whose table the person sits, is called off."""
    return is_seated(notice) and notice.table.game.state == Game.State.CALLED_OFF


CALLED_OFF = Kind(
    key="called_off",
    label=gettext_lazy("called off"),
    holds=is_called_off,
    opening=opening,
    template="brief",
)
