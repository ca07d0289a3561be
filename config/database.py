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
PREPARED: dict[str, Any] = {
    # The database parses and plans a statement once, instead of each time that it is sent.
    "server_side_binding": True,
    "prepare_threshold": 2,  # how often a connection sends it before that
}


def configure(address: dict[str, Any], *, prepared: bool) -> dict[str, Any]:
    """Return Django's settings of the database at `address`, as `config.env.database` parsed it.

    Unless statements are `prepared`, each transaction may go through another connection of a pooler
    (`config.checks.pooled`): nothing is kept in one between transactions.
    """
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
    bound = PREPARED if prepared else {}
    return (
        address
        | {"OPTIONS": POSTGRES_OPTIONS | bound | options}
        | {"DISABLE_SERVER_SIDE_CURSORS": not prepared}
        | kept
    )
