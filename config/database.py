"""How the two databases are set up so that an acknowledged action is never lost."""

from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]

SQLITE_OPTIONS = {
    # Writers queue from their first statement: a deferred transaction that reads first fails at
    # once when somebody else writes.
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
    """Return Django's settings of the database at `address`, as `config.env.database` read it."""
    options = address.get("OPTIONS", {})
    if address["ENGINE"].endswith("sqlite3"):
        options = SQLITE_OPTIONS | options
        name = address["NAME"]
        if name != ":memory:":
            name = str(PROJECT / name)
        # Without a limit of age a connection stays open: reopening runs the pragmas again.
        return address | {"NAME": name, "OPTIONS": options, "CONN_MAX_AGE": None}
    # A thread keeps its connection, and asks before each request whether it still works. A pool
    # would wait longer and longer between its attempts to connect: half a minute after a restart.
    kept = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    return address | {"OPTIONS": POSTGRES_OPTIONS | options} | kept
