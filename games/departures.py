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
from games.actors import CommandSource
from games.making.services import seat_leave, table_call_off
from games.models import Game, Occupant, SeatAssignment
from games.play.leavers import Reason, leave
from games.reading import tables
from games.refusals import (
    GameFrozenError,
    GameOverError,
    NotAllowedError,
    RuleError,
    TableError,
)
from games.signals import game_thawed
from games.stream import integrity

REFUSALS: Final = (GameFrozenError, GameOverError, NotAllowedError, RuleError, TableError)

logger = logging.getLogger(__name__)


@receiver(account_erasing)
def leave_for_good(*, user: User, **_: Any) -> None:
    """Call off the open tables of `user`, leave those of others, and leave running games.

    The seats remain, without a name. A failure to leave a game is logged and does not keep the
    person's data from being erased.
    """
    _leave_open(user)
    _leave_running(user, "account_deleted")


@receiver(account_unavailable)
def leave_for_now(*, user: User, reason: str, **_: Any) -> None:
    """Leave all games of an account that cannot be used for now, so that none begins without it.

    Once its owner can use it again, they may take back each seat of a running game that nobody else
    has taken.
    """
    _leave_open(user)
    _leave_running(user, cast("Reason", reason))


@receiver(game_thawed)
def leave_thawed_game(*, game: Game, **_: Any) -> None:
    """Let those leave whose accounts have become unusable while the game was frozen."""
    if game.state != Game.State.RUNNING:
        return
    seats = SeatAssignment.objects.filter(game=game).exclude(occupant=Occupant.HOUSE)
    for seat in seats.select_related("user"):
        reason = _why_gone(seat.user)
        if reason is not None:
            _attempt(game, partial(_leave, seat, reason))


def _leave_open(user: User) -> None:
    of_user = Q(creator=user) | Q(assignments__user=user)
    for game in Game.objects.filter(of_user, state=Game.State.OPEN).distinct().order_by("pk"):
        end = table_call_off if game.creator_id == user.pk else seat_leave
        _attempt(game, partial(end, user=user, game_id=game.pk))


def _leave_running(user: User, reason: Reason) -> None:
    """Leave the games, all of which are locked before the first ends: ratings are locked last."""
    running = Game.objects.filter(assignments__user=user, state=Game.State.RUNNING)
    list(running.order_by("pk").select_for_update(of=("self",), no_key=True).only("pk"))
    seats = SeatAssignment.objects.filter(user=user, game__state=Game.State.RUNNING)
    for seat in seats.select_related("game").order_by("game"):
        _attempt(seat.game, partial(_leave, seat, reason))


def _leave(seat: SeatAssignment, reason: Reason) -> None:
    """Leave a game that was just locked, unless somebody else has taken the seat meanwhile."""
    table = tables.table_lock(game_id=seat.game_id)
    occupants = {each.number: each.user_id for each in table.assignments}
    if seat.number is not None and occupants[seat.number] == seat.user_id:
        leave(table, seat.number, reason, CommandSource.ACCOUNT)


def _why_gone(user: User | None) -> Reason | None:
    if user is None:
        return "account_deleted"
    if user.closed_at is not None:
        return "account_closed"
    return None if user.is_active else "unavailable"


def _attempt(game: Game, leave: Callable[[], object]) -> None:
    try:
        with transaction.atomic():
            leave()
    except REFUSALS as refusal:
        integrity.freeze_if_damaged(refusal)
        logger.warning("Game %s was not left with its player's account: %s", game.pk, refusal)
