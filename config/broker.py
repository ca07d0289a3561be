"""Redis as Celery's broker, in such a way that a worker outlives the loss of its connection."""

from typing import Any, Final

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError

SCHEMES: Final = ("redis", "rediss")


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
    """A channel of which nothing is asked any more once it has closed.

    When Redis goes away, kombu drops the connection of the channel and forgets it. A task that
    finishes afterwards still acknowledges its message over that channel. kombu then looks up the
    connection that it has dropped, and the worker ends with an `AttributeError`.
    Here this is a lost connection, which the worker logs. An unacknowledged message is delivered
    again after the visibility timeout.
    """

    QoS = QoS
    do_restore = False  # to put messages back needs the connection that has just been dropped

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None:
            raise RedisConnectionError("The channel has closed.")
        parameters: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return parameters


class Transport(redis.Transport):
    """kombu's transport for Redis with these channels."""

    Channel = Channel


def register() -> None:
    """Let kombu use this transport for all addresses of Redis."""
    TRANSPORT_ALIASES.update(dict.fromkeys(SCHEMES, f"{__name__}:Transport"))
