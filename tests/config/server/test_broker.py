"""Redis as the broker of Celery's workers."""

import logging
import secrets
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Queue
from kombu.exceptions import OperationalError
from redis import Redis as RedisClient
from redis.exceptions import ConnectionError as RedisConnectionError

from config.celery import app
from config.server.broker import LONGEST_WAIT
from trials import product
from trials.programs import wait_until
from trials.servers import Redis

TRANSPORT = "config.server.broker:Transport"


def test_a_task_that_ends_after_the_connection_was_lost_does_not_end_its_worker(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Connection(redis_url, transport=TRANSPORT) as connection:
        queue = Queue("lost", channel=connection.default_channel)
        queue.declare()
        with connection.Producer() as producer:
            producer.publish("a task", routing_key="lost")
        message = queue.get()
        assert message
        lost = connection.connection_errors
        transport = connection.transport
        transport.close_connection(connection.connection)
        with caplog.at_level(logging.CRITICAL):
            message.ack_log_error(logging.getLogger(), lost)
    assert "Couldn't ack" in caplog.text
    assert not message.acknowledged


def test_a_worker_gets_work_again_after_acknowledgements_were_lost(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Connection(redis_url, transport=TRANSPORT) as connection:
        channel: Any = connection.default_channel
        channel.basic_qos(0, 2, False)
        queue = Queue("in_hand", channel=channel)
        queue.declare()
        with connection.Producer() as producer:
            for number in range(2):
                producer.publish(f"task {number}", routing_key="in_hand")
        messages = [queue.get(), queue.get()]
        assert not channel.qos.can_consume()
        with monkeypatch.context() as away:
            away.setattr(channel, "conn_or_acquire", unreachable)
            for message in messages:
                assert message
                with pytest.raises(RedisConnectionError):
                    message.ack()
        assert channel.qos.can_consume()


def test_a_broker_that_is_away_is_asked_again_every_few_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda _: None)
    waits: list[float] = []
    with app.amqp.Connection("redis://127.0.0.1:1", transport=TRANSPORT) as connection:
        note = lambda _, seconds: waits.append(seconds)  # noqa: E731
        with pytest.raises(OperationalError):
            connection.ensure_connection(note, max_retries=20)
    assert max(waits) <= LONGEST_WAIT


def unreachable(*_: object) -> None:
    """Do as a channel whose Redis is away."""
    raise RedisConnectionError


@pytest.mark.slow
def test_beat_and_workers_write_a_line_a_minute_while_the_broker_is_away_and_one_when_it_is_back(
    tmp_path: Path, migrated: Path
) -> None:
    redis = Redis(tmp_path)
    database = shutil.copy(migrated, tmp_path)
    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "ALLOW_SQLITE": "true",
        "ALLOW_TABLE_OWNER": "true",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "BASE_URL": "https://play.example.org",
        "DATABASE_URL": f"sqlite:///{database}",
        "BROKER_URL": f"{redis.url}/0",
        "CACHE_URL": f"{redis.url}/1",
        "EMAIL_URL": f"filemail://{tmp_path}",
        "DEFAULT_FROM_EMAIL": "illimat@example.org",
    }
    beat = product.beat(tmp_path, environment)
    worker = product.worker(tmp_path, environment, "lonely")
    programs = [beat, worker]
    redis.start()
    try:
        for program in programs:
            program.launch()
        for program in programs:
            program.wait_until_ready()
        with RedisClient.from_url(redis.url) as client:  # once beat has sent its first task
            wait_until(lambda: "cmdstat_lpush" in client.info("commandstats"))
        before = [len(program.output()) for program in programs]
        redis.kill()
        wait_until(lambda: "The broker is away: " in beat.output(), within=120)
        time.sleep(5)  # in which beat tries some 20 times
        for program, start in zip(programs, before, strict=True):
            written = program.output()[start:]
            assert "Traceback" not in written
            assert len(written) < 2_000, written  # beat wrote 20 kB each second
            assert "refused.." not in written
        redis.start()
        wait_until(lambda: "The broker is back." in beat.output())
        for program in programs:
            program.stop()
        assert "INFO config.heartbeats: beat: Stopping..." in beat.output()
        assert "INFO config.celery: worker: Warm shutdown (MainProcess)" in worker.output()
    finally:
        for program in (*programs, redis):
            program.kill()
