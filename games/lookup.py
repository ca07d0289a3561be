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

from accounts.models import User
from games.models import Game, SeatAssignment

ANY: Final = UUID(int=0)
SEAT: Final = ("id", "user_id", "number", "entropy", "wants_end", "awaited")
"""What is read of a seat, beside the handle of whose it is."""

Found = tuple[Game | None, list[SeatAssignment]]


def find_table(game_id: UUID) -> Found:
    """Return a game without its seed, and who sits there, as they sat down."""
    rows = _ask(_table, game_id)
    return _found(rows)


def lock_table(game_id: UUID) -> Found:
    """Return the same with the seed, locked in the transaction.

    Who sits there is asked only then: what is read beside a row that somebody else has locked may
    be older than the row.
    """
    locked = _ask(_locked, game_id)
    return (locked[0], _found(_ask(_table, game_id))[1]) if locked else (None, [])


def _found(rows: list[Game]) -> Found:
    seats = [_seat(row) for row in rows if row.seat_id is not None]
    return (rows[0], seats) if rows else (None, [])


def _table(game_id: UUID) -> QuerySet[Game]:
    """A row for each seat, or one without any."""
    seats = {f"seat_{name}": F(f"assignments__{name}") for name in SEAT}
    games = Game.objects.defer("seed").filter(pk=game_id)
    return games.annotate(**seats, handle=F("assignments__user__handle")).order_by("seat_id")


def _locked(game_id: UUID) -> QuerySet[Game]:
    return Game.objects.select_for_update(no_key=True).filter(pk=game_id)


def _seat(row: Any) -> SeatAssignment:
    read = SeatAssignment._meta.get_field
    members = [read(name).to_python(getattr(row, f"seat_{name}")) for name in SEAT]
    seat = SeatAssignment.from_db(None, ["game_id", *SEAT], [row.id, *members])
    if seat.user_id is not None:
        seat.user = User.from_db(None, ["id", "handle"], [seat.user_id, row.handle])
    return seat


def _ask(question: Callable[[UUID], QuerySet[Game]], game_id: UUID) -> list[Game]:
    key = Game._meta.pk.get_db_prep_value(game_id, connection)
    return list(Game.objects.raw(_sql(question), [key]))


@cache
def _sql(question: Callable[[UUID], QuerySet[Any]]) -> str:
    sql, _ = question(ANY).query.sql_with_params()
    return sql
