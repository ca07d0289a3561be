"""Follows rated games, in the transactions that begin and end them."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from games.models import Game, SeatAssignment
from games.signals import events_appended
from illimat_core import State
from ratings.house_games import house_game_note
from ratings.rated_games import rated_game_begin, rated_game_end


@receiver(events_appended)
def follow_rated_game(
    *, game: Game, assignments: Sequence[SeatAssignment], state_before: State | None, **_: Any
) -> None:
    """Enter those who begin a rated game, and rate them when it is finished.

    A finished game with house players is noted, to be rated apart.
    """
    if not game.rated:
        if game.state == Game.State.FINISHED:
            house_game_note(game, assignments)
        return
    if state_before is None:
        rated_game_begin(game, assignments)
    if game.state == Game.State.FINISHED:
        rated_game_end(game)
