"""What Chromium needs of Google's push service, on this machine: a browser here has no network.

Chromium checks in, registers each subscription, and keeps a connection by which messages come. All
else is its own: it makes the keys of a subscription, decrypts messages, and wakes service workers.
The connection speaks MCS: a tag, a length and a Protocol Buffer for each message
(google_apis/gcm/protocol in Chromium's source).
"""

import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import StreamRequestHandler, TCPServer, ThreadingTCPServer
from threading import Thread
from typing import Any, Final
from urllib.parse import parse_qsl

from tests.support.webhook_receiver import secured
from trials.programs import wait_until

VERSION: Final = bytes([41])
LOGGED_IN: Final = 3  # tags
MESSAGE: Final = 8
PATIENCE: Final = 30.0  # seconds: a browser waits a while before it connects again


class Registry(ThreadingHTTPServer):
    """Where a browser checks in and registers subscriptions."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Registering)
        self.registered: list[dict[str, str]] = []


class _Registering(BaseHTTPRequestHandler):
    server: Registry
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Name the browser, or give a subscription its token."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/checkin":
            answer = b"\x08\x01\x18\x01\x39" + struct.pack("<Q", 1) + b"\x41" + struct.pack("<Q", 2)
        else:
            told = dict(parse_qsl(body.decode()))
            if "X-subtype" in told:
                self.server.registered.append(told)
            answer = b"token=of-a-browser"
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        """Write no log."""


class Line(ThreadingTCPServer):
    """To where a browser keeps a connection, by which its messages come."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Connected)
        self.browsers: list[Any] = []

    def handle_error(self, *_: Any) -> None:
        """Say nothing of browsers that hang up."""


class _Connected(StreamRequestHandler):
    server: Line

    def handle(self) -> None:
        """Let a browser log in, and keep the connection until it hangs up."""
        self.request.recv(64 * 1024)
        logged_in = _field(1, b"login") + _field(8, int(time.time() * 1000))
        self.request.sendall(VERSION + _tagged(LOGGED_IN, logged_in))
        self.server.browsers.append(self.request)
        while self.request.recv(4096):
            pass


class ChromiumService:
    """The service to which a Chromium that is started with `flags` belongs."""

    def __init__(self, folder: Path) -> None:
        self.registry, self.line = Registry(), Line()
        secured(self.line, folder, "localhost")
        registry = f"http://127.0.0.1:{self.registry.server_port}"
        self.flags = [
            "--ignore-certificate-errors",
            f"--gcm-checkin-url={registry}/checkin",
            f"--gcm-registration-url={registry}/register",
            f"--gcm-mcs-endpoint=https://localhost:{self.line.server_address[1]}",
        ]

    def deliver(self, sealed: bytes) -> None:
        """Deliver the body of a message to the browser's newest subscription."""
        wait_until(lambda: bool(self.registry.registered and self.line.browsers), PATIENCE)
        told = self.registry.registered[-1]
        message = _field(3, told["sender"].encode()) + _field(5, told["app"].encode())
        for name, value in (("subtype", told["X-subtype"]), ("content-encoding", "aes128gcm")):
            message += _field(7, _field(1, name.encode()) + _field(2, value.encode()))
        self.line.browsers[-1].sendall(_tagged(MESSAGE, message + _field(21, sealed)))


@contextmanager
def belonging(service: ChromiumService) -> Iterator[ChromiumService]:
    """Let browsers belong to a service during the block."""
    with ExitStack() as stack:
        for each in (service.registry, service.line):
            stack.callback(_stop, each)
            Thread(target=each.serve_forever, args=(0.01,), daemon=True).start()
        yield service


def _stop(server: TCPServer) -> None:
    server.shutdown()
    server.server_close()


def _tagged(tag: int, message: bytes) -> bytes:
    return bytes([tag]) + _varint(len(message)) + message


def _field(number: int, value: bytes | int) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    parts = b""
    while value > 0x7F:
        parts += bytes([value & 0x7F | 0x80])
        value >>= 7
    return parts + bytes([value])
