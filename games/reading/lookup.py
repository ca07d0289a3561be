"""Queries for games and their seats, which nearly every request needs.

Django compiles each query once for each number of games (`api.sql.queries`). If it compiled them
anew, on SQLite and on PostgreSQL, `GET /games/{id}` would take 2.4 and 2.3 times as long, a play
2.1 and 1.8 times, a list of one's games 1.4 and 1.3 times. With joins and up to five more queries
in place of the subqueries it would be 2.1 and 2.1, 1.8 and 1.7, 1.2 and 1.2.

Beside their columns, the rows say whether there are outages, vacations and routines at all. Clocks
depend on these, but hardly any game has to ask for them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Now
from django.db.transaction import TransactionManagementError

from accounts.calendars import end_of_last_vacation, end_of_vacation, exists_routine
from api import database_time
from api.sql.queries import read
from games.models import Game, SeatAssignment
from games.models.timers import TurnNotice
from games.outages import end_of_last_outage, longest_silent_since, watch

OF_SEAT: Final = (
    *(field.name for field in SeatAssignment._meta.concrete_fields),
    *("user__handle", "user__is_active", "user__closed_at"),
)
"""The columns of a seat, and those of its person's account that are read with it."""


def find_game(game_id: UUID, *, lock: bool = False) -> Game | None:
    """Return a game; `lock` locks it and sets `locked_at` to the database's time.

    Raises TransactionManagementError for a lock outside of a transaction.
    """
    if lock and not connection.in_atomic_block:
        raise TransactionManagementError("A game is locked for as long as a transaction lasts.")
    game: Game | None = next(read(_locked if lock else _unlocked, [game_id]), None)
    if game and lock:
        game.locked_at = database_time.as_moment(game.now or database_time.now())
        if watch.note_jump(game.locked_at):
            game.last_outage_end = game.locked_at
    return game


def find_games(game_ids: Sequence[UUID]) -> list[Game]:
    """Return those of the games that there are, in any order, all in one query."""
    return list(read(_unlocked, game_ids))


def find_seats(game_id: UUID) -> list[SeatAssignment]:
    """Return the seats of a game in the order of sitting down, with what is shown of the people."""
    return find_seats_of([game_id])[game_id]


def find_seats_of(game_ids: Sequence[UUID]) -> Mapping[UUID, list[SeatAssignment]]:
    """Return the seats of each of some games as `find_seats` does, all in one query."""
    seats: dict[UUID, list[SeatAssignment]] = {game_id: [] for game_id in game_ids}
    for seat in read(_seats, list(seats)):
        seats[seat.game_id].append(seat)
    return seats


def with_outages(games: QuerySet[Game]) -> QuerySet[Game]:
    """Annotate when the last outage ended, since when the server is silent, and the time."""
    return games.annotate(**_outages())


@cache
def _outages() -> dict[str, Any]:
    return {
        "last_outage_end": end_of_last_outage(),
        "heard_at": longest_silent_since(),
        "now": Now(),
    }


def _unlocked(game_ids: Sequence[UUID]) -> QuerySet[Game]:
    return with_outages(Game.objects.filter(pk__in=game_ids))


def _locked(game_ids: Sequence[UUID]) -> QuerySet[Game]:
    return _unlocked(game_ids).select_for_update(of=("self",), no_key=True)


def _seats(game_ids: Sequence[UUID]) -> QuerySet[SeatAssignment]:
    notice = TurnNotice.objects.filter(game=OuterRef("game"), seat=OuterRef("number"))
    of_people: dict[str, Any] = {
        "gets_mails": F("user__game_mails"),
        "reminders": F("user__reminders"),
        "outcomes": F("user__reliability__outcomes"),
        "away_until": end_of_vacation(),
        "last_vacation_end": end_of_last_vacation(),
        "has_routine": exists_routine(),
        "notified_at": Subquery(notice.values("left_at")),
        "told_again": Subquery(notice.values("again")),
        **{name: Subquery(notice.values(name)) for name in ("failed_at", "held_at", "held_until")},
    }
    seats = SeatAssignment.objects.filter(game__in=game_ids).select_related("user")
    return seats.only(*OF_SEAT).annotate(**of_people)
