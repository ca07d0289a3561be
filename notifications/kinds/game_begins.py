"""The person's game has begun, and somebody else acts first."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind, OpeningText, is_seated_in_running_game

OPENING = OpeningText(
    gettext_lazy("Your game of Illimat begins."),
    gettext_lazy("Your game of Illimat {company} begins."),
)

GAME_BEGINS = Kind(
    key="game_begins",
    label=gettext_lazy("the game begins"),
    holds=is_seated_in_running_game,
    opening=lambda _: OPENING,
    of_turn=True,
)
