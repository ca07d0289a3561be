"""Queries for games and their seats, which nearly every request needs.

Django takes several times as long to compile such a query as a database takes to answer it. So
Django compiles each query once for each number of games, and later calls only fill in the ids.

Beside their columns, the rows say whether there are outages, vacations and routines at all. Clocks
depend on these, but hardly any game has to ask for them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import F, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Now
from django.db.models.sql import Query
from django.db.transaction import TransactionManagementError

from accounts.calendars import end_of_last_vacation, end_of_vacation, exists_routine
from accounts.models import User
from api import database_time
from games.models import Game, SeatAssignment
from games.statements import as_parameter
from games.timer_models import TurnNotice
from games.uptime import end_of_last_outage, longest_silent_since, watch

Question = Callable[[Sequence[UUID]], QuerySet[Any]]
"""Returns the query for rows about games with some ids."""


class Compiled(NamedTuple):
    """A query about games, its SQL, and how Django makes rows of a model from the answer.

    The values of the model's columns come first, those of annotations at the positions given.
    `converted` has None for each value that is used as the driver returns it.
    """

    query: Query
    sql: str
    parameters: Sequence[Any]
    model: type[Model]
    columns: list[str]
    annotations: Mapping[str, int]
    converted: list[Any]


def find_game(game_id: UUID, *, lock: bool = False) -> Game | None:
    """Return a game; `lock` locks it and sets `locked_at` to the database's time.

    Raises TransactionManagementError for a lock outside of a transaction.
    """
    if lock and not connection.in_atomic_block:
        raise TransactionManagementError("A game is locked for as long as a transaction lasts.")
    game: Game | None = next(_read(_locked if lock else _unlocked, [game_id]), None)
    if game and lock:
        game.locked_at = database_time.as_moment(game.now or database_time.now())
        if watch.note_jump(game.locked_at):
            game.last_outage_end = game.locked_at
    return game


def find_seats(game_id: UUID) -> list[SeatAssignment]:
    """Return the seats of a game in the order in which people sat down, with only their handles."""
    return find_seats_of([game_id])[game_id]


def find_seats_of(game_ids: Sequence[UUID]) -> Mapping[UUID, list[SeatAssignment]]:
    """Return the seats of each of some games as `find_seats` does, all in one query."""
    seats: dict[UUID, list[SeatAssignment]] = {game_id: [] for game_id in game_ids}
    for seat in _read(_seats, list(seats)):
        if seat.user_id is not None:
            seat.user = User.from_db(None, ["id", "handle"], [seat.user_id, seat.handle])
        seats[seat.game_id].append(seat)
    return seats


def with_outages(games: QuerySet[Game]) -> QuerySet[Game]:
    """Let each row say when the last outage ended, since when the server is silent, and the time.

    The time is the database's.
    """
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
    """Return the seats of games, with the handles of the people.

    The rows say when the person's vacations end, whether they have a routine, when they were
    notified of their turn, and which of their decisions were made in time.
    """
    notice = TurnNotice.objects.filter(game=OuterRef("game"), seat=OuterRef("number"))
    of_people: dict[str, Any] = {
        "handle": F("user__handle"),
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
    return SeatAssignment.objects.filter(game__in=game_ids).annotate(**of_people)


def _read(question: Question, game_ids: Sequence[UUID]) -> Iterator[Any]:
    """Yield the rows that answer a question about games, as Django's ORM does."""
    if not game_ids:
        return
    compiled = _compiled(question, len(game_ids))
    actual = {as_parameter(UUID(int=n)): as_parameter(each) for n, each in enumerate(game_ids)}
    with connection.cursor() as cursor:
        cursor.execute(compiled.sql, [actual.get(each, each) for each in compiled.parameters])
        answer = cursor.fetchall()
    compiler = compiled.query.get_compiler(DEFAULT_DB_ALIAS)
    converters = compiler.get_converters(compiled.converted)
    width = len(compiled.columns)
    for values in compiler.apply_converters(answer, converters):
        row = compiled.model.from_db(DEFAULT_DB_ALIAS, compiled.columns, values[:width])
        for name, position in compiled.annotations.items():
            setattr(row, name, values[position])
        yield row


@cache
def _compiled(question: Question, count: int) -> Compiled:
    """Compile a question about `count` games, whose ids stand for others: 0, 1 and so on."""
    rows = question([UUID(int=number) for number in range(count)])
    compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, parameters = compiler.as_sql()
    selected = [expression for expression, *_ in compiler.select]
    converters = compiler.get_converters(selected)
    return Compiled(
        rows.query,
        sql,
        parameters,
        rows.model,
        [selected[position].target.attname for position in compiler.klass_info["select_fields"]],
        compiler.annotation_col_map,
        [each if position in converters else None for position, each in enumerate(selected)],
    )
