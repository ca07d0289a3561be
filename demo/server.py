"""A small HTTP client: requests, answers, and errors."""

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

TIMEOUT = 30  # seconds


class UnexpectedError(Exception):
    """Raised when something is not as it should be; the message is a sentence."""


class UnreachableError(UnexpectedError):
    """Raised when no server answers."""


class Answer(NamedTuple):
    """An HTTP answer: its status and body."""

    status: int
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        """The body, parsed as JSON; raises UnexpectedError if it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise UnexpectedError(f"This is no JSON: {self.text[:200]!r}") from None


class Server:
    """The server at `url`; `headers` go with every request."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        self.url = url.rstrip("/")
        self.headers = headers or {}
        parts = urlsplit(url)
        self.host = parts.netloc
        self.connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection

    def send(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Send one request, `body` as JSON unless it is None; raises UnreachableError."""
        content = None if body is None else json.dumps(body)
        kind = {} if body is None else {"Content-Type": "application/json"}
        connection = self.connect(self.host, timeout=TIMEOUT)
        try:
            connection.request(method, path, content, self.headers | kind | (headers or {}))
            response = connection.getresponse()
            return Answer(response.status, response.read())
        except (OSError, HTTPException) as error:
            raise UnreachableError(f"{self.url} does not answer: {error}") from error
        finally:
            connection.close()
