"""Keys of rows in SQL of our own."""

from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import UUIDField


def as_parameter(key: UUID) -> Any:
    """Return a key as a parameter of a statement: SQLite has no type for it."""
    return UUIDField().get_db_prep_value(key, connection)
