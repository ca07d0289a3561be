"""The database's clock, which decides everything about time.

Several hosts may serve one database, and their clocks may differ.
"""

from datetime import UTC, datetime
from typing import Final

from django.db import connection

NOW: Final = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')",
}


def now() -> datetime:
    """Return the database's time."""
    with connection.cursor() as cursor:
        cursor.execute(NOW[connection.vendor])
        (value,) = cursor.fetchone()
    return as_moment(value)


def as_moment(value: datetime | str) -> datetime:
    """Convert the time that a database driver returns to a moment; SQLite returns text."""
    if isinstance(value, str):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return value
