"""Messages expire by the database's clock: those of hosts may differ."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.db import DatabaseError

from api import database_time
from config.celery import app
from config.server.expiring import HEADER

pytestmark = [pytest.mark.both_databases]

ran: list[str] = []


@app.task
def run(name: str) -> None:
    """Note that a message was not too old."""
    ran.append(name)


@pytest.fixture(autouse=True)
def _none_ran() -> None:
    ran.clear()


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Stop the database's clock."""
    monkeypatch.setattr(database_time, "as_moment", lambda _: moment)


def done(*names: str) -> list[str]:
    """Let a worker do what it was asked for, and return what it has run."""
    run.delay("last")
    with start_worker(app, perform_ping_check=False, pool="solo", shutdown_timeout=20):
        while "last" not in ran:
            pass
    return ran[:-1]


@pytest.mark.thorough
def test_a_message_expires_by_the_database_clock(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = database_time.now()
    for name, sent in (("old", -11), ("new", -9), ("from the future", 3_600)):
        at(monkeypatch, now + timedelta(seconds=sent))
        run.apply_async((name,), expires=10)
    at(monkeypatch, now)
    assert done() == ["new", "from the future"]


def test_no_clock_of_a_host_goes_with_a_message(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(app, "send_task", lambda *_, **options: sent.append(options))
    run.apply_async(("name",), expires=10)
    assert [options.get("expires") for options in sent] == [None]
    assert sent[0]["headers"][HEADER] > 0


def test_nothing_is_sent_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise DatabaseError

    monkeypatch.setattr(database_time, "now", fail)
    assert run.apply_async(("name",), expires=10) is None
