"""The person's time ran out, which is excused: the house decides for them this time."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind, OpeningText, is_seated_in_running_game

OPENING = OpeningText(
    gettext_lazy(
        "Your time ran out in your game of Illimat. This is excused: the house makes this decision "
        "for you."
    ),
    gettext_lazy(
        "Your time ran out in your game of Illimat {company}. This is excused: the house makes "
        "this decision for you."
    ),
)

EXCUSED = Kind(
    key="excused",
    label=gettext_lazy("a missed decision was excused"),
    holds=is_seated_in_running_game,
    opening=lambda _: OPENING,
    needed=True,
)
