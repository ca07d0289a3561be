"""Why the database refused its service: a name for it, and a line in the log with it."""

import json
import logging
import sqlite3
import sys
from contextlib import AbstractContextManager, closing
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.test import Client
from psycopg import errors

import manage
from api.traces.causes import CAUSES, cause_of, origins_of, raise_if_away, raise_if_refused
from config import database, logs

REFUSALS: list[tuple[Exception, str]] = [
    (errors.LockNotAvailable(), "lock_timeout"),
    (errors.DeadlockDetected(), "lock_timeout"),
    (errors.QueryCanceled(), "statement_timeout"),
    (errors.DiskFull(), "disk_full"),
    (errors.TooManyConnections(), "too_many_connections"),
    (errors.AdminShutdown(), "database_away"),
    (errors.CannotConnectNow(), "database_away"),
    (errors.ConnectionFailure(), "database_away"),
    (errors.ReadOnlySqlTransaction(), "read_only"),
]


def wrapped(cause: Exception, kind: type[Exception] = OperationalError) -> Exception:
    """Return an error as Django raises it for one of a database driver."""
    error = kind(str(cause))
    error.__cause__ = cause
    return error


def test_a_refusal_of_postgresql_has_a_cause() -> None:
    for refusal, cause in REFUSALS:
        assert cause_of(wrapped(refusal, DatabaseError)) == cause
    assert {cause for _, cause in REFUSALS} == set(CAUSES)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("FATAL:  sorry, too many clients already", "too_many_connections"),
        ("FATAL:  remaining connection slots are reserved", "too_many_connections"),
        ("FATAL:  the database system is starting up", "database_away"),
        ("connection refused", "database_away"),
    ],
)
def test_a_refused_connection_has_a_cause(text: str, cause: str) -> None:
    assert cause_of(wrapped(psycopg.OperationalError(text))) == cause
    assert cause_of(InterfaceError("the connection is closed")) == "database_away"


def test_errors_that_led_to_one_another_are_looked_at_once() -> None:
    first, second = ValueError(), OperationalError("database is locked")
    first.__cause__, second.__context__ = second, first
    assert list(origins_of(first)) == [first, second]
    assert cause_of(first) == "lock_timeout"


def test_what_is_no_refusal_has_no_cause() -> None:
    for error in (None, ValueError("database is locked"), wrapped(errors.UndefinedTable())):
        assert cause_of(error) is None


def test_a_lock_that_is_not_free_is_a_refusal_of_a_database_that_is_not_away() -> None:
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = errors.LockNotAvailable()
    raise_if_away(error)
    with pytest.raises(OperationalError):
        raise_if_refused(error)


def by_sqlite(file: Path, *statements: str) -> Exception:
    """Return the error with which SQLite refuses the last statement, as Django wraps it."""
    try:
        with closing(sqlite3.connect(file, timeout=0)) as made:
            for statement in statements:
                made.execute(statement)
    except sqlite3.Error as error:
        return wrapped(error)
    raise AssertionError(statements)


def test_a_refusal_of_sqlite_has_a_cause(tmp_path: Path) -> None:
    file, table = tmp_path / "db", "CREATE TABLE t (x)"
    few = "PRAGMA max_page_count=1"
    assert cause_of(by_sqlite(file, few, table, table.replace("t ", "u "))) == "disk_full"
    assert cause_of(by_sqlite(file, "PRAGMA query_only=1", table)) == "read_only"
    assert cause_of(by_sqlite(tmp_path / "none" / "db", table)) == "database_away"
    assert cause_of(by_sqlite(file, "SELECT 1 FROM nothing")) is None


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """Return the log of requests as it is written in JSON, with fresh limits."""
    stream, logger = StringIO(), logging.getLogger("django.request")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonFormatter())
    monkeypatch.setattr(logger, "handlers", [handler])
    twice = [logs.Briefly(), logs.Briefly()]  # as after gunicorn's settings and Django's
    monkeypatch.setattr(logger, "filters", twice)
    return stream


def refusing(error: Exception) -> AbstractContextManager[None]:
    def fail(*_: Any) -> Any:
        raise error

    return connection.execute_wrapper(fail)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/v1/me", "/"])
def test_an_answer_503_leaves_one_line_with_its_cause_and_its_request(
    client: Client, log: StringIO, path: str
) -> None:
    client.raise_request_exception = False
    with refusing(wrapped(errors.LockNotAvailable("canceling statement due to lock timeout"))):
        answer = client.get(path, headers={"X-Session-Token": "x" * 32})
    assert answer.status_code == 503
    (line,) = log.getvalue().splitlines()
    entry = json.loads(line)
    assert entry["cause"] == "lock_timeout"
    assert entry["request"] == answer["X-Request-ID"]
    assert entry["message"].startswith(f"Service Unavailable: {path}")
    assert "exception" not in entry


@pytest.mark.django_db
def test_of_many_answers_503_some_a_minute_leave_a_line_which_counts_the_others(
    client: Client, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refusing(wrapped(errors.DiskFull())):
        for _ in range(logs.MOST_OF_A_KIND + 3):
            client.get("/api/v1/me", headers={"X-Session-Token": "x" * 32})
        assert len(log.getvalue().splitlines()) == logs.MOST_OF_A_KIND
        monkeypatch.setattr(logs, "MINUTE", 0.0)
        client.get("/api/v1/me", headers={"X-Session-Token": "x" * 32})
    assert "(3 more lines like this were left out)" in log.getvalue().splitlines()[-1]


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize("missing", ["SELECT 1 FROM absent", "SELECT absent FROM games_game"])
def test_a_command_on_a_database_that_is_not_migrated_says_what_to_do(missing: str) -> None:
    with pytest.raises(DatabaseError) as caught, transaction.atomic():
        connection.cursor().execute(missing)
    said = database.explain_refusal(settings.DATABASES["default"], caught.value)
    assert said
    assert said.startswith("The database lacks a table or column of this version (")
    assert said.endswith("Run manage.py migrate first.")


@pytest.mark.only_postgresql
@pytest.mark.django_db
def test_a_statement_that_takes_too_long_has_a_cause() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 1")
        with pytest.raises(OperationalError) as caught, transaction.atomic():
            cursor.execute("SELECT pg_sleep(1)")
    assert cause_of(caught.value) == "statement_timeout"


def test_a_migration_that_the_role_may_not_make_is_refused_on_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def begin(_: object) -> None:
        print("  Applying games.0009_more...", end="")
        raise wrapped(errors.InsufficientPrivilege("must be owner"), DatabaseError)

    monkeypatch.setattr(manage, "execute_from_command_line", begin)
    monkeypatch.setattr(sys, "argv", ["manage.py", "migrate"])
    with pytest.raises(SystemExit):
        manage.main()
    printed, said = capsys.readouterr()
    assert printed.endswith("...\n")
    assert said.startswith("Cannot start: The database's role may not do this (")
    assert said.endswith(" Set DATABASE_URL to the role that owns the tables.\n")


def test_a_command_that_the_servers_role_may_not_run_does_not_ask_for_the_owners() -> None:
    refused = errors.InsufficientPrivilege("permission denied for table x\nLINE 1: SELECT")
    within = wrapped(refused, DatabaseError)
    error = DatabaseError(f"Unable to do something ({within})")
    error.__cause__ = within
    assert database.explain_refusal(settings.DATABASES["default"], error) == (
        "The database's role may not do this (permission denied for table x). "
        "Grant it what docs/operating.md says under PostgreSQL."
    )
