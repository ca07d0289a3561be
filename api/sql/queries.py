"""Queries that nearly every request needs, compiled once.

Django takes several times as long to compile such a query as a database takes to answer it. So
Django compiles each query once for each number of keys, and later calls only fill in the keys.

If Django compiled them anew, on SQLite and on PostgreSQL, an unchanged page of a game would take
5.7 and 4.9 times as long (`web.frame.unchanged`), and a request for a game 1.14 and 1.15 times,
only for its session (`accounts.sessions`). For games see `games.reading.lookup`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.query import RelatedPopulator, get_related_populators
from django.db.models.sql import Query

from api.sql.statements import as_parameter

Key = TypeVar("Key", bound=UUID | str | datetime)
Question = Callable[[Sequence[Key]], QuerySet[Any, Any]]
"""Returns the query for rows with some keys."""
STAND_INS: Final[Mapping[type, Callable[[int], Any]]] = {
    UUID: lambda number: UUID(int=number),
    str: "{:032}".format,
    datetime: lambda number: datetime(1, 1, 1, microsecond=number, tzinfo=UTC),
}


class Compiled(NamedTuple):
    """A query, its SQL, and how Django makes rows of a model from the answer.

    The values of the model's columns come first, those of annotations at the positions given.
    `related` make the rows that `select_related` names. `converters` are those of values that are
    not used as the driver returns them. `stand_ins` are the parameters instead of which the keys
    are sent.
    """

    query: Query
    sql: str
    parameters: Sequence[Any]
    model: type[Model]
    columns: list[str]
    related: Sequence[RelatedPopulator]
    annotations: Mapping[str, int]
    converters: Mapping[int, Any]
    stand_ins: Sequence[Any]


def read(question: Question[Key], keys: Sequence[Key]) -> Iterator[Any]:
    """Yield the rows that answer a question about keys, as Django's ORM does."""
    if not keys:
        return
    compiled = _compiled(question, tuple(map(type, keys)))
    compiler = compiled.query.get_compiler(DEFAULT_DB_ALIAS)
    width = len(compiled.columns)
    for values in compiler.apply_converters(_answer(compiled, keys), compiled.converters):
        row = compiled.model.from_db(DEFAULT_DB_ALIAS, compiled.columns, values[:width])
        for each in compiled.related:
            each.populate(values, row)
        for name, position in compiled.annotations.items():
            setattr(row, name, values[position])
        yield row


def read_values(question: Question[Key], keys: Sequence[Key]) -> Sequence[tuple[Any, ...]]:
    """Return the values of the rows that answer a question, as the driver returns them."""
    return _answer(_compiled(question, tuple(map(type, keys))), keys)


def _answer(compiled: Compiled, keys: Sequence[Any]) -> Sequence[tuple[Any, ...]]:
    actual = dict(zip(compiled.stand_ins, map(as_parameter, keys), strict=True))
    with connection.cursor() as cursor:
        cursor.execute(compiled.sql, [actual.get(each, each) for each in compiled.parameters])
        rows: Sequence[tuple[Any, ...]] = cursor.fetchall()
        return rows


@cache
def _compiled(question: Question[Any], kinds: Sequence[type]) -> Compiled:
    """Compile a question about keys of some types, for which others stand in."""
    stand_ins = [STAND_INS[kind](number) for number, kind in enumerate(kinds)]
    rows = question(stand_ins)
    compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, parameters = compiler.as_sql()
    selected = [expression for expression, *_ in compiler.select]
    info = compiler.klass_info or {"select_fields": []}
    return Compiled(
        rows.query,
        sql,
        parameters,
        rows.model,
        [selected[position].target.attname for position in info["select_fields"]],
        # The stubs are those of a later Django
        get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]
        compiler.annotation_col_map,
        compiler.get_converters(selected),
        [as_parameter(each) for each in stand_ins],
    )
