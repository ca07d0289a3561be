"""Something has happened at the person's table for which nobody has to act."""

from datetime import timedelta

from django.utils.translation import gettext_lazy

from notifications.kinds.record import NOT_PUSHED, Kind, OpeningText, is_seated_in_running_game

OPENING = OpeningText(
    gettext_lazy("There is news about your game of Illimat."),
    gettext_lazy("There is news about your game of Illimat {company}."),
)

TABLE_NEWS = Kind(
    key="table_news",
    label=gettext_lazy("news from the table"),
    holds=is_seated_in_running_game,
    opening=lambda _: OPENING,
    delay=timedelta(minutes=5),
    channels=NOT_PUSHED,
)
