"""Captures the SQL of requests: `python -m trials.bench.capturing FILE PLAYS…`.

It fills a new database with games of as many pairs as there are numbers, and prints the addresses
of two copies of it. Then it has each pair look at its games, and make that many PLAYS in them, and
writes what it captured to FILE.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections

from trials.bench.bare import Asked, Captured, Statement
from trials.bench.databases import copy_database
from trials.people import create_tables

COPIES = ("product", "bare")


class StatementRecorder:
    """The statements that a connection sends, in order, with the ends of its transactions.

    Only SQLite is told by Django to begin one; psycopg does so by itself, before the first
    statement in it.
    """

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self._begun = False

    def send(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        params = [_plain_row(row) for row in params] if many else _plain_row(params)
        if sql.startswith("BEGIN"):
            self._begun = True
        elif connection.in_atomic_block and not self._begun:
            self._begun = True
            self.statements.append(Statement("BEGIN"))
        as_sent = sql
        if connection.vendor == "sqlite" and params is not None:
            as_sent = context["cursor"].cursor.convert_query(sql)
        self.statements.append(Statement(as_sent, params, many))
        return execute(sql, params, many, context)

    def end(self, sql: str, act: Callable[[], None]) -> None:
        if self._begun:
            self._begun = False
            self.statements.append(Statement(sql))
        act()


def main() -> None:
    file, plays = Path(sys.argv[1]), [int(each) for each in sys.argv[2:]]
    create_tables()
    from trials.bench import crowd  # noqa: PLC0415 - after the setup

    twosomes = crowd.play_apart(len(plays))
    connections.close_all()
    for name in COPIES:
        print(copy_database(os.environ["DATABASE_URL"], name), flush=True)
    captured = [
        [*map(_capture, chain(_looks(twosome), _plays(twosome, many)))]
        for twosome, many in zip(twosomes, plays, strict=True)
    ]
    file.write_bytes(pickle.dumps(captured))


@contextmanager
def recording() -> Iterator[list[Statement]]:
    """Yield a list to which the statements are added that the connection sends meanwhile."""
    recorder = StatementRecorder()
    ends = {name: getattr(connection, name) for name in ("commit", "rollback")}
    own = vars(connections[DEFAULT_DB_ALIAS])
    own |= {name: partial(recorder.end, name.upper(), act) for name, act in ends.items()}
    try:
        with connection.execute_wrapper(recorder.send):
            yield recorder.statements
    finally:
        for name in ends:
            del own[name]


def _looks(twosome: Any) -> Iterator[Asked]:
    """Return the requests of both people for each of their games."""
    for game in twosome.games:
        for token in twosome.tokens:
            yield Asked("GET", f"/games/{game}", token)


def _plays(twosome: Any, many: int) -> Iterator[Asked]:
    """Return the next plays in their games by turns, each once the one before was made."""
    from trials.bench import crowd  # noqa: PLC0415 - after the setup

    for game in islice(cycle(twosome.games), many):
        yield crowd.next_play(twosome.tokens, game)


def _capture(asked: Asked) -> Captured:
    from trials.bench import crowd  # noqa: PLC0415 - after the setup

    with recording() as statements:
        body = crowd.ask(asked)
    return Captured(asked, statements, body)


def _plain_row(row: Any) -> Any:
    if row is None or isinstance(row, dict):
        return row
    return [_plain(value) for value in row]


def _plain(value: Any) -> Any:
    """Return a parameter without what only Django knows, and what cannot be written to a file."""
    if isinstance(value, memoryview):
        return bytes(value)
    return value.value if isinstance(value, Enum) else value


if __name__ == "__main__":
    main()
