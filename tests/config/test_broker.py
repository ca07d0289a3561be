"""Redis as the broker of Celery's workers."""

import logging
from typing import Any

import pytest
from kombu import Connection, Queue
from redis.exceptions import ConnectionError as RedisConnectionError

TRANSPORT = "config.broker:Transport"


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


def unreachable(*_: object) -> None:
    """Do as a channel whose Redis is away."""
    raise RedisConnectionError
