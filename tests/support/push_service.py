"""A push service on this machine: it checks who sends, and reads messages as a browser does."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from notifications.push.keys import CURVE, decode_base64url, encode_base64url, point, public_key

AUTH = b"sixteen bytes ok"


class Pushed(NamedTuple):
    """A message as the browser reads it, with the headers for its push service."""

    path: str
    headers: dict[str, str]
    message: Any


class PushService(ThreadingHTTPServer):
    """A push service with one browser, for which it decrypts what comes.

    It answers with `status`, or refuses what is not signed with the key that browsers were given.
    With `forward`, it hands messages over to a browser that decrypts them itself.
    """

    daemon_threads = True

    def __init__(self, server_key: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.server_key = server_key  # as the browser was told when it subscribed
        self.browser = ec.generate_private_key(CURVE)
        self.status = 201
        self.taken: list[Pushed] = []
        self.refused: list[str] = []
        self.forward: Callable[[bytes], None] | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def subscription(self, path: str = "/push/1") -> Any:
        """Return what a browser writes about its subscription."""
        keys = {
            "p256dh": encode_base64url(point(self.browser.public_key())),
            "auth": encode_base64url(AUTH),
        }
        return {"endpoint": f"{self.origin}{path}", "expirationTime": None, "keys": keys}

    def check_sender(self, authorization: str) -> None:
        """Raise an error unless a token is signed for this service by the key, and is valid."""
        scheme, _, members = authorization.partition(" ")
        found = dict(part.strip().split("=", 1) for part in members.split(","))
        assert scheme == "vapid"
        assert found["k"] == self.server_key
        header, claims, signature = found["t"].split(".")
        raw = decode_base64url(signature)
        pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        key = public_key(decode_base64url(found["k"]))
        key.verify(pair, f"{header}.{claims}".encode(), ec.ECDSA(SHA256()))
        told = json.loads(decode_base64url(claims))
        assert told["aud"] == self.origin
        assert time.time() < told["exp"] <= time.time() + 24 * 3600
        assert told["sub"].startswith(("mailto:", "https:"))

    def read(self, body: bytes) -> Any:
        """Decrypt a message (RFC 8291), and parse it."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        own = point(self.browser.public_key())
        shared = self.browser.exchange(ec.ECDH(), public_key(sender))
        secret = HKDF(SHA256(), 32, AUTH, b"WebPush: info\0" + own + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text, _, padding = AESGCM(key).decrypt(nonce, sealed, None).partition(b"\x02")
        assert not any(padding)
        return json.loads(text)


class _Handler(BaseHTTPRequestHandler):
    server: PushService
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status = self.server.status
        try:
            assert headers["content-encoding"] == "aes128gcm"
            self.server.check_sender(headers["authorization"])
            if self.server.forward:
                self.server.forward(body)
            elif status == 201:
                message = self.server.read(body)
                self.server.taken.append(Pushed(self.path, headers, message))
        except Exception as error:
            self.server.refused.append(repr(error))
            status = 403
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Write no log."""


@contextmanager
def serving(service: PushService) -> Iterator[PushService]:
    """Let a push service take messages during the block."""
    thread = Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()
        thread.join()
