"""A single POST to the server of a stranger, limited in time, in bytes and in where it goes.

Redirects are not followed, and the body of the answer is not read.
"""

import socket
import ssl
from collections.abc import Sequence
from functools import cache
from time import monotonic
from typing import Final, NamedTuple

import h11

from notifications.posting.destinations import Destination, NotSentError, resolve

SECONDS: Final = 10.0  # for everything, from the look-up of the name to the status
CONNECT_SECONDS: Final = 4.0  # for a connection to one address
MAX_ANSWER: Final = 8 * 1024  # bytes, until the headers end
CHUNK: Final = 4096  # bytes
CHALLENGE: Final = b"webhook-challenge"  # h11 returns names of headers in lower case


class ReceiverAnswer(NamedTuple):
    """What is read of an answer: its status, and the header that repeats a challenge."""

    status: int
    challenge: bytes


def post(
    destination: Destination,
    headers: Sequence[tuple[str, str]],
    body: bytes,
    *,
    content_type: str = "application/json",
    seconds: float = SECONDS,
) -> ReceiverAnswer:
    """Send a body and return the answer.

    Raises NotSentError if there was no answer within `seconds`: `no_public_address`,
    `timed_out`, `unreachable`, `tls_failed`, `connection_lost` or `answer_invalid`.
    """
    deadline = _Deadline(seconds)
    request = _request(destination, [("Content-Type", content_type), *headers], body)
    addresses = resolve(destination, deadline.left())
    with _connect(addresses, destination.port, deadline) as plain:
        try:
            with _secure(plain, destination, deadline) as connection:
                return _exchange(connection, request, deadline)
        except NotSentError:
            raise
        except TimeoutError:
            raise NotSentError("timed_out") from None
        except ssl.SSLError:
            raise NotSentError("tls_failed") from None
        except OSError:
            raise NotSentError("connection_lost") from None
        except h11.RemoteProtocolError:
            raise NotSentError("answer_invalid") from None


class _Deadline:
    """The moment at which a request has taken all its time."""

    def __init__(self, seconds: float) -> None:
        self._ends = monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that are left; raises NotSentError if there are none."""
        seconds = self._ends - monotonic()
        if seconds <= 0:
            raise NotSentError("timed_out")
        return seconds


def _connect(addresses: Sequence[str], port: int, deadline: _Deadline) -> socket.socket:
    """Return a connection to the first of `addresses` that accepts one."""
    code = "unreachable"
    for address in addresses:
        try:
            return socket.create_connection((address, port), min(CONNECT_SECONDS, deadline.left()))
        except TimeoutError:
            code = "timed_out"
        except OSError:
            code = "unreachable"
    raise NotSentError(code)


def _secure(
    plain: socket.socket, destination: Destination, deadline: _Deadline
) -> socket.socket | ssl.SSLSocket:
    """Return the connection with TLS, in which the server has proven the destination's name."""
    plain.settimeout(deadline.left())  # for the whole handshake
    if not destination.is_secure:
        return plain
    return _context().wrap_socket(plain, server_hostname=destination.host)


def _request(
    destination: Destination, headers: Sequence[tuple[str, str]], body: bytes
) -> list[h11.Event]:
    always = [("Host", destination.host_header), ("Connection", "close")]
    always += [("User-Agent", "Illimat"), ("Content-Length", str(len(body)))]
    request = h11.Request(method="POST", target=destination.target, headers=[*always, *headers])
    return [request, h11.Data(data=body), h11.EndOfMessage()]


def _exchange(
    connection: socket.socket, request: list[h11.Event], deadline: _Deadline
) -> ReceiverAnswer:
    """Send a request; return the answer, without reading its body."""
    protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_ANSWER)
    connection.settimeout(deadline.left())
    connection.sendall(b"".join(protocol.send(event) or b"" for event in request))
    received = 0
    while not isinstance(event := protocol.next_event(), h11.Response):
        if isinstance(event, h11.ConnectionClosed) or received > MAX_ANSWER:
            raise NotSentError("answer_invalid")
        if event is h11.NEED_DATA:
            connection.settimeout(deadline.left())
            data = connection.recv(CHUNK)
            received += len(data)
            protocol.receive_data(data)
    return ReceiverAnswer(event.status_code, dict(event.headers).get(CHALLENGE, b""))


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
