"""The settings of both databases, under which no acknowledged action is lost."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection

from api.traces.causes import origins_of

PROJECT = Path(__file__).resolve().parents[1]

SQLITE_OPTIONS = {
    # Take the write lock at the start: a deferred transaction that reads first fails at once when
    # another connection writes.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-20000"),
}
MAX_AGE = 3_600  # seconds of a connection to SQLite, which reads the statistics only at its start
SAMPLE = 400  # entries of each index that SQLite looks at for its statistics
POSTGRES_OPTIONS = {
    "connect_timeout": 3,
    "application_name": "illimat",
    "options": "-c lock_timeout=3000 -c statement_timeout=30000",  # milliseconds
}
PREPARED: dict[str, Any] = {
    # The database parses and plans a statement once, instead of each time that it is sent.
    "server_side_binding": True,
    "prepare_threshold": 2,  # how often a connection sends it before that
}

INSUFFICIENT_PRIVILEGE = "42501"
UNDEFINED = {"42P01", "42703"}  # a table, a column
UNDEFINED_BY_SQLITE = ("no such table", "no such column", "has no column")


def configure(address: dict[str, Any], *, prepared: bool) -> dict[str, Any]:
    """Return Django's settings of the database at `address`, as `config.env.database` parsed it.

    Unless statements are `prepared`, each transaction may go through another connection of a pooler
    (`config.server.checks.check_pooling`): nothing is kept in one between transactions.
    """
    options = address.get("OPTIONS", {})
    if address["ENGINE"].endswith("sqlite3"):
        options = SQLITE_OPTIONS | options
        name = address["NAME"]
        if name != ":memory:":
            name = str(PROJECT / name)
        kept = {"NAME": name, "OPTIONS": options, "CONN_MAX_AGE": MAX_AGE}
        return address | {"ENGINE": "config.sqlite3"} | kept
    # Each thread keeps its connection, and checks before each request that it still works. A pool
    # would wait longer and longer between attempts to connect: half a minute after a restart.
    kept = {"ENGINE": "config.postgresql", "CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    bound = PREPARED if prepared else {}
    return (
        address
        | {"OPTIONS": POSTGRES_OPTIONS | bound | options}
        | {"DISABLE_SERVER_SIDE_CURSORS": not prepared}
        | kept
    )


def collect_statistics() -> None:
    """Have SQLite count what its indexes distinguish; PostgreSQL does so by itself.

    Without these statistics it takes any index on two columns for the better one, even if half of
    all games are found by it.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA analysis_limit = {SAMPLE}")
            cursor.execute("ANALYZE")


def describe_unreachable(place: dict[str, Any], error: Exception) -> str:
    """Return, without the password, that the database at `place` could not be connected to."""
    where = f"{place['HOST']}:{place['PORT']}/" if place["HOST"] else ""
    answers = [line for line in str(error).splitlines() if "FATAL:" in line]
    if answers:  # of PostgreSQL itself, such as that the password is wrong
        return (
            f"The database {where}{place['NAME']} refuses the connection ({answers[0].strip()}). "
            "Correct DATABASE_URL, unless it is only starting."
        )
    return (
        f"The database {where}{place['NAME']} cannot be reached ({_first_line(error)}). "
        "Start it, or set DATABASE_URL."
    )


def explain_refusal(
    place: dict[str, Any], error: DatabaseError, *, migrates: bool = False
) -> str | None:
    """Return what the operator has to mend, as a sentence; None if `error` is a fault of ours."""
    answered = {code: each for each in origins_of(error) if (code := _code(each))}
    codes = list(answered)
    if refused := answered.get(INSUFFICIENT_PRIVILEGE):
        forbidden = f"The database's role may not do this ({_first_line(refused)})."
        if migrates:
            return f"{forbidden} Set DATABASE_URL to the role that owns the tables."
        return f"{forbidden} Grant it what docs/operating.md says under PostgreSQL."
    unknown = any(text in str(error) for text in UNDEFINED_BY_SQLITE)
    if UNDEFINED.intersection(codes) or ("SQLITE_ERROR" in codes and unknown):
        lacking = f"The database lacks a table or column of this version ({_first_line(error)})."
        return f"{lacking} Run {settings.MANAGE} migrate first."
    if isinstance(error, OperationalError) and not codes:
        return describe_unreachable(place, error)
    return None


def _code(error: BaseException) -> str | None:
    """Return the code with which a database answered a statement; None if it did not answer."""
    name = getattr(error, "sqlite_errorname", None)
    return getattr(error, "sqlstate", None) or (name if name == "SQLITE_ERROR" else None)


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
