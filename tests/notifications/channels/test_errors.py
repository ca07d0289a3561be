"""What is kept of the answer of a server that refuses a message: its codes, and nothing else."""

from smtplib import SMTPDataError, SMTPRecipientsRefused

import pytest
from django.core.management import call_command

from notifications.channels.errors import UnreachableError, describe_error
from notifications.models import Delivery
from notifications.tasks import send
from tests.support.api_games import ApiGame
from tests.support.mail_sink import Sink
from tests.support.people import Person


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (SMTPDataError(550, b"5.7.1 <ada@example.org>: refused"), "SMTPDataError: 550 5.7.1"),
        (SMTPDataError(554, b"Your hand: 5.7.1"), "SMTPDataError: 554"),
        (
            SMTPRecipientsRefused({"ada@example.org": (550, b"5.1.1 ada@example.org")}),
            "SMTPRecipientsRefused: 550 5.1.1",
        ),
        (
            ConnectionRefusedError(111, "refused by ada"),
            "ConnectionRefusedError: Connection refused",
        ),
        (ValueError("Your hand"), "ValueError"),
    ],
)
def test_only_codes_are_kept(error: Exception, kept: str) -> None:
    assert describe_error(error) == kept


def test_of_a_log_in_that_was_refused_too() -> None:
    error = UnreachableError()
    error.__cause__ = SMTPDataError(535, b"5.7.8 secret")
    assert describe_error(error) == "UnreachableError: 535 5.7.8"


@pytest.mark.django_db
def test_a_server_that_quotes_the_mail_gets_none_of_it_kept(
    sink: Sink, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    table = ApiGame([Person("ada"), Person("bob")])
    table.play()
    awaited = table.awaited.user
    sink.quotes = True
    mail = Delivery.objects.get(notice__person=awaited, notice__kind="your_turn")
    send(mail.pk)
    assert "Illimat with" in sink.quoted
    call_command("outbox", "--failed")
    mail.refresh_from_db()
    assert mail.error == "SMTPDataError: 554"
    assert "was not sent: SMTPDataError: 554" in caplog.text
    for kept in (mail.error, caplog.text, capsys.readouterr().out):
        assert "Illimat" not in kept
