"""A round of the person's game was scored, and another begins."""

from datetime import timedelta

from django.utils.translation import gettext_lazy

from notifications.kinds.record import NOT_PUSHED, Kind, OpeningText, is_seated_in_running_game

OPENING = OpeningText(
    gettext_lazy("A round of your game of Illimat was scored."),
    gettext_lazy("A round of your game of Illimat {company} was scored."),
)

ROUND_SCORED = Kind(
    key="round_scored",
    label=gettext_lazy("a round was scored"),
    holds=is_seated_in_running_game,
    opening=lambda _: OPENING,
    delay=timedelta(minutes=5),
    channels=NOT_PUSHED,
)
