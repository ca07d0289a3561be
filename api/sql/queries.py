"""Queries that nearly every request needs, compiled once.

Django takes several times as long to compile such a query as a database takes to answer it. So
Django compiles each query once for each number of keys, and later calls only fill in the keys.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.sql import Query

from api.sql.statements import as_parameter

Key = TypeVar("Key", UUID, str)
Question = Callable[[Sequence[Key]], QuerySet[Any]]
"""Returns the query for rows with some keys."""


class Compiled(NamedTuple):
    """A query, its SQL, and how Django makes rows of a model from the answer.

    The values of the model's columns come first, those of annotations at the positions given.
    `converters` are those of values that are not used as the driver returns them. `stand_ins` are
    the parameters instead of which the keys are sent.
    """

    query: Query
    sql: str
    parameters: Sequence[Any]
    model: type[Model]
    columns: list[str]
    annotations: Mapping[str, int]
    converters: Mapping[int, Any]
    stand_ins: Sequence[Any]


def read(question: Question[Key], keys: Sequence[Key]) -> Iterator[Any]:
    """Yield the rows that answer a question about keys, as Django's ORM does."""
    if not keys:
        return
    kind: Any = type(keys[0])
    compiled = _compiled(question, kind, len(keys))
    actual = dict(zip(compiled.stand_ins, map(as_parameter, keys), strict=True))
    with connection.cursor() as cursor:
        cursor.execute(compiled.sql, [actual.get(each, each) for each in compiled.parameters])
        answer = cursor.fetchall()
    compiler = compiled.query.get_compiler(DEFAULT_DB_ALIAS)
    width = len(compiled.columns)
    for values in compiler.apply_converters(answer, compiled.converters):
        row = compiled.model.from_db(DEFAULT_DB_ALIAS, compiled.columns, values[:width])
        for name, position in compiled.annotations.items():
            setattr(row, name, values[position])
        yield row


@cache
def _compiled(question: Question[Key], kind: Callable[[str], Key], count: int) -> Compiled:
    """Compile a question about `count` keys, for which others stand in: 0, 1 and so on."""
    stand_ins = [kind(f"{number:032}") for number in range(count)]
    rows = question(stand_ins)
    compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, parameters = compiler.as_sql()
    selected = [expression for expression, *_ in compiler.select]
    return Compiled(
        rows.query,
        sql,
        parameters,
        rows.model,
        [selected[position].target.attname for position in compiler.klass_info["select_fields"]],
        compiler.annotation_col_map,
        compiler.get_converters(selected),
        [as_parameter(each) for each in stand_ins],
    )
