"""What becomes of the games of a person whose account is deleted."""

import logging
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_erasing
from games import store
from games.models import Game, SeatAssignment
from games.refusals import GameOverError, NotAllowedError, RuleError, TableError
from games.services import command_submit, game_call_off, seat_leave

REFUSALS = (GameOverError, NotAllowedError, RuleError, TableError)

logger = logging.getLogger(__name__)


@receiver(account_erasing)
def leave_games(*, user: User, **_: Any) -> None:
    """Call off the tables that `user` has open, get up from others, and forfeit running games.

    The seats stay, without a name. A game that cannot be left is logged; it does not keep the
    person's data.
    """
    for game in Game.objects.filter(creator=user, state=Game.State.OPEN):
        _attempt(game, lambda g=game: game_call_off(user=user, game_id=g.pk))
    going_on = [Game.State.OPEN, Game.State.RUNNING]
    seats = SeatAssignment.objects.filter(user=user, game__state__in=going_on)
    for seat in seats.select_related("game"):
        _attempt(seat.game, lambda s=seat: _leave(user, s))


def _leave(user: User, seat: SeatAssignment) -> None:
    game = seat.game
    if game.state == Game.State.OPEN:
        seat_leave(user=user, game_id=game.pk)
    elif seat.number in store.state_of(game).staying:
        command_submit(
            user=user,
            game_id=game.pk,
            key=str(uuid4()),
            expected_version=game.version,
            actions=[{"type": "forfeit"}],
        )


def _attempt(game: Game, leave: Any) -> None:
    try:
        with transaction.atomic():
            leave()
    except REFUSALS as refusal:
        logger.warning("Game %s was not left with its player's account: %s", game.pk, refusal)
