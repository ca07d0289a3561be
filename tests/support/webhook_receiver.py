"""A program that receives webhooks, on this machine, and that can be made to misbehave."""

import json
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from threading import Thread
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.utils import timezone

from accounts.models import User
from notifications.models import Delivery, Notice
from notifications.models.webhooks import Webhook


class Received(NamedTuple):
    """A request that has arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver(ThreadingHTTPServer):
    """A web server that keeps the requests it gets, and answers each with `status`.

    If it `confirms`, it repeats the challenge of each ping. `behave`, if given, writes another
    answer instead.
    """

    daemon_threads = True

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        super().__init__((host, port), _Handler)
        self.received: list[Received] = []
        self.status = 204
        self.confirms = False
        self.behave: Callable[[Any], None] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"

    def handle_error(self, *_: Any) -> None:
        """Say nothing of clients that hang up."""


def confirmed(user: User, url: str, **members: Any) -> Webhook:
    """Return a new webhook whose owner has confirmed it."""
    return Webhook.objects.create(user=user, url=url, confirmed_at=timezone.now(), **members)


class _Handler(BaseHTTPRequestHandler):
    server: Receiver
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(self.path, headers, body))
        if self.server.behave:
            self.server.behave(self)
            return
        self.send_response(self.server.status)
        self.send_header("Location", "/elsewhere")
        if self.server.confirms:
            self.send_header("Webhook-Challenge", json.loads(body)["data"]["challenge"])
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Write no log."""


@contextmanager
def receiving(receiver: Receiver) -> Iterator[Receiver]:
    """Let a receiver take requests during the block."""
    thread = Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.shutdown()
        receiver.server_close()
        thread.join()


def drip(handler: Any) -> None:
    """Answer with a header that never ends, a byte at a time."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    for _ in range(200):
        handler.wfile.write(b"a")
        time.sleep(0.02)


def flood(handler: Any) -> None:
    """Answer with more headers than anybody reads."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"X-Much: more\r\n" * 10_000)


def babble(handler: Any) -> None:
    """Answer with something that is not HTTP."""
    handler.wfile.write(b"220 mail.example.org ESMTP\r\n\r\n")


def hang_up(handler: Any) -> None:
    handler.close_connection = True


def secured(receiver: TCPServer, folder: Path, name: str) -> Path:
    """Give a receiver a certificate for `name`; return the file of the authority for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + private)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    receiver.socket = context.wrap_socket(receiver.socket, server_side=True)
    return file


def pile_up(webhook: Webhook, messages: int) -> None:
    """Let messages wait for a webhook."""
    for number in range(messages):
        key = f"ping:{webhook.pk}:{number}"
        notice = Notice.objects.create(key=key, kind="ping", person=webhook.user)
        Delivery.objects.create(notice=notice, channel="webhook", endpoint=str(webhook.pk))
