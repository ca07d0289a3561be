"""What is held about people's ratings, for the file of their own data."""

from accounts.own_data.held import HeldRows, held_add
from accounts.own_data.of_accounts import WORK

held_add(
    HeldRows(
        "ratings",
        "ratings.Rating.user",
        ("mode", "house", "mean", "deviation", "games", "value"),
        {"level": WORK},
    ),
    HeldRows(
        "rated_games",
        "ratings.RatedSeat.rating__user",
        (
            *("game", "seat", "place", "part", "mean_before", "deviation_before"),
            *("mean", "deviation", "games"),
        ),
        {"rated_game": WORK},
    ),
)
