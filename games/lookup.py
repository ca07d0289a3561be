"""Queries for a game and its seats, which nearly every request needs.

Django takes several times as long to compile such a query as a database takes to answer it. So
Django compiles each query once, and later calls only fill in the game's id.

Beside their columns, the rows say whether there are outages, vacations and routines at all. Clocks
depend on these, but hardly any game has to ask for them.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Now
from django.db.transaction import TransactionManagementError

from accounts.calendars import end_of_last_vacation, end_of_vacation, exists_routine
from accounts.models import User
from games import database_time
from games.models import Game, SeatAssignment, TurnNotice
from games.uptime import end_of_last_outage, longest_silent_since

ANY: Final = UUID(int=0)
OF_GAMES: Final = ("last_outage_end", "heard_at")
OF_SEATS: Final = ("away_until", "last_vacation_end", "notified_at", "failed_at")


def find_game(game_id: UUID, *, lock: bool = False) -> Game | None:
    """Return a game; `lock` locks it and sets `locked_at` to the database's time.

    Raises TransactionManagementError for a lock outside of a transaction.
    """
    if lock and not connection.in_atomic_block:
        raise TransactionManagementError("A game is locked for as long as a transaction lasts.")
    games = Game.objects.raw(*_query(_locked if lock else _unlocked, game_id))
    game: Game | None = next(iter(games), None)
    if game:
        _give_zones(game, OF_GAMES)
        if lock:
            game.locked_at = database_time.as_moment(game.now)  # type: ignore[attr-defined]
    return game


def find_seats(game_id: UUID) -> list[SeatAssignment]:
    """Return the seats of a game in the order in which people sat down, with only their handles."""
    seats = list(SeatAssignment.objects.raw(*_query(_seats, game_id)))
    for seat in seats:
        if seat.user_id is not None:
            handle = seat.handle  # type: ignore[attr-defined]
            seat.user = User.from_db(None, ["id", "handle"], [seat.user_id, handle])
        _give_zones(seat, OF_SEATS)
    return seats


def with_outages(games: QuerySet[Game]) -> QuerySet[Game]:
    """Let each row say when the last outage ended, and since when the server is silent."""
    return games.annotate(**_outages())


def with_absences(seats: QuerySet[SeatAssignment]) -> QuerySet[SeatAssignment]:
    """Let each row say when the person's vacations end, and when they were notified of their turn.

    The rows also say which of the person's decisions were made in time.
    """
    return seats.annotate(**_absences())


@cache
def _outages() -> dict[str, Any]:
    return {"last_outage_end": end_of_last_outage(), "heard_at": longest_silent_since()}


@cache
def _absences() -> dict[str, Any]:
    notice = TurnNotice.objects.filter(game=OuterRef("game"), seat=OuterRef("number"))
    return {
        "away_until": end_of_vacation(),
        "last_vacation_end": end_of_last_vacation(),
        "notified_at": Subquery(notice.values("left_at")),
        "failed_at": Subquery(notice.values("failed_at")),
        "gets_mails": F("user__game_mails"),
        "outcomes": F("user__reliability__outcomes"),
    }


def _unlocked(game_id: UUID) -> QuerySet[Game]:
    return with_outages(Game.objects.filter(pk=game_id))


def _locked(game_id: UUID) -> QuerySet[Game]:
    return _unlocked(game_id).annotate(now=Now()).select_for_update(of=("self",), no_key=True)


def _seats(game_id: UUID) -> QuerySet[SeatAssignment]:
    seats = with_absences(SeatAssignment.objects.filter(game=game_id))
    return seats.annotate(handle=F("user__handle"), **{"has_routine": exists_routine()})


def _give_zones(row: Game | SeatAssignment, names: tuple[str, ...]) -> None:
    """Add the time zone to moments of a raw query; SQLite has none, and may return text."""
    for name in names:
        value: datetime | str | None = getattr(row, name)
        if isinstance(value, str):
            value = datetime.fromisoformat(value)
        if value is not None and value.tzinfo is None:
            setattr(row, name, value.replace(tzinfo=UTC))


def _query(question: Callable[[UUID], QuerySet[Any]], game_id: UUID) -> tuple[str, list[Any]]:
    """Return the SQL of a question about a game, and its parameters."""
    sql, parameters = _compiled(question)
    any_game, this = _as_parameter(ANY), _as_parameter(game_id)
    return sql, [this if each == any_game else each for each in parameters]


@cache
def _compiled(question: Callable[[UUID], QuerySet[Any]]) -> tuple[str, tuple[Any, ...]]:
    return question(ANY).query.sql_with_params()


def _as_parameter(game_id: UUID) -> Any:
    return Game._meta.pk.get_db_prep_value(game_id, connection)
