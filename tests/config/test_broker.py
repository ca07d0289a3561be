"""Redis as the broker of Celery's workers."""

import logging

import pytest
from kombu import Connection, Queue

from config import broker


def test_a_task_that_ends_after_the_connection_was_lost_does_not_end_its_worker(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    broker.register()
    with Connection(redis_url) as connection:
        assert isinstance(connection.transport, broker.Transport)
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
