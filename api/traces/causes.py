"""Why a database refused its service, by PostgreSQL's SQLSTATE or by SQLite's result code.

A refused connection has no SQLSTATE in psycopg, so some causes follow from its message.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, get_args

from django.db import InterfaceError, OperationalError

Cause = Literal[
    "lock_timeout",
    "statement_timeout",
    "disk_full",
    "too_many_connections",
    "database_away",
    "read_only",
]
REFUSALS: Final = (OperationalError, InterfaceError)
"""What Django raises if the database refuses its service, for whatever cause."""
CAUSES: Final[tuple[Cause, ...]] = get_args(Cause)
BY_STATE: Final[Mapping[str, Cause]] = {
    "55P03": "lock_timeout",
    "40P01": "lock_timeout",  # a deadlock
    "57014": "statement_timeout",
    "53100": "disk_full",
    "53300": "too_many_connections",
    "57P01": "database_away",  # it shuts down, crashed, or is starting
    "57P02": "database_away",
    "57P03": "database_away",
    "25006": "read_only",
}
"""Causes by SQLSTATE; the class 08 is about connections."""
BY_MESSAGE: Final[Mapping[str, Cause]] = {
    "too many clients": "too_many_connections",
    "too many connections": "too_many_connections",
    "remaining connection slots": "too_many_connections",
    "database is locked": "lock_timeout",
    "database table is locked": "lock_timeout",
    "database schema is locked": "lock_timeout",
    "database or disk is full": "disk_full",
    "attempt to write a readonly database": "read_only",
    "unable to open database file": "database_away",
    "interrupted": "statement_timeout",
}
"""Causes by a part of a message without SQLSTATE: of PostgreSQL to a new client, or of SQLite."""


def cause_of(error: BaseException | None) -> Cause | None:
    """Return why the database refused its service; None for any other error."""
    origins = list(origins_of(error))
    for each in origins:
        if state := getattr(each, "sqlstate", None):
            return "database_away" if state.startswith("08") else BY_STATE.get(state)
    refused = [each for each in origins if isinstance(each, REFUSALS)]
    if not refused:
        return None
    text = str(refused[0])
    known = next((cause for part, cause in BY_MESSAGE.items() if part in text), None)
    by_sqlite = any(hasattr(each, "sqlite_errorname") for each in origins)
    return known or (None if by_sqlite else "database_away")


def is_away(error: BaseException) -> bool:
    """Return whether the database could not be reached, so that nothing else is to blame."""
    return cause_of(error) in {"database_away", "too_many_connections"}


def raise_if_away(error: Exception) -> None:
    """Raise an error again if it says nothing but that the database could not be reached."""
    if is_away(error):
        raise error


def raise_if_refused(error: Exception) -> None:
    """Raise an error again if the database refused its service, so that no leased row is to blame.

    A sweep does so only if the database is away: else it goes on to the next row.
    """
    if isinstance(error, REFUSALS):
        raise error


def origins_of(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and those that led to it, each once: a chain of errors may be a circle."""
    seen: set[int] = set()
    while error and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
