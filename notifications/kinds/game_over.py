"""The person's game is over."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.models import Game
from games.play.results import adjudication_of
from notifications.kinds.record import Kind, OpeningText, is_seated
from notifications.models import Notice

OPENING = OpeningText(
    gettext_lazy("Your game of Illimat is over."),
    gettext_lazy("Your game of Illimat {company} is over."),
)
BY_MODERATORS: Final = OpeningText(
    gettext_lazy(
        "Your game of Illimat was ended in round {round} by the moderators of this server, who "
        "decided the places."
    ),
    gettext_lazy(
        "Your game of Illimat {company} was ended in round {round} by the moderators of this "
        "server, who decided the places."
    ),
)
ADJUDICATED: Final = {
    "by_score": OpeningText(
        gettext_lazy(
            "Your game of Illimat was ended by its league in round {round}. The places follow from "
            "the scores of the rounds scored so far."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was ended by its league in round {round}. The places "
            "follow from the scores of the rounds scored so far."
        ),
    ),
    "by_place": OpeningText(
        gettext_lazy(
            "Your game of Illimat was ended by its league in round {round}. The places follow from "
            "the scores at that moment, with ties broken by the current round."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was ended by its league in round {round}. The places "
            "follow from the scores at that moment, with ties broken by the current round."
        ),
    ),
    "ruling": OpeningText(
        gettext_lazy(
            "Your game of Illimat was ended in round {round} by a ruling of the league's "
            "organiser, who decided the places."
        ),
        gettext_lazy(
            "Your game of Illimat {company} was ended in round {round} by a ruling of the league's "
            "organiser, who decided the places."
        ),
    ),
}
"""For a game that a league ended, by what the places follow from."""


def opening(game: Game) -> OpeningText:
    adjudicated = adjudication_of(game)
    if adjudicated is None:
        return OPENING
    return BY_MODERATORS if adjudicated.by == "moderators" else ADJUDICATED[adjudicated.reason]


def is_over(notice: Notice) -> bool:
    return is_seated(notice) and notice.table.game.state == Game.State.FINISHED


GAME_OVER = Kind(
    key="game_over",
    label=gettext_lazy("the game is over"),
    holds=is_over,
    opening=opening,
)
