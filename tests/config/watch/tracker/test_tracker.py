"""An error tracker is told what failed and where, and nothing that anybody typed or holds."""

import gzip
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import sentry_sdk
from celery import Celery
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config import env
from config.server import health
from config.watch.tracker import reporting

CANARIES = {
    "hand": "7Wi-of-ada",
    "seed": "5eed5eed5eed",
    "code": "CODE-BDFG",
    "address": "2001:db8::beef",
    "mail": "canary@example.org",
    "cookie": "cookie-canary",
    "body": "body-canary",
    "query": "query-canary",
    "agent": "agent-canary",
}


class Receiver(BaseHTTPRequestHandler):
    """Keeps the bodies and headers of all requests, as an error tracker would."""

    taken: bytes

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        Receiver.taken += str(self.headers).encode() + body
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Write nothing."""


@pytest.fixture
def dsn(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run an error tracker, to which this process reports, and return its address."""
    Receiver.taken = b""
    monkeypatch.setenv("SECRET_CANARY", CANARIES["seed"])
    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://key@127.0.0.1:{server.server_port}/1"
        sentry_sdk.get_client().close()
        sentry_sdk.get_global_scope().set_client(None)
        server.shutdown()


def received() -> str:
    """Return all that has arrived, decompressed."""
    sentry_sdk.flush(timeout=10)
    return Receiver.taken.decode()


def fail(*_: Any, **__: Any) -> Any:
    """Fail with hidden information in local variables and in the texts of errors."""
    hand, seed, code = CANARIES["hand"], CANARIES["seed"], CANARIES["code"]
    try:
        dict[str, str]()[hand]
    except KeyError as error:
        error.add_note(code)
        raise ValueError(f"{hand} {seed} {code} {CANARIES['mail']}") from error


@pytest.mark.django_db
def test_a_failed_request_is_reported_by_type_place_and_id_alone(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reporting.start(dsn, "illimat@0")
    monkeypatch.setattr(health, "database_complaints", fail)
    client.raise_request_exception = False
    client.cookies["illimat_session"] = CANARIES["cookie"]
    answer = client.get(
        f"/health/ready?q={CANARIES['query']}",
        {"b": CANARIES["body"]},
        headers={"User-Agent": CANARIES["agent"]},
        REMOTE_ADDR=CANARIES["address"],
    )
    assert answer.status_code == 500
    report = received()
    assert {name for name, each in CANARIES.items() if each in report} == set()
    for told in ("ValueError", "KeyError", "test_tracker.py", "fail", answer["X-Request-ID"]):
        assert told in report
    assert "illimat@0" in report
    assert "SECRET_CANARY" not in report


def test_a_failed_task_is_reported_by_its_name_without_its_arguments(dsn: str) -> None:
    reporting.start(dsn, "illimat@0")
    made = Celery("tests", set_as_current=False).task(name="work.fail", shared=False)(fail)
    made.apply(args=(CANARIES["hand"],), kwargs={"seed": CANARIES["seed"]})
    report = received()
    assert {name for name, each in CANARIES.items() if each in report} == set()
    assert "ValueError" in report
    assert "work.fail" in report


def test_a_line_without_an_error_is_not_reported(dsn: str) -> None:
    reporting.start(dsn, "illimat@0")
    logging.getLogger("config").error("A hand: %s", CANARIES["hand"])
    assert received() == ""


def test_nothing_is_reported_without_a_tracker() -> None:
    reporting.start("", "illimat@0")
    assert not sentry_sdk.get_client().is_active()


def test_an_address_without_a_key_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENTRY_DSN", "https://errors.example.org/1")
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN must be an address with a key"):
        env.read("SENTRY_DSN", env.tracker, default="", example="https://key@errors.example.org/1")
