"""A game and who sits there, as nearly every request asks for them.

Django takes several times as long to put such a question together as a database to answer it. So
each is put together once, by Django all the same, and then only the game differs.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import F, QuerySet
from django.db.transaction import TransactionManagementError

from accounts.models import User
from games.models import Game, SeatAssignment

ANY: Final = UUID(int=0)


def find_game(game_id: UUID, *, lock: bool = False) -> Game | None:
    """Return a game, locked if asked for.

    Raises TransactionManagementError for who would lock outside of a transaction.
    """
    if lock and not connection.in_atomic_block:
        raise TransactionManagementError("A game is locked for as long as a transaction lasts.")
    games = Game.objects.raw(_sql(_locked if lock else _unlocked), [_as_parameter(game_id)])
    return next(iter(games), None)


def find_seats(game_id: UUID) -> list[SeatAssignment]:
    """Return who sits at a game, as they sat down; of people only their handles are read."""
    seats = list(SeatAssignment.objects.raw(_sql(_seats), [_as_parameter(game_id)]))
    for seat in seats:
        if seat.user_id is not None:
            handle = seat.handle  # type: ignore[attr-defined]
            seat.user = User.from_db(None, ["id", "handle"], [seat.user_id, handle])
    return seats


def _unlocked(game_id: UUID) -> QuerySet[Game]:
    return Game.objects.filter(pk=game_id)


def _locked(game_id: UUID) -> QuerySet[Game]:
    return Game.objects.select_for_update(no_key=True).filter(pk=game_id)


def _seats(game_id: UUID) -> QuerySet[SeatAssignment]:
    return SeatAssignment.objects.annotate(handle=F("user__handle")).filter(game=game_id)


@cache
def _sql(question: Callable[[UUID], QuerySet[Any]]) -> str:
    sql, _ = question(ANY).query.sql_with_params()
    return sql


def _as_parameter(game_id: UUID) -> Any:
    return Game._meta.pk.get_db_prep_value(game_id, connection)
