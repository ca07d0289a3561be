"""The floor: a bare WSGI program that sends the SQL that the product sent, and its answers.

Whatever a request costs beyond that is the product's own. It is served by the same gunicorn, each
thread keeps a connection with the same settings, and statements are sent one after the other, each
transaction unchanged: a product that sends some of them together gains on it.
"""

import os
import pickle
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.types.string import TextLoader

from config.database import POSTGRES_OPTIONS, PREPARED, SQLITE_OPTIONS

SQLITE: Final = "sqlite:///"
PROBED: Final = "/health/live"


class Asked(NamedTuple):
    """A request by a person, who has a session token; `key` is an idempotency key, or empty."""

    method: str
    path: str
    token: str
    body: dict[str, Any] | None = None
    key: str = ""

    @property
    def name(self) -> str:
        """What no two requests that were captured have in common."""
        return _name(self.method, self.path, self.token, self.key)


class Statement(NamedTuple):
    """A statement as the driver gets it, with its parameters, or with `many` sets of them."""

    sql: str
    parameters: Sequence[Any] | Mapping[str, Any] | None = None
    many: bool = False


class Captured(NamedTuple):
    """A request, the statements that it took, with its transactions, and the body of its answer."""

    asked: Asked
    statements: list[Statement]
    body: bytes


def load(file: Path) -> list[list[Captured]]:
    """Return what `bench.capturing` wrote to a file: the requests of each client."""
    captured: list[list[Captured]] = pickle.loads(file.read_bytes())  # noqa: S301 - our own
    return captured


def program() -> Callable[..., list[bytes]]:
    """Return the program for the requests in the file CAPTURED, on the database DATABASE_URL."""
    captured = load(Path(os.environ["CAPTURED"]))
    known = {each.asked.name: each for some in captured for each in some}
    known[_name("GET", PROBED)] = Captured(Asked("GET", PROBED, ""), [], b"")
    database, local = os.environ["DATABASE_URL"], threading.local()

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        environ["wsgi.input"].read()
        request = known[_named(environ)]
        if not hasattr(local, "cursor"):
            local.cursor = connect(database).cursor()
        replay(local.cursor, request.statements)
        length = str(len(request.body))
        start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", length)])
        return [request.body]

    return answer


def connect(database: str) -> Any:
    """Connect to the database at an address as the product does, without transactions."""
    if database.startswith(SQLITE):
        connection = sqlite3.connect(
            database.removeprefix(SQLITE),
            isolation_level=None,
            check_same_thread=False,
        )
        connection.executescript(f"PRAGMA foreign_keys=ON; {SQLITE_OPTIONS['init_command']}")
        return connection
    settings: dict[str, Any] = POSTGRES_OPTIONS | {
        "options": f"{POSTGRES_OPTIONS['options']} -c timezone=UTC",
        "prepare_threshold": PREPARED["prepare_threshold"],
    }
    server = psycopg.connect(database, autocommit=True, **settings)
    server.adapters.register_loader("jsonb", TextLoader)
    return server


def replay(cursor: Any, statements: Iterable[Statement]) -> None:
    for sql, parameters, many in statements:
        if many:
            cursor.executemany(sql, parameters)
        elif parameters is None:
            cursor.execute(sql)
        else:
            cursor.execute(sql, parameters)
        if cursor.description:
            cursor.fetchall()


def _named(environ: Mapping[str, Any]) -> str:
    token, key = (
        environ.get(f"HTTP_{each}", "") for each in ("X_SESSION_TOKEN", "IDEMPOTENCY_KEY")
    )
    path = environ["PATH_INFO"].removeprefix("/api/v1")
    return _name(environ["REQUEST_METHOD"], path, token, key)


def _name(*parts: str) -> str:
    return " ".join(filter(None, parts))
