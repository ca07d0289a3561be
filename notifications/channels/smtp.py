"""A mail backend for SMTP that limits how long a whole conversation takes.

EMAIL_TIMEOUT limits each step, that is, each wait for the next bytes. A mail server that sends one
byte every few seconds would never exceed it, and hold a worker for longer than its lease.
"""

import logging
import time
from contextlib import suppress
from smtplib import SMTP, SMTP_SSL
from socket import SHUT_RDWR, socket
from threading import Timer
from typing import Any, Final

from django.core.mail.backends import smtp
from typing_extensions import override

WITHIN: Final = 40.0  # seconds, from opening the connection until it is closed
logger = logging.getLogger(__name__)


class LimitedSMTP(SMTP):
    """A connection that is cut once `WITHIN` seconds have passed.

    Code that waits for the server then gets an OSError. Connecting is limited by the timeout of
    each attempt, and counts.
    """

    _timer: Timer | None = None
    _duplicate: socket | None = None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket:
        """Connect, and cut the connection in time, even during a TLS handshake."""
        began = time.monotonic()
        found: socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        # TLS takes the socket over; a duplicate stays, and shuts down the same connection.
        self._duplicate = found.dup()
        left = max(0.0, WITHIN - (time.monotonic() - began))
        self._timer = Timer(left, _cut, [self._duplicate])
        self._timer.daemon = True
        self._timer.start()
        return found

    @override
    def close(self) -> None:
        if self._timer and self._duplicate:
            self._timer.cancel()
            self._duplicate.close()
        super().close()


class LimitedSMTPWithTLS(SMTP_SSL, LimitedSMTP):
    """The same with TLS from the beginning."""


class EmailBackend(smtp.EmailBackend):
    """Django's backend, with limited connections."""

    @property
    @override
    def connection_class(self) -> Any:
        return LimitedSMTPWithTLS if self.use_ssl else LimitedSMTP


def _cut(connection: socket) -> None:
    """Shut a connection down; it may be closed just now."""
    logger.warning("The mail server took longer than %.0f seconds.", WITHIN)
    with suppress(OSError):
        connection.shutdown(SHUT_RDWR)
    connection.close()
