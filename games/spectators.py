"""Those who watch, in games that ask them: the Audience acts as the luminary they name.

That is R-LUM-AUDIENCE with the option `audience = spectator`. The first answer of anybody who may
know of the game and does not sit there counts. They have a day; from then on whoever plays may let
chance name one instead. Where nobody may watch, chance does so at once.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games import store
from games.models import Game, SeatAssignment
from games.refusals import TableError
from illimat_core import State

PATIENCE = timedelta(days=1)
LEAVE_IT_TO_CHANCE = {"type": "pass"}  # in the name of spectators who do not answer


def are_asked(game: Game) -> bool:
    """Return whether the game is one in which spectators may be asked."""
    return bool(game.options["audience"] == "spectator")


def may_watch(game: Game, assignments: Sequence[SeatAssignment]) -> bool:
    """Return whether there may be anybody who knows of the game and does not sit there."""
    if game.visibility != Game.Visibility.PRIVATE:
        return True
    seated = [assignment.user_id for assignment in assignments if assignment.user_id is not None]
    knowing = User.objects.filter(
        Q(pk=game.creator_id) | Q(games_invited_to=game), is_active=True, closed_at=None
    )
    return knowing.exclude(pk__in=seated).exists()


def speaker_of(game: Game, state: State, seat: int | None, action: Mapping[str, Any]) -> int | None:
    """Return in whose name `seat` takes an action: its own, or that of spectators who are silent.

    Raises TableError `too_early` for who asks for chance before spectators have had their time.
    """
    asked = state.pending
    if asked is None or None not in asked.awaiting or action.get("type") != "pass":
        return seat
    if seat is not None:
        _check_time_is_up(game, asked.since)
    return None


def _check_time_is_up(game: Game, since: int) -> None:
    ((opened, _),) = store.read(game, since - 1, since)
    until = opened.recorded_at + PATIENCE
    if timezone.now() < until:
        raise TableError(
            "too_early",
            f"Spectators may answer until {until:%Y-%m-%d %H:%M:%S} UTC. "
            "From then on you may let chance answer by a pass.",
        )
