"""The settings of both databases, under which no acknowledged action is lost."""

from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]

SQLITE_OPTIONS = {
    # Take the write lock at the start: a deferred transaction that reads first fails at once when
    # another connection writes.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "PRAGMA busy_timeout=20000; PRAGMA cache_size=-20000"
    ),
}
POSTGRES_OPTIONS = {
    "connect_timeout": 3,
    "application_name": "illimat",
    "options": "-c lock_timeout=3000 -c statement_timeout=30000",  # milliseconds
}


def configure(address: dict[str, Any]) -> dict[str, Any]:
    """Return Django's settings of the database at `address`, as `config.env.database` parsed it."""
    options = address.get("OPTIONS", {})
    if address["ENGINE"].endswith("sqlite3"):
        options = SQLITE_OPTIONS | options
        name = address["NAME"]
        if name != ":memory:":
            name = str(PROJECT / name)
        # Connections have no maximum age, because each new one would run the pragmas again.
        return address | {"NAME": name, "OPTIONS": options, "CONN_MAX_AGE": None}
    # Each thread keeps its connection, and checks before each request that it still works. A pool
    # would wait longer and longer between attempts to connect: half a minute after a restart.
    kept = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    return address | {"OPTIONS": POSTGRES_OPTIONS | options} | kept
