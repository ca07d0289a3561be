"""Sending queued mails, in real conversations with a mail server."""

import smtplib
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from notifications import tasks
from notifications.models import OutboxMail
from notifications.services import ATTEMPTS, LEASE, mail_claim, mail_enqueue
from notifications.tasks import send
from tests.notifications.conftest import CUT, LATER, REFUSED, Sink
from trials.programs import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def make_due(mail: OutboxMail) -> None:
    """Make the next attempt at a mail due."""
    OutboxMail.objects.filter(pk=mail.pk).update(not_before=timezone.now())


def test_a_mail_is_sent_once(sink: Sink, account_mail: OutboxMail) -> None:
    for _ in range(3):
        send(account_mail.pk)
    (message,) = sink.taken
    assert (message["To"], message["Subject"]) == ("ada@example.org", "Your code")
    assert message.get_content().strip() == "It is 1234."
    assert message["Auto-Submitted"] == "auto-generated"


def test_a_mail_that_was_sent_is_forgotten(sink: Sink, account_mail: OutboxMail) -> None:
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert account_mail.sent_at
    assert (account_mail.subject, account_mail.body_text) == ("", "")


def test_the_same_mail_is_owed_once(account_mail: OutboxMail) -> None:
    mail_enqueue(to="ada@example.org", subject="Again", body_text="Again.", dedupe="one")
    assert OutboxMail.objects.get().subject == "Your code"


def test_an_html_part_goes_along(sink: Sink, db: None) -> None:
    mail_enqueue(
        to="ada@example.org", subject="Hi", body_text="Hi.", body_html="<p>Hi.</p>", dedupe="html"
    )
    send(OutboxMail.objects.get().pk)
    (message,) = sink.taken
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_a_mail_refused_for_now_is_sent_later(sink: Sink, account_mail: OutboxMail) -> None:
    sink.answers = [LATER]
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert not sink.taken
    assert account_mail.not_before > timezone.now()
    assert "451" in account_mail.last_error
    send(account_mail.pk)  # too early
    assert not sink.taken
    make_due(account_mail)
    send(account_mail.pk)
    assert len(sink.taken) == 1


def test_each_attempt_waits_longer(sink: Sink, account_mail: OutboxMail) -> None:
    sink.answers = [LATER] * 3
    waits = []
    for _ in range(3):
        make_due(account_mail)
        send(account_mail.pk)
        account_mail.refresh_from_db()
        waits.append((account_mail.not_before - timezone.now()).total_seconds())
    assert [round(wait) for wait in waits] == [10, 40, 160]


def test_a_mail_that_nobody_takes_is_given_up(sink: Sink, account_mail: OutboxMail) -> None:
    sink.answers = [REFUSED] * (ATTEMPTS + 5)
    for _ in range(ATTEMPTS + 5):
        make_due(account_mail)
        send(account_mail.pk)
    account_mail.refresh_from_db()
    assert len(sink.answers) == 5
    assert account_mail.dead_at
    assert "550" in account_mail.last_error
    assert account_mail.body_text == ""


