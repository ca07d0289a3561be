"""Waiting for the only write lock that SQLite has.

SQLite itself sleeps longer and longer between its attempts, up to 100 ms. So the connection that
has waited longest gets the lock last, and it lies idle meanwhile. Here it is the other way round,
for transactions and for statements outside of them.
"""

import sqlite3
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from django.db.backends.sqlite3 import base
from typing_extensions import override

LONGEST: Final = 0.004  # seconds between two attempts, at first
SHORTEST: Final = 0.0005
LOCKED: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY}
"""The codes of errors that pass; a statement that reads what has changed since stays refused."""

Result = TypeVar("Result")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose cursors ask for a lock more often the longer they wait.

    They give up after `patience` seconds, the option `timeout`.
    """

    patience = 0.0

    @override
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect; from then on, SQLite itself does not wait."""
        self.patience = conn_params.get("timeout", self.patience)
        connected = super().get_new_connection(conn_params)
        connected.execute("PRAGMA busy_timeout = 0")
        return connected

    @override
    def create_cursor(self, name: str | None = None) -> Any:
        cursor = self.connection.cursor(factory=PatientCursor)
        cursor.patience = self.patience
        return cursor


class PatientCursor(base.SQLiteCursorWrapper):
    """A cursor; its methods raise OperationalError if a lock is not free after its `patience`."""

    patience: float

    @override
    def execute(self, query: Any, params: Any = None) -> Any:
        return retry_locked(partial(super().execute, query, params), self.patience)

    @override
    def convert_query(self, query: str, *, param_names: Any = None) -> str:
        """Return a statement as SQLite takes it; those that are sent often are kept."""
        if param_names is None:
            return convert_placeholders(query)
        return str(super().convert_query(query, param_names=param_names))

    @override
    def executemany(self, query: Any, param_list: Iterable[Any]) -> Any:
        return retry_locked(partial(super().executemany, query, list(param_list)), self.patience)


@lru_cache(1_024)
def convert_placeholders(query: str) -> str:
    """Return a statement with places for its parameters as SQLite writes them, as Django does."""
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


def retry_locked(run: Callable[[], Result], patience: float) -> Result:
    """Retry until the lock is free; raises the last OperationalError after `patience` seconds."""
    began = monotonic()
    while True:
        try:
            return run()
        except sqlite3.OperationalError as error:
            waited = monotonic() - began
            if error.sqlite_errorcode not in LOCKED or waited >= patience:
                raise
        sleep(pause_after(waited))


def pause_after(waited: float) -> float:
    """Return the seconds to the next attempt to get the lock, after having `waited` for it."""
    return max(SHORTEST, LONGEST - waited / 10)
