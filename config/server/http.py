"""The web server of the embedded mode: waitress, made as strict as RFC 9112 requires.

Waitress reads a whole request before it assigns a thread, so slow or incomplete requests do not
block other clients. By default it accepts some requests that two programs may parse differently,
sends a body in answer to HEAD, and sets no time limit for a client that sends one byte now and
then. For gunicorn, `without_bodies` is enough.
"""

import socket
import time
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import msgspec
from django.conf import settings
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import create_server
from waitress.task import ErrorTask, Task, WSGITask

from api.details import MEDIA_TYPE, describe_status
from api.standard import STANDARD
from illimat_core.errors import clip

THREADS = 8
CONNECTIONS = 500  # at once; more wait in the kernel's queue
HEADER_LIMIT = 32 * 1024  # bytes
BODY_LIMIT = 1024 * 1024  # bytes; the API's own limit is lower and gives a better answer
PATIENCE = 20  # seconds, for a whole request to arrive and for the next one to begin


class StrictParser(HTTPRequestParser):  # type: ignore[misc]  # waitress ships no types
    """Parses one request; rejects requests that a proxy may have parsed differently."""

    command = ""  # if a request is refused before its method is known

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the request line and the headers; raises ParsingError, answered with 400."""
        if b"\r\n " in header_plus or b"\r\n\t" in header_plus:
            raise ParsingError("A header is folded over several lines")  # RFC 9112, 5.2
        super().parse_header(header_plus)
        if self.version not in {"1.0", "1.1"}:
            raise ParsingError("This is neither HTTP/1.0 nor HTTP/1.1")
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length and Transfer-Encoding exclude each other")  # 6.1
        if self.version == "1.0" and "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("HTTP/1.0 has no Transfer-Encoding")  # 6.1
        host = self.headers.get("HOST")
        if (host is None and self.version == "1.1") or "," in (host or ""):
            raise ParsingError("The request must have one Host")  # 3.2


class _Bodiless(Task):  # type: ignore[misc]
    """Answers HEAD with the headers of GET and nothing else (RFC 9110, 9.3.2)."""

    def write(self, data: bytes) -> None:
        """Send the headers once, and the body unless the method is HEAD."""
        heads = self.request.command == "HEAD"
        super().write(b"" if heads else data)
        if heads:
            self.chunked_response = False  # its last chunk would be a body, too


class AnswerTask(_Bodiless, WSGITask):  # type: ignore[misc]
    """Lets the application answer a request."""

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, for HEAD without the wrapper that sends a whole file."""
        environ: dict[str, Any] = super().get_environment()
        if self.request.command == "HEAD":
            environ.pop("wsgi.file_wrapper", None)
        return environ


class RefusalTask(_Bodiless, ErrorTask):  # type: ignore[misc]
    """Answers a request that never reaches the application, and closes the connection."""

    def execute(self) -> None:
        """Answer with problem details, and headers that prevent content sniffing and caching.

        The reason may repeat a whole header, so it is clipped.
        """
        error = self.request.error
        known = describe_status(error.code if error.code in STANDARD else HTTPStatus.BAD_REQUEST)
        detail = f"{known.detail} {clip(error.body)}."
        problem = msgspec.structs.replace(known, status=error.code, detail=detail)
        body = msgspec.json.encode(problem)
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [
            ("Cache-Control", "no-store"),
            ("Content-Language", settings.LANGUAGE_CODE),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
            ("Content-Type", MEDIA_TYPE),
            ("X-Content-Type-Options", "nosniff"),
        ]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class StrictChannel(HTTPChannel):  # type: ignore[misc]
    """A connection, on which each request must arrive completely within the channel's time-out."""

    parser_class = StrictParser
    task_class = AnswerTask
    error_task_class = RefusalTask
    last_activity: float

    def handle_read(self) -> None:
        """Read what has arrived; an incomplete request times out counting from its first part."""
        began = self.last_activity if self.request else time.time()
        super().handle_read()
        if self.request:
            self.last_activity = began


def make_server(
    application: WSGIApplication, listening: socket.socket, patience: int = PATIENCE
) -> Any:
    """Return a server, which starts with its `run()`; `patience` is in seconds."""
    server = create_server(
        application,
        sockets=[listening],
        threads=THREADS,
        ident=None,
        # A person who asks through a proxy must be told from one who sits here
        # (`config.server.mailbox`), and TRUSTED_PROXIES says how much of the proxies' headers
        # counts.
        clear_untrusted_proxy_headers=False,
        connection_limit=CONNECTIONS,
        asyncore_use_poll=True,
        max_request_header_size=HEADER_LIMIT,
        max_request_body_size=BODY_LIMIT,
        channel_timeout=patience,
        cleanup_interval=min(5, patience),
    )
    server.channel_class = StrictChannel
    return server


def without_bodies(application: WSGIApplication) -> WSGIApplication:
    """Return an application that answers as `application` does, to HEAD without a body.

    Django leaves that to the web server, and gunicorn logs a warning for each body that it drops.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        body: Any = application(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return body  # type: ignore[no-any-return]  # it may have a method to close it
        body.close()
        return []

    return answer
