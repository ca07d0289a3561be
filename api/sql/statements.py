"""What SQL of our own needs: its parameters, and the pipeline in which every play sends it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from threading import local
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import UUIDField

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
