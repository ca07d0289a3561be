"""Tasks whose messages expire by the database's clock, because those of hosts may differ.

Celery would compare the clock of the host that sent a message with that of the worker's. A worker
that is ahead would throw every message away.

No task is blamed for a database that is away, since the next one repeats its work.
"""

from typing import Any

from celery import Task
from django.db import Error, connection

from api import database_time
from config.logs import DATABASE
from games.clocks.spans import SECOND
from illimat_core.sealing import microseconds

HEADER = "illimat_expires"  # microseconds since 1970


class ExpiringTask(Task):  # type: ignore[type-arg]  # it is generic for type checkers only
    """A task that is not run if its message is older than the seconds it was to wait, `expires`."""

    def apply_async(self, *args: Any, **options: Any) -> Any:
        """Send a message; one that expires is not sent while the database is away."""
        seconds = options.pop("expires", None)
        if seconds is not None:
            now = _now()
            if now is None:
                return None
            expires = now + round(seconds * SECOND)
            options["headers"] = {**(options.get("headers") or {}), HEADER: expires}
        return super().apply_async(*args, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task, unless its message has expired."""
        until = self.request.get(HEADER)
        if until is not None and (_now() or 0) > until:
            return None
        try:
            found = super().__call__(*args, **kwargs)
        except Error as error:
            if DATABASE.begins(error):
                return None
            raise
        DATABASE.ends()
        return found


def _now() -> int | None:
    """Return the database's time in microseconds, or None while it is away."""
    try:
        now = microseconds(database_time.now())
    except Error as error:
        connection.close()
        DATABASE.begins(error)
        return None
    DATABASE.ends()
    return now
