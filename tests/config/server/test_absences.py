"""A server that is away is told once, and nothing else is blamed for it."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NoReturn
from uuid import uuid4

import pytest
from celery.app.base import Celery
from celery.schedules import schedule
from django.db import OperationalError
from django.db.models.functions import Now
from kombu.exceptions import OperationalError as BrokerError

from api import database_time
from config import logs
from config.celery import app
from config.server import clearing, heartbeats
from config.server.heartbeats import HeartbeatScheduler
from games.models import Game
from games.models.timers import Timer
from games.workers import timers
from leagues.running import lifecycle
from leagues.season import lookup
from notifications.models import Delivery
from notifications.sending import dispatch, reminders
from tests.support.api_games import ApiGame
from tests.support.people import Person

LOST = OperationalError("server closed the connection unexpectedly\n\tThis probably means")
AWAY = "The database is away: server closed the connection unexpectedly"


@pytest.fixture(autouse=True)
def _all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (logs.BROKER, logs.DATABASE):
        monkeypatch.setattr(each, "_is_away", False)
        monkeypatch.setattr(each, "_limit", logs.LineLimit(1))


def lose(*_: Any, **__: Any) -> NoReturn:
    """Do as a database that went away."""
    raise LOST


@app.task
def work(error: type[Exception] | None, text: str = "") -> None:
    if error:
        raise error(text)


def test_a_database_that_is_away_leaves_a_line_at_once_one_a_minute_and_one_when_it_is_back(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(30):
        work(OperationalError, str(LOST))
    assert caplog.messages == [AWAY]
    assert vars(caplog.records[0])["cause"] == "database_away"
    monkeypatch.setattr(logs, "MINUTE", 0.0)
    work(OperationalError, str(LOST))
    assert caplog.messages == [AWAY, AWAY]
    for _ in range(2):
        work(None)
    assert caplog.messages[2:] == ["The database is back."]
    work(OperationalError, str(LOST))
    assert caplog.messages[3:] == [AWAY]


@pytest.mark.parametrize("error", [OperationalError("database is locked"), ValueError("a bug")])
def test_any_other_error_of_a_task_is_raised(error: Exception) -> None:
    with pytest.raises(type(error)):
        work(type(error), str(error))


def test_a_process_without_tasks_tells_by_its_heartbeats(
    db: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lost:
        lost.setattr(heartbeats, "record", lose)
        heartbeats._record_alone("worker")
    monkeypatch.setattr(heartbeats, "record", lambda _: None)
    heartbeats._record_alone("worker")
    assert caplog.messages == [AWAY, "The database is back."]


def test_a_process_that_only_sends_tasks_tells_when_it_cannot(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_time, "now", lose)
    assert work.apply_async((None,), expires=10) is None
    assert caplog.messages == [AWAY]


def test_beat_tells_that_the_broker_is_away_and_back(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise BrokerError("Error 111 connecting to localhost:6379. Connection refused.")

    beat = HeartbeatScheduler(app, lazy=True)
    entry = beat.Entry(name="unknown", task="unknown", schedule=schedule(2.0), app=app)
    with monkeypatch.context() as lost:
        lost.setattr(Celery, "send_task", refuse)
        for _ in range(3):
            beat.apply_entry(entry)
    monkeypatch.setattr(Celery, "send_task", lambda *_, **__: "sent")
    beat.apply_entry(entry)
    assert caplog.messages == [
        "The broker is away: Error 111 connecting to localhost:6379. Connection refused.",
        "The broker is back.",
    ]


def test_beat_ends_without_a_complaint_if_its_end_cuts_a_message_short(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat = HeartbeatScheduler(app, lazy=True)

    def end(*_: Any, **__: Any) -> NoReturn:
        beat.close()
        raise ValueError("I/O operation on closed file.")

    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(Celery, "send_task", end)
    with pytest.raises(SystemExit):
        beat.apply_entry(beat.Entry(name="any", task="any", schedule=schedule(2.0), app=app))
    assert not caplog.messages


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("module", "inner", "sweep"),
    [
        (timers, "_fire", timers.sweep),
        (reminders, "_look", reminders.sweep),
        (lifecycle, "_look_at", lifecycle.sweep),
        (dispatch, "_drop_if_needless", lambda: dispatch.deliver(Delivery.objects.latest("pk").pk)),
    ],
)
def test_what_is_due_is_not_blamed_for_a_database_that_is_away(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    module: object,
    inner: str,
    sweep: Callable[[], object],
) -> None:
    table = ApiGame([Person(), Person()], clock="one_day")
    table.play()
    Timer.objects.update(due_at=Now() - timedelta(1), remind_at=Now() - timedelta(1))
    monkeypatch.setattr(lifecycle, "_seasons_due", lambda: [uuid4()])
    monkeypatch.setattr(lookup, "is_locked", lambda _: False)
    monkeypatch.setattr(module, inner, lose)
    caplog.set_level(logging.WARNING)
    with pytest.raises(OperationalError):
        sweep()
    assert caplog.messages == []
    assert Timer.objects.filter(remind_at__lt=Now(), due_at__lt=Now()).exists()
    assert not Game.objects.exclude(damage="").exists()


def test_nothing_that_is_to_be_cleared_is_blamed_either(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = clearing.KINDS[0]._replace(delete_some=lose)
    monkeypatch.setattr(clearing, "KINDS", (broken,))
    with pytest.raises(OperationalError):
        clearing.clear_all()
    assert caplog.messages == []
