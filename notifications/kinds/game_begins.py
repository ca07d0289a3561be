"""The person's game has begun, and somebody else acts first."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind, Opening, seated_while_running

OPENING = Opening(
    gettext_lazy("Your game of Illimat begins."),
    gettext_lazy("Your game of Illimat {company} begins."),
)

GAME_BEGINS = Kind(
    key="game_begins",
    label=gettext_lazy("the game begins"),
    holds=seated_while_running,
    opening=lambda _: OPENING,
    of_turn=True,
)
