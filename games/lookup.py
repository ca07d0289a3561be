"""Queries for a game and its seats, which nearly every request needs.

Django takes several times as long to compile such a query as a database takes to answer it. So
Django compiles each query once, and later calls only fill in the game's id.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.db.transaction import TransactionManagementError

from accounts.calendars import end_of_vacation
from accounts.models import User
from games import database_time
from games.models import Game, SeatAssignment

ANY: Final = UUID(int=0)


def find_game(game_id: UUID, *, lock: bool = False) -> Game | None:
    """Return a game; `lock` locks it and sets `locked_at` to the database's time.

    Raises TransactionManagementError for a lock outside of a transaction.
    """
    if lock and not connection.in_atomic_block:
        raise TransactionManagementError("A game is locked for as long as a transaction lasts.")
    games = Game.objects.raw(_sql(_locked if lock else _unlocked), [_as_parameter(game_id)])
    game: Game | None = next(iter(games), None)
    if game and lock:
        game.locked_at = database_time.as_moment(game.now)  # type: ignore[attr-defined]
    return game


def find_seats(game_id: UUID) -> list[SeatAssignment]:
    """Return the seats of a game in the order in which people sat down, with only their handles."""
    seats = list(SeatAssignment.objects.raw(_sql(_seats), [_as_parameter(game_id)]))
    for seat in seats:
        if seat.user_id is not None:
            handle = seat.handle  # type: ignore[attr-defined]
            seat.user = User.from_db(None, ["id", "handle"], [seat.user_id, handle])
        until: Any = seat.away_until
        if isinstance(until, str):  # as SQLite returns moments that a query computes
            until = datetime.fromisoformat(until).replace(tzinfo=UTC)
            seat.vacation_end = until  # type: ignore[attr-defined]
    return seats


def _unlocked(game_id: UUID) -> QuerySet[Game]:
    return Game.objects.filter(pk=game_id)


def _locked(game_id: UUID) -> QuerySet[Game]:
    games = Game.objects.annotate(now=Now())
    return games.select_for_update(no_key=True).filter(pk=game_id)


def _seats(game_id: UUID) -> QuerySet[SeatAssignment]:
    seats = SeatAssignment.objects.annotate(
        handle=F("user__handle"), vacation_end=end_of_vacation()
    )
    return seats.filter(game=game_id)


@cache
def _sql(question: Callable[[UUID], QuerySet[Any]]) -> str:
    sql, _ = question(ANY).query.sql_with_params()
    return sql


def _as_parameter(game_id: UUID) -> Any:
    return Game._meta.pk.get_db_prep_value(game_id, connection)
