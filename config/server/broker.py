"""Redis as Celery's broker, so that a worker outlives the loss of its connection.

kombu's own transport ends a worker with an `AttributeError` if Redis goes away while a message
waits for one of its processes: it looks up the connection that it has just dropped, to put the
message back or to acknowledge it.
"""

from typing import Any, Final

import kombu
from celery.app import amqp
from kombu.transport import redis
from redis.exceptions import ConnectionError as RedisConnectionError

LONGEST_WAIT: Final = 2  # seconds between attempts to reach a broker that is away


class QoS(redis.QoS):
    """The messages that a worker has in hand.

    A message counts as one in hand until it is acknowledged. kombu keeps it even if Redis did not
    hear the acknowledgement, although the worker never acknowledges it again: after as many losses
    as a worker may have messages in hand, it lives on and gets no more work.
    """

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge a message; let go of it even if Redis cannot be reached."""
        try:
            super().ack(delivery_tag)
        except Exception:
            self._quick_ack(delivery_tag)  # type: ignore[attr-defined]
            raise


class Channel(redis.Channel):
    """A channel of which nothing is asked any more once it has closed."""

    QoS = QoS
    do_restore = False  # messages that wait for a process expire soon, and others follow

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None:
            raise RedisConnectionError("The channel has closed.")
        parameters: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return parameters


class Transport(redis.Transport):
    """kombu's transport for Redis with these channels."""

    Channel = Channel


class Connection(kombu.Connection):
    """A connection that is back soon after its broker."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        """Connect; wait between attempts, but not longer and longer, up to half a minute."""
        return super().ensure_connection(*args, **({"interval_max": LONGEST_WAIT} | options))


class AMQP(amqp.AMQP):
    """What Celery knows of its broker, with these connections."""

    Connection = Connection
