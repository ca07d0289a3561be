"""Leaving a person's games when their account is suspended, closed or deleted.

All games of a person are locked in one transaction, the open ones first and each kind in the order
of their ids: so two people who leave the same games at the same time do not wait for each other in
a circle.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_erasing, account_unavailable
from games import tables
from games.actors import Source
from games.leaving import Reason, leave
from games.models import Game, SeatAssignment
from games.refusals import (
    GameOverError,
    NotAllowedError,
    RuleError,
    TableError,
)
from games.services import game_call_off, seat_leave

REFUSALS: Final = (GameOverError, NotAllowedError, RuleError, TableError)

logger = logging.getLogger(__name__)


@receiver(account_erasing)
def leave_all_games(*, user: User, **_: Any) -> None:
    """Call off the open tables of `user`, leave those of others, and leave running games.

    The seats remain, without a name. A failure to leave a game is logged and does not keep the
    person's data from being erased.
    """
    of_user = Q(creator=user) | Q(assignments__user=user)
    open_tables = Game.objects.filter(of_user, state=Game.State.OPEN)
    for game in open_tables.distinct().order_by("pk"):
        end = game_call_off if game.creator_id == user.pk else seat_leave
        _attempt(game, partial(end, user=user, game_id=game.pk))
    _leave_running(user, "account_deleted")


@receiver(account_unavailable)
def leave_running_games(*, user: User, reason: str, **_: Any) -> None:
    """Leave the running games of an account that cannot be used for now.

    Once its owner can use it again, they may take back each seat that nobody else has taken.
    """
    _leave_running(user, cast("Reason", reason))


def _leave_running(user: User, reason: Reason) -> None:
    seats = SeatAssignment.objects.filter(user=user, game__state=Game.State.RUNNING)
    for seat in seats.select_related("game").order_by("game"):
        _attempt(seat.game, partial(_leave, seat, reason))


def _leave(seat: SeatAssignment, reason: Reason) -> None:
    """Leave a game that was just locked, unless somebody else has taken the seat meanwhile."""
    table = tables.table_lock(game_id=seat.game_id)
    occupants = {each.number: each.user_id for each in table.assignments}
    if seat.number is not None and occupants[seat.number] == seat.user_id:
        leave(table, seat.number, reason, Source.ACCOUNT)


def _attempt(game: Game, leave: Callable[[], object]) -> None:
    try:
        with transaction.atomic():
            leave()
    except REFUSALS as refusal:
        logger.warning("Game %s was not left with its player's account: %s", game.pk, refusal)
