"""A mail server that can be made to fail, names that resolve as a test says, a receiver, people."""

import socket
from asyncio import Transport
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from pytest_django import Settings

from accounts.models import User
from notifications.models import Delivery
from notifications.sending.outbox import account_notice_write
from notifications.tasks import send
from tests.notifications.webhooks.receiver import Receiver, receiving
from trials.programs import READY_WITHIN, free_port

TAKEN = "250 OK"
LATER = "451 Try again"
REFUSED = "550 5.1.1 No such mailbox"
FILTERED = "554 5.7.1 Content rejected"
CUT = "cut"  # the connection, after the mail was accepted


class Sink:
    """A mail server. It gives the next mails the replies in `answers`, then accepts all mails.

    If it `quotes`, it refuses all, and repeats of each in its reply what is `quoted`. It always
    refuses mails in whose text is what it `filters`, and all to addresses that are `unknown`.
    """

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.answers: list[str] = []
        self.senders: list[str | None] = []
        self.quotes, self.quoted = False, ""
        self.filters = b""
        self.unknown: set[str] = set()

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.unknown:
            return REFUSED
        envelope.rcpt_tos.append(address)
        return TAKEN

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Reply to the next mail."""
        self.senders.append(envelope.mail_from)
        answer = self.answers.pop(0) if self.answers else TAKEN
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        if self.quotes:
            self.quoted = str(message_from_bytes(content, policy=policy.default)["Subject"])
            return f"554 {self.quoted}"
        if self.filters and self.filters in content:
            return FILTERED
        if answer in {TAKEN, CUT}:
            message = message_from_bytes(content, policy=policy.default)
            assert isinstance(message, EmailMessage)
            self.taken.append(message)
        if answer == CUT and isinstance(server.transport, Transport):
            server.transport.abort()
        return answer


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    """Run a mail server, to which the settings point."""
    found = Sink()
    port = free_port()
    controller = Controller(found, hostname="127.0.0.1", port=port, ready_timeout=READY_WITHIN)
    controller.start()
    settings.EMAIL_BACKEND = "notifications.channels.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    yield found
    controller.stop()


class Resolver:
    """The names that a test knows; each look-up takes the next answer, and the last one stays."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.answers: dict[str, list[list[str]]] = {}
        self.asked: list[str] = []
        self._real = real

    def __call__(self, host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        """Return what socket.getaddrinfo returns."""
        if host not in self.answers:
            return self._real(host, port, *args, **kwargs)
        self.asked.append(host)
        known = self.answers[host]
        found = known.pop(0) if len(known) > 1 else known[0]
        return [info for each in found for info in self._real(each, port, type=socket.SOCK_STREAM)]


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Resolver:
    """Let a test decide to which addresses names resolve."""
    found = Resolver(socket.getaddrinfo)
    monkeypatch.setattr(socket, "getaddrinfo", found)
    return found


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """Run a receiver on this machine, to which webhooks may go."""
    settings.ALLOW_LOCAL_WEBHOOKS = True
    with receiving(Receiver()) as running:
        yield running


@pytest.fixture
def account_mail(db: None) -> Delivery:
    """Queue a mail with a code to ada."""
    account_notice_write(
        to="ada@example.org", subject="Your code", body_text="It is 1234.", key="one"
    )
    return Delivery.objects.get()


@pytest.fixture
def people(db: None) -> list[User]:
    return [
        User.objects.create_user(handle, f"{handle}@example.org")
        for handle in ("ada", "bob", "cy", "dee")
    ]


@pytest.fixture
def send_all() -> Callable[[], None]:
    """Send all mails that are due, as the workers called by a sweep do."""

    def send_due() -> None:
        for mail_id in Delivery.objects.waiting().order_by("pk").values_list("pk", flat=True):
            send(mail_id)

    return send_due


MINE = "/api/v1/me/notifications"


def refusals(answer: Any) -> dict[str, str]:
    """Return the sentences of a refusal, by pointer."""
    assert answer.status_code == 422, answer.content
    return {error["pointer"]: error["detail"] for error in answer.json()["errors"]}
