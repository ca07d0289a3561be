"""The clock of a PostgreSQL, moved forward under a running server.

The server takes the time from its database, by two functions. Functions of the same names, which
the search path finds first, add to it.
"""

from datetime import datetime, timedelta

import psycopg

STATEMENTS = (
    "CREATE TABLE moved (forward interval NOT NULL)",
    "INSERT INTO moved VALUES ('0')",
    "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
    "'SELECT pg_catalog.clock_timestamp() + forward FROM public.moved'",
    "CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS "
    "'SELECT pg_catalog.statement_timestamp() + forward FROM public.moved'",
    "ALTER ROLE CURRENT_USER SET search_path TO public, pg_catalog",
)


class Clock:
    """The clock of a database; it has to be made before the server connects."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        for statement in STATEMENTS:
            self._run(statement)

    def advance(self, by: timedelta) -> None:
        self._run("UPDATE moved SET forward = forward + %s", by)

    def now(self) -> datetime:
        with psycopg.connect(self._url, autocommit=True) as connection:
            found = connection.execute("SELECT clock_timestamp()").fetchone()
        if found is None:
            raise RuntimeError("a SELECT of one value has one row")
        moment: datetime = found[0]
        return moment

    def _run(self, statement: str, *arguments: object) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(statement.encode(), arguments)
