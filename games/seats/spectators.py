"""Spectators' decisions: one of them names the luminary that the Audience acts as.

They are asked by R-LUM-AUDIENCE with the option `audience = spectator`. Anybody who may know of the
game and does not sit there may answer; the first answer counts. If nobody answers in time, a timer
leaves the choice to chance (`games.workers.timers`). If nobody may watch, chance chooses at once.
"""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q

from accounts.models import User
from games.models import Game, SeatAssignment

LEAVE_IT_TO_CHANCE: Final = {"type": "pass"}  # on behalf of spectators who do not answer


def are_asked(game: Game) -> bool:
    return bool(game.options["audience"] == "spectator")


def may_watch(game: Game, assignments: Sequence[SeatAssignment]) -> bool:
    """Return whether anybody who does not sit at the game may know of it, as its league does."""
    if game.arranged or game.visibility != Game.Visibility.PRIVATE:
        return True
    seated = [assignment.user_id for assignment in assignments if assignment.user_id is not None]
    knowing = User.objects.filter(
        Q(pk=game.creator_id) | Q(games_invited_to=game), is_active=True, closed_at=None
    )
    return knowing.exclude(pk__in=seated).exists()
