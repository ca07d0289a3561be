"""Statements in a pipeline act as they do one by one; a play waits for few answers."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from psycopg.pq import PipelineStatus

from api.sql.statements import pipelined
from games.models.outages import Heartbeat
from tests.support.api_games import ApiGame

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ADD = (
    "INSERT INTO games_heartbeat (process, host, heard_at, needed, reported) "
    "VALUES (%s, '', '2026-01-01 00:00:00+00:00', TRUE, FALSE)"
)
FRAMES = ("SAVEPOINT", "RELEASE")


def add(process: str) -> None:
    """Insert a heartbeat, of which there may be one for each process."""
    with connection.cursor() as cursor:
        cursor.execute(ADD, [process])


def known() -> set[str]:
    return set(
        Heartbeat.objects.filter(process__in=["one", "two"]).values_list("process", flat=True)
    )


def test_a_read_in_a_pipeline_sees_what_was_written_before_it() -> None:
    with transaction.atomic(), pipelined():
        add("one")
        assert known() == {"one"}
        add("two")
    assert known() == {"one", "two"}


def test_what_is_refused_in_a_pipeline_undoes_all_of_the_transaction() -> None:
    @transaction.atomic
    def add_all() -> None:
        add("one")
        with pipelined():
            add("two")
            add("two")
            add("three")

    with pytest.raises(IntegrityError):
        add_all()
    assert known() == set()


def test_what_is_refused_in_a_block_within_a_pipeline_is_raised_by_it() -> None:
    @transaction.atomic
    def add_all() -> None:
        with pipelined():
            add("one")
            add_again()

    def add_again() -> None:
        with pytest.raises(IntegrityError), pipelined():
            add("one")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        add_all()
    assert known() == set()
    with transaction.atomic(), pipelined():
        add("two")
    assert known() == {"two"}


@pytest.mark.only_postgresql
def test_a_play_waits_for_no_answer_to_what_it_writes_of_its_game(table: ApiGame) -> None:
    waited: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if connection.connection.pgconn.pipeline_status == PipelineStatus.OFF:
            waited.append(sql)
        return execute(sql, *rest)

    body = {"expected_version": table.game.version, "action": table.choices()[0]}
    person = table.awaited
    with connection.execute_wrapper(note):
        answer = person.post(f"{table.path}/actions", body, "a-play")
    assert answer.status_code == 200
    asked = [sql for sql in waited if not sql.startswith(FRAMES)]
    of_game = [sql for sql in asked if "games_" in sql or "notifications_" in sql]
    assert [sql.split()[0] for sql in of_game] == ["SELECT", "SELECT"]
    assert len(asked) <= len(of_game) + 5  # who asks (2), the request's key (2), the quotas
