"""The database's clock, which decides everything about time.

Several hosts may serve one database, and their clocks may differ. So answers tell this time, too.
Each reading is noted: until the next, the time is measured by a clock that nobody can set.
"""

import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import Error, connection
from django.http import HttpResponseBase

NOW: Final = {
    "postgresql": "SELECT clock_timestamp()",
    # SQLite compares text: without a fraction, as Python writes a full second, a moment would be
    # earlier than one that SQLite wrote in the same millisecond.
    "sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now') || '001'",
}


class _Noted:
    def __init__(self) -> None:
        self.last: tuple[datetime, float] | None = None


_noted = _Noted()


def now() -> datetime:
    """Return the database's time, and note it."""
    with connection.cursor() as cursor:
        cursor.execute(NOW[connection.vendor])
        (value,) = cursor.fetchone()
    moment = as_moment(value)
    note(moment)
    return moment


def as_moment(value: datetime | str) -> datetime:
    """Convert the time that a database driver returns to a moment; SQLite returns text."""
    if isinstance(value, str):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return value


def note(moment: datetime) -> None:
    _noted.last = moment, time.monotonic()


def last_known_time() -> datetime:
    """Return the database's time as an answer tells it: read now only if it never was."""
    if _noted.last is None:
        return now()
    then, read_at = _noted.last
    return then + timedelta(seconds=time.monotonic() - read_at)


def tell_time(answer: HttpResponseBase) -> None:
    """Add the database's time to the headers of an answer, unless the database is away."""
    with suppress(Error):
        answer.headers["Server-Time"] = last_known_time().isoformat().replace("+00:00", "Z")
