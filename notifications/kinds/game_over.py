"""The person's game is over."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind, Opening, seated
from notifications.models import Notice

OPENING = Opening(
    gettext_lazy("Your game of Illimat is over."),
    gettext_lazy("Your game of Illimat {company} is over."),
)


def is_over(notice: Notice) -> bool:
    """Return whether the game in which the person sits is over."""
    return seated(notice) and notice.table.game.over


GAME_OVER = Kind(
    key="game_over",
    label=gettext_lazy("the game is over"),
    holds=is_over,
    opening=lambda _: OPENING,
)
