"""A mail server that can be made to fail, names that resolve as a test says, a receiver, people."""

import socket
from collections.abc import Callable, Iterator

import pytest
from aiosmtpd.controller import Controller
from pytest_django import Settings

from accounts.models import User
from notifications.models import Delivery
from notifications.sending.outbox import account_notice_write
from notifications.tasks import send
from tests.support.mail_sink import Sink
from tests.support.resolver import Resolver
from tests.support.webhook_receiver import Receiver, receiving
from trials.programs import READY_WITHIN, free_port


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
