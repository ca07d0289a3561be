"""A mail server that sends single bytes, each in time, and never finishes."""

import contextlib
import logging
import socket
import time
from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from pytest_django import Settings

from notifications.channels import smtp
from notifications.models import Delivery
from notifications.tasks import send
from tests.support.mail_sink import Sink

pytestmark = [pytest.mark.django_db]

DRIP = 0.05  # seconds between two bytes
PATIENCE = 0.6  # seconds, for a whole conversation
LONG = 5  # seconds, within which a conversation ends even on a busy machine
SOON = 15  # seconds; a first mail takes two to compose, the endless line more than twenty
ENDLESS = b"250-" + b"x" * 400  # a line that takes longer than twenty seconds
RECORD = b"\x16\x03\x03\x40\x00" + bytes(400)  # the beginning of a long record of TLS

Drip = Callable[..., None]


@pytest.fixture
def drip(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Drip]:
    """Start a server that answers until it is sent a command, then drips."""
    listener = socket.create_server(("127.0.0.1", 0))
    settings.EMAIL_BACKEND = "notifications.channels.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = listener.getsockname()

    def start(command: str, endless: bytes, within: float = PATIENCE) -> None:
        monkeypatch.setattr(smtp, "WITHIN", within)
        Thread(target=converse, args=(listener, command, endless), daemon=True).start()

    yield start
    listener.close()


def converse(listener: socket.socket, until: str, endless: bytes) -> None:
    """Answer a client up to a command, or up to the end of a mail, and drip from then on."""
    connection, _ = listener.accept()
    with connection, connection.makefile("rb") as lines, contextlib.suppress(OSError):
        if until:
            connection.sendall(b"220 ready\r\n")
            in_mail = False
            for line in lines:
                said = line.decode().upper().strip()
                if in_mail and said != ".":
                    continue
                if said.startswith(until):
                    break
                in_mail = said.startswith("DATA")
                connection.sendall(b"354 go on\r\n" if in_mail else b"250 OK\r\n")
        for byte in endless:
            connection.sendall(bytes([byte]))
            time.sleep(DRIP)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["EHLO", "MAIL", "DATA", "."])
def test_a_server_that_drips_holds_no_worker(
    drip: Drip, account_mail: Delivery, caplog: pytest.LogCaptureFixture, command: str
) -> None:
    drip(command, ENDLESS)
    began = time.monotonic()
    send(account_mail.pk)
    assert time.monotonic() - began < SOON
    account_mail.refresh_from_db()
    assert account_mail.state == "waiting"
    assert "SMTPServerDisconnected" in account_mail.error
    assert "took longer" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("tls", [False, True])
def test_nor_does_one_that_drips_from_the_beginning(
    drip: Drip, settings: Settings, account_mail: Delivery, tls: bool
) -> None:
    settings.EMAIL_USE_SSL = tls
    drip("", RECORD if tls else ENDLESS)
    began = time.monotonic()
    send(account_mail.pk)
    assert time.monotonic() - began < SOON
    account_mail.refresh_from_db()
    assert (account_mail.state, account_mail.attempts) == ("waiting", 0)


@pytest.mark.slow
def test_a_server_that_drips_its_farewell_has_taken_the_mail(
    drip: Drip, account_mail: Delivery
) -> None:
    drip("QUIT", ENDLESS, LONG)
    began = time.monotonic()
    send(account_mail.pk)
    assert time.monotonic() - began < SOON
    account_mail.refresh_from_db()
    assert account_mail.state == "sent"


@pytest.mark.thorough
def test_a_conversation_that_ends_in_time_is_not_cut(
    sink: Sink,
    account_mail: Delivery,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(smtp, "WITHIN", LONG)
    caplog.set_level(logging.WARNING)
    send(account_mail.pk)
    time.sleep(LONG + 0.1)
    assert len(sink.taken) == 1
    assert "took longer" not in caplog.text
