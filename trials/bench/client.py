"""A client that costs next to nothing, so that the server is what is measured."""

import json
import socket
from time import perf_counter
from typing import Any, NamedTuple


class TimedAnswer(NamedTuple):
    """An answer, and the seconds until its last byte arrived."""

    status: int
    head: str
    body: bytes
    seconds: float

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def etag(self) -> str:
        _, _, after = self.head.lower().partition("\r\netag: ")
        return after.partition("\r\n")[0]


class Client:
    """Sends each request over a connection of its own, as the proxy of the server does."""

    def __init__(self, port: int) -> None:
        self._address = ("127.0.0.1", port)
        self._host = f"127.0.0.1:{port}"

    def send(
        self, method: str, path: str, token: str, body: Any = None, *, headers: str = ""
    ) -> TimedAnswer:
        """Send a request with the session token `token`; `headers` are lines. Raises OSError."""
        content = b"" if body is None else json.dumps(body).encode()
        request = (
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: {self._host}\r\nX-Session-Token: {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n{headers}\r\n"
        )
        began = perf_counter()
        with socket.create_connection(self._address) as connection:
            connection.sendall(request.encode() + content)
            received = b"".join(iter(lambda: connection.recv(65536), b""))
        seconds = perf_counter() - began
        head, _, rest = received.partition(b"\r\n\r\n")
        return TimedAnswer(int(head.split(b" ", 2)[1]), head.decode(), rest, seconds)
