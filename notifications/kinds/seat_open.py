"""A seat of the person's game is open for a substitute, and the game stands still."""

from datetime import timedelta

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind, OpeningText, is_seated_in_running_game
from notifications.models import Notice

OPENING = OpeningText(
    gettext_lazy(
        "A seat is open in your game of Illimat. The game waits until a substitute takes it."
    ),
    gettext_lazy(
        "A seat is open in your game of Illimat {company}. The game waits until a substitute takes "
        "it."
    ),
)
OPENING_IN_SEASON = OpeningText(
    gettext_lazy(
        "A seat is free in your game of Illimat. For three days, the game waits for the player who "
        "left, or for a substitute of the season."
    ),
    gettext_lazy(
        "A seat is free in your game of Illimat {company}. For three days, the game waits for the "
        "player who left, or for a substitute of the season."
    ),
)


def is_waiting_for_seat(notice: Notice) -> bool:
    """Return whether the game still waits for what becomes of a leaver's seat."""
    return is_seated_in_running_game(notice) and notice.table.still


SEAT_OPEN = Kind(
    key="seat_open",
    label=gettext_lazy("a seat is open"),
    holds=is_waiting_for_seat,
    opening=lambda game: OPENING_IN_SEASON if game.arranged else OPENING,
    delay=timedelta(minutes=5),
)
