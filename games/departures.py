"""Leaving a person's games when their account is suspended, closed or deleted."""

import logging
from typing import Any, cast

from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_erasing, account_unavailable
from games import tables
from games.actors import Source
from games.leaving import Reason, leave
from games.models import Game, SeatAssignment
from games.refusals import GameOverError, NotAllowedError, RuleError, TableError
from games.services import game_call_off, seat_leave

REFUSALS = (GameOverError, NotAllowedError, RuleError, TableError)

logger = logging.getLogger(__name__)


@receiver(account_erasing)
def leave_all_games(*, user: User, **_: Any) -> None:
    """Call off the open tables of `user`, leave those of others, and leave running games.

    The seats remain, without a name. A failure to leave a game is logged and does not keep the
    person's data from being erased.
    """
    for game in Game.objects.filter(creator=user, state=Game.State.OPEN):
        _attempt(game, lambda g=game: game_call_off(user=user, game_id=g.pk))
    for seat in _seats(user, Game.State.OPEN):
        _attempt(seat.game, lambda s=seat: seat_leave(user=user, game_id=s.game_id))
    _leave_running(user, "account_deleted")


@receiver(account_unavailable)
def leave_running_games(*, user: User, reason: str, **_: Any) -> None:
    """Leave the running games of an account that cannot be used for now.

    Once its owner can use it again, they may take back each seat that nobody else has taken.
    """
    _leave_running(user, cast("Reason", reason))


def _leave_running(user: User, reason: Reason) -> None:
    for seat in _seats(user, Game.State.RUNNING):
        _attempt(seat.game, lambda s=seat: _leave(s, reason))


def _seats(user: User, state: str) -> list[SeatAssignment]:
    seats = SeatAssignment.objects.filter(user=user, game__state=state)
    return list(seats.select_related("game"))


def _leave(seat: SeatAssignment, reason: Reason) -> None:
    if seat.number is not None:
        leave(tables.table_lock(game_id=seat.game_id), seat.number, reason, Source.ACCOUNT)


def _attempt(game: Game, leave: Any) -> None:
    try:
        with transaction.atomic():
            leave()
    except REFUSALS as refusal:
        logger.warning("Game %s was not left with its player's account: %s", game.pk, refusal)
