"""A kept connection to PostgreSQL is known to work without asking, until something arrives."""

from typing import Any

import psycopg
import pytest
from django.db import connection

pytestmark = [pytest.mark.django_db, pytest.mark.only_postgresql]


def elsewhere(statement: str, *parameters: Any) -> Any:
    """Run a statement in another connection, and return the first row of its answer, if any."""
    address = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    place = {name: address[name] for name in names if address.get(name)}
    with psycopg.connect(autocommit=True, **place) as other:
        answer = other.execute(statement, parameters)
        return answer.fetchone() if answer.description else None


def backend() -> int:
    """Return the number of the process that serves this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_a_quiet_connection_is_used_without_being_asked() -> None:
    newest = ("SELECT query FROM pg_stat_activity WHERE pid = %s", backend())
    before = elsewhere(*newest)
    assert connection.is_usable()
    assert elsewhere(*newest) == before


def test_a_connection_that_was_ended_is_not_used() -> None:
    elsewhere("SELECT pg_terminate_backend(%s, 5000)", backend())
    assert not connection.is_usable()
    connection.close()


def test_a_connection_on_which_news_arrived_is_asked_and_used() -> None:
    with connection.cursor() as cursor:
        cursor.execute("LISTEN news")
    elsewhere("NOTIFY news")
    assert connection.is_usable()
