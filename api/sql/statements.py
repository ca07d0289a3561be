"""SQL of our own, for what every play does: Django would compile it anew each time."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Field, Model, UUIDField

UUIDS: Final = UUIDField()


def as_parameter(key: UUID | str) -> Any:
    """Return a key as a parameter of a statement: SQLite has no type for a UUID."""
    return key if isinstance(key, str) else UUIDS.get_db_prep_value(key, connection)


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
