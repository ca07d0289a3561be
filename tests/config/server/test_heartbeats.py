"""Heartbeats: workers and beat write them, and a silence is logged once."""

import logging
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from config.server import heartbeats
from games import outages
from games.models.outages import Heartbeat

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ALL_OK = dict.fromkeys(heartbeats.NAMES, "ok")


def last_heard(name: str, *, minutes: int) -> None:
    """Set the last heartbeat of a process."""
    heard_at = timezone.now() - timedelta(minutes=minutes)
    usual = {"heard_at": heard_at, "needed": name != "webhooks", "reported": False}
    Heartbeat.objects.update_or_create(process=name, host=outages.HOST, defaults=usual)


@pytest.fixture(autouse=True)
def _all_lively() -> None:
    Heartbeat.objects.all().delete()
    for name in heartbeats.NAMES:
        last_heard(name, minutes=0)


def test_a_sign_of_life_is_one_row() -> None:
    Heartbeat.objects.all().delete()
    heartbeats.record("worker")
    heartbeats.record("worker")
    assert [(row.process, row.reported) for row in Heartbeat.objects.all()] == [("worker", False)]


def test_a_sign_of_life_touches_the_file_by_which_a_container_is_judged(
    tmp_path: Path, settings: Settings
) -> None:
    alive = tmp_path / "alive"
    settings.ALIVE_FILE = str(alive)
    heartbeats.record("worker")
    assert alive.exists()


def test_four_minutes_are_no_silence() -> None:
    last_heard("beat", minutes=4)
    assert heartbeats.states() == ALL_OK


def test_one_that_was_never_heard_of_is_silent() -> None:
    Heartbeat.objects.filter(process="worker").delete()
    assert heartbeats.states() == ALL_OK | {"worker": "silent"}


def test_a_server_that_is_first_started_long_after_its_tables_were_made_is_not_silent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    Heartbeat.objects.update(host="", heard_at=timezone.now() - timedelta(days=1))
    heartbeats.states()  # a probe comes before the first heartbeat
    heartbeats.record("web")
    assert heartbeats.states() == ALL_OK
    heartbeats.record("worker")
    assert caplog.records == []
    Heartbeat.objects.filter(host="").update(heard_at=timezone.now() - timedelta(minutes=6))
    heartbeats.record("web")
    assert len(caplog.records) == 3, "Beat, timekeeper and webhooks were never started."


def test_a_silence_is_logged_once_however_many_notice(caplog: pytest.LogCaptureFixture) -> None:
    last_heard("worker", minutes=6)
    for _ in range(5):
        assert heartbeats.states() == ALL_OK | {"worker": "silent"}
        heartbeats.record("beat")
    (record,) = caplog.records
    assert record.getMessage().startswith("The worker has not been heard of since 20")


def test_the_end_of_a_silence_is_logged_and_the_next_one_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for _ in range(2):
        last_heard("beat", minutes=6)
        heartbeats.record("worker")
        heartbeats.record("beat")
        heartbeats.record("beat")
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.WARNING] * 2
    assert "The beat is heard of again." in caplog.messages


def test_signs_of_life_are_frequent_enough_to_miss_a_few() -> None:
    assert timedelta(seconds=heartbeats.EVERY) <= timedelta(minutes=1)
    assert timedelta(minutes=5) == heartbeats.SILENT_AFTER