def test_a_mail_server_that_is_away_costs_no_attempt(
    settings: Settings, account_mail: OutboxMail
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = free_port()
    for _ in range(ATTEMPTS + 5):
        make_due(account_mail)
        send(account_mail.pk)
    account_mail.refresh_from_db()
    assert (account_mail.attempts, account_mail.dead_at) == (0, None)
    assert "refused" in account_mail.last_error


def test_a_mail_whose_taking_was_not_heard_of_keeps_its_message_id(
    sink: Sink, account_mail: OutboxMail
) -> None:
    sink.answers = [CUT]
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert account_mail.sent_at is None
    make_due(account_mail)
    send(account_mail.pk)
    first, second = sink.taken
    assert first["Message-ID"] == second["Message-ID"] == f"<{account_mail.digest}@localhost>"


def test_a_crash_between_sending_and_marking_repeats_the_same_message(
    sink: Sink, account_mail: OutboxMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*, mail: OutboxMail) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(tasks, "mail_mark_sent", crash)
        with pytest.raises(SystemExit):
            send(account_mail.pk)
    send(account_mail.pk)  # the lease still runs
    assert len(sink.taken) == 1
    OutboxMail.objects.update(lease_until=timezone.now())
    send(account_mail.pk)
    first, second = sink.taken
    assert first["Message-ID"] == second["Message-ID"]


def test_who_cannot_mark_a_mail_gives_up_with_its_lease(
    sink: Sink, account_mail: OutboxMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mark(*, mail: OutboxMail) -> None:
        mail.lease_until = timezone.now()
        raise OperationalError("No space left on device")

    monkeypatch.setattr(tasks, "mail_mark_sent", mark)
    with pytest.raises(OperationalError):
        send(account_mail.pk)
    assert len(sink.taken) == 1


def test_a_mail_that_brings_its_worker_down_is_given_up_in_the_end(
    sink: Sink, account_mail: OutboxMail
) -> None:
    for _ in range(ATTEMPTS):
        assert mail_claim(mail_id=account_mail.pk)  # and is never heard of again
        OutboxMail.objects.update(lease_until=timezone.now())
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert account_mail.dead_at
    assert not sink.taken


def test_nobody_else_gets_a_mail_while_its_lease_runs(account_mail: OutboxMail) -> None:
    claimed = mail_claim(mail_id=account_mail.pk)
    assert claimed
    assert claimed.lease_until - timezone.now() > LEASE - timedelta(seconds=5)
    assert mail_claim(mail_id=account_mail.pk) is None


def test_a_lease_outlasts_whoever_sends(settings: Settings) -> None:
    """Otherwise two workers would send the same mail to a slow mail server."""
    assert LEASE.total_seconds() > settings.CELERY_TASK_TIME_LIMIT
    steps = 10  # from the greeting to the goodbye
    assert LEASE.total_seconds() > steps * settings.EMAIL_TIMEOUT


def test_who_lost_the_lease_does_not_put_the_mail_back(
    sink: Sink, account_mail: OutboxMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def be_slow(mail: OutboxMail) -> None:
        OutboxMail.objects.update(lease_until=timezone.now())
        assert mail_claim(mail_id=mail.pk)
        raise smtplib.SMTPServerDisconnected("too late")

    monkeypatch.setattr(tasks, "compose", be_slow)
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert account_mail.lease_until > timezone.now() + LEASE / 2
    assert account_mail.attempts == 2


def test_a_mail_that_cannot_be_written_does_not_stop_the_others(
    sink: Sink, account_mail: OutboxMail, caplog: pytest.LogCaptureFixture
) -> None:
    OutboxMail.objects.update(address="ada\n@example.org")
    mail_enqueue(to="bob@example.org", subject="Hi", body_text="Hi.", dedupe="two")
    for mail_id in OutboxMail.objects.order_by("pk").values_list("pk", flat=True):
        send(mail_id)
    assert [message["To"] for message in sink.taken] == ["bob@example.org"]
    account_mail.refresh_from_db()
    assert account_mail.last_error == "ValueError"
    assert "1234" not in caplog.text


@pytest.mark.parametrize("end_of_line", ["\n", "\r", "\r\n", "\x0b", "\x85", "\u2028", "\u2029"])
def test_a_subject_cannot_bring_headers_of_its_own(
    sink: Sink, account_mail: OutboxMail, end_of_line: str
) -> None:
    OutboxMail.objects.update(subject=f"Hi{end_of_line}Bcc: eve@example.org")
    send(account_mail.pk)
    (message,) = sink.taken
    assert message["Bcc"] is None
    assert message["Subject"] == "Hi Bcc: eve@example.org"


def test_a_message_id_tells_nothing(account_mail: OutboxMail) -> None:
    assert len(account_mail.digest) == 32
    assert "one" not in account_mail.digest
