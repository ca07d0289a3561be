"""SQL of our own, for what every play does: Django would compile it anew each time."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import lru_cache
from threading import local
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Field, Model, UUIDField

UUIDS: Final = UUIDField()


class _Open(local):
    """The pipeline of this thread's connection, which its stack ends."""

    pipeline: ExitStack | None = None


_open = _Open()


def as_parameter(key: UUID | str | datetime) -> Any:
    """Return a key as a parameter of a statement: SQLite has no type for UUIDs and moments."""
    match key:
        case str():
            return key
        case datetime():
            return connection.ops.adapt_datetimefield_value(key)
        case UUID():
            return UUIDS.get_db_prep_value(key, connection)


@contextmanager
def pipelined() -> Iterator[None]:
    """Send the statements of a block to PostgreSQL without waiting for the answer to each.

    They run in their order. What the database refuses is raised by a later statement or read, or at
    the end of the block. A block inside another ends that, too. Nothing in it may look at
    `rowcount`, which is not known yet, as saving a stored model does.
    """
    if connection.vendor != "postgresql":
        yield
        return
    outer = _open.pipeline
    with connection.wrap_database_errors, ExitStack() as own:
        if outer is None:
            own.callback(setattr, _open, "pipeline", None)
            own.enter_context(connection.connection.pipeline())
            _open.pipeline = own
        yield
        (outer or own).close()


def save_columns(row: Model, *names: str) -> None:
    """Save some columns of a stored row, as `save` does, without signals."""
    sql, fields = _update(type(row), names)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@lru_cache(maxsize=100)
def _update(model: type[Model], names: Sequence[str]) -> "tuple[str, Sequence[Field[Any, Any]]]":
    """Return the statement that updates columns of a row, and the fields of its values."""
    meta = model._meta
    by_name = {field.name: field for field in meta.concrete_fields}
    fields = [by_name[name] for name in names]
    columns = ", ".join(f"{field.column} = %s" for field in fields)
    sql = f"UPDATE {meta.db_table} SET {columns} WHERE {meta.pk.column} = %s"  # noqa: S608 - names of ours
    return sql, [*fields, meta.pk]
