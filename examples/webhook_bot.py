"""A bot that is told by a webhook when a game waits for it, and needs nothing but Python.

It answers the challenge that confirms its address, verifies what is posted there, and lets
http_bot.py, which lies beside it, play. docs/bots.md shows how to make the webhook.

    ILLIMAT_SECRET=whsec_… ILLIMAT_TOKEN=… python3 examples/webhook_bot.py http://127.0.0.1:8000
"""

import argparse
import base64
import hmac
import json
import os
import sys
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_bot  # type: ignore[import-not-found]

SKEW = 300  # seconds by which a message may be old
LARGEST = 8192  # bytes; messages are much smaller
EVERY = 600.0
"""Seconds between polls: a message may get lost while this program does not run."""
AWAKE = threading.Event()


def verify(secret: str, headers: Mapping[str, str], body: bytes) -> None:
    """Raise ValueError or KeyError unless the server that has the secret has just sent the body."""
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > SKEW:
        raise ValueError("The timestamp is more than five minutes off.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    given = headers["webhook-signature"].encode().split()
    if not any(hmac.compare_digest(expected.encode(), each) for each in given):
        raise ValueError("The signature is wrong.")


class Receiver(BaseHTTPRequestHandler):
    """The address of the webhook."""

    timeout = 10

    def do_POST(self) -> None:
        """Answer a message at once; what there is to play is played afterwards."""
        try:
            body = self.rfile.read(min(int(self.headers["Content-Length"]), LARGEST))
            headers = {name.lower(): value for name, value in self.headers.items()}
            verify(os.environ["ILLIMAT_SECRET"], headers, body)
            challenge = json.loads(body)["data"].get("challenge")
        except (KeyError, TypeError, ValueError):
            self.send_error(400, "This message cannot be verified.")
            return
        self.send_response(204)
        if challenge:
            self.send_header("webhook-challenge", challenge)
        self.end_headers()
        AWAKE.set()


def wait(seconds: float) -> None:
    """Wait for a message, but no longer than `seconds`."""
    AWAKE.wait(seconds)
    AWAKE.clear()


def main() -> None:
    """Listen, and play in all games of the account until stopped."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("url", help="address of the server")
    parser.add_argument("--port", type=int, default=8090, help="to listen at [%(default)s]")
    arguments = parser.parse_args()
    if "ILLIMAT_SECRET" not in os.environ:
        sys.exit("Set ILLIMAT_SECRET to the secret of the webhook.")
    client = http_bot.connected(arguments.url)
    with ThreadingHTTPServer(("127.0.0.1", arguments.port), Receiver) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        print(f"Listening at port {listening.server_port}. Ctrl-C ends this.", flush=True)
        http_bot.play_all(client, EVERY, wait)


if __name__ == "__main__":
    http_bot.run(main)
