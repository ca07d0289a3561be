"""Sending queued mails, in real conversations with a mail server."""

import smtplib
from datetime import timedelta

import pytest
from anymail.exceptions import AnymailAPIError
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError
from django.db.models.functions import Now
from django.utils import timezone
from pytest_django import Settings

from accounts.failing import address_try_again
from accounts.models import FailingAddress, User
from notifications.channels import CHANNELS, email
from notifications.channels.email import EMAIL
from notifications.content.message_ids import message_id_of
from notifications.kinds.account_change import ACCOUNT_CHANGE
from notifications.kinds.your_turn import YOUR_TURN
from notifications.models import Delivery, Notice
from notifications.sending import dispatch
from notifications.sending.deliveries import LEASE, delivery_lease, delivery_mark_sent
from notifications.sending.outbox import account_notice_write
from notifications.tasks import send
from tests.support.mail_sink import CUT, LATER, REFUSED, Sink
from tests.support.service_games import ServiceGame
from trials.programs import free_port

pytestmark = pytest.mark.django_db
DOWN = "554 5.3.0 Out of order"
A_DAY = timedelta(days=1)


def make_due(mail: Delivery) -> None:
    Delivery.objects.filter(pk=mail.pk).update(not_before=Now(), lease_until=Now())


def test_a_mail_is_sent_once(sink: Sink, account_mail: Delivery) -> None:
    for _ in range(3):
        send(account_mail.pk)
    (message,) = sink.taken
    assert (message["To"], message["Subject"]) == ("ada@example.org", "Your code")
    assert message.get_content().strip() == "It is 1234."
    assert message["Auto-Submitted"] == "auto-generated"


def test_a_mail_that_was_sent_is_forgotten(sink: Sink, account_mail: Delivery) -> None:
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert account_mail.sent_at
    assert (account_mail.notice.subject, account_mail.notice.body_text) == ("", "")


def test_the_same_mail_is_queued_once(account_mail: Delivery) -> None:
    account_notice_write(to="ada@example.org", subject="Again", body_text="Again.", key="one")
    assert Notice.objects.get().subject == "Your code"


def test_an_html_part_goes_along(sink: Sink, db: None) -> None:
    account_notice_write(
        to="ada@example.org", subject="Hi", body_text="Hi.", body_html="<p>Hi.</p>", key="html"
    )
    send(Delivery.objects.get().pk)
    (message,) = sink.taken
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_a_mail_refused_for_now_is_sent_later(sink: Sink, account_mail: Delivery) -> None:
    sink.answers = [LATER]
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert not sink.taken
    assert account_mail.not_before > timezone.now()
    assert "451" in account_mail.error
    send(account_mail.pk)  # too early
    assert not sink.taken
    make_due(account_mail)
    send(account_mail.pk)
    assert len(sink.taken) == 1


def test_each_attempt_waits_longer(sink: Sink, account_mail: Delivery) -> None:
    sink.answers = [LATER] * 3
    waits = []
    for _ in range(3):
        make_due(account_mail)
        send(account_mail.pk)
        account_mail.refresh_from_db()
        waits.append((account_mail.not_before - timezone.now()).total_seconds())
    assert [round(wait) for wait in waits] == [10, 40, 160]


def keep_trying(mail: Delivery) -> None:
    """Make all attempts at a mail, and some more."""
    for _ in range(EMAIL.attempts + 5):
        make_due(mail)
        send(mail.pk)
    mail.refresh_from_db()


def attempts(sink: Sink, mail: Delivery, answer: str) -> int:
    """Return how often a mail is tried that always gets the same answer."""
    offered = EMAIL.attempts + 5
    sink.answers = [answer] * offered
    keep_trying(mail)
    return offered - len(sink.answers)


@pytest.mark.parametrize("code", ["550 5.1.1", "550 5.2.1", "556 5.1.10"])
def test_a_mail_to_an_address_that_does_not_exist_is_given_up(
    sink: Sink, account_mail: Delivery, code: str
) -> None:
    assert attempts(sink, account_mail, f"{code} No") == EMAIL.attempts
    assert (account_mail.state, account_mail.error) == ("failed", f"SMTPDataError: {code}")
    assert account_mail.notice.body_text == ""


@pytest.mark.parametrize("at_recipient", [True, False])
def test_an_address_that_the_mail_server_does_not_know_fails_and_gets_what_it_missed_later(
    sink: Sink, people: list[User], at_recipient: bool
) -> None:
    game = ServiceGame(people[:2])
    reader = game.awaited
    mail = Delivery.objects.get(notice__person=reader, notice__kind=YOUR_TURN.key)
    if at_recipient:
        sink.unknown = {reader.email}
    else:
        sink.answers = [REFUSED]
    send(mail.pk)
    assert FailingAddress.objects.get().address == reader.email
    make_due(mail)
    send(mail.pk)
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == ("superseded", "unreachable")
    sink.unknown = set()
    address_try_again(user=reader)
    send(mail.pk)
    assert [message["To"] for message in sink.taken] == [reader.email]


@pytest.mark.parametrize("answer", [DOWN, "550 No", "550 5.7.1 No", "450 4.1.1 Later"])
def test_an_address_does_not_fail_that_is_refused_for_another_reason(
    sink: Sink, account_mail: Delivery, answer: str
) -> None:
    attempts(sink, account_mail, answer)
    assert not FailingAddress.objects.exists()


@pytest.mark.parametrize(
    "answer", [DOWN, "550 No", "551 No", "550 5.2.0 No", "550 5.4.4 No", "553 5.1.0 No"]
)
def test_a_mail_waits_for_a_server_that_refuses_everybody(
    sink: Sink, account_mail: Delivery, answer: str
) -> None:
    assert attempts(sink, account_mail, answer) == EMAIL.attempts + 5
    assert account_mail.state == "waiting"
    wait = account_mail.lease_until - timezone.now()
    assert timedelta(minutes=29) < wait <= timedelta(minutes=30)
    make_due(account_mail)
    send(account_mail.pk)
    assert len(sink.taken) == 1


def try_again(mail: Delivery) -> timedelta:
    """Let what waits be tried at its time; return how long it waits then."""
    Delivery.objects.filter(pk=mail.pk).update(lease_until=Now())
    send(mail.pk)
    mail.refresh_from_db()
    return mail.lease_until - timezone.now()


def test_news_of_a_turn_wait_for_five_days_of_half_hours_then_daily_while_they_hold(
    sink: Sink, people: list[User]
) -> None:
    game = ServiceGame(people[:2])
    mail = Delivery.objects.get(notice__person=game.awaited, notice__kind=YOUR_TURN.key)
    attempts(sink, mail, DOWN)
    sink.answers = [DOWN] * 3
    for days, minutes in ((4.9, 30), (5.1, 24 * 60), (90, 24 * 60)):
        since = timezone.now() - timedelta(days=days)
        Delivery.objects.filter(pk=mail.pk).update(not_before=since)
        Notice.objects.filter(pk=mail.notice_id).update(created_at=since)
        assert round(try_again(mail) / timedelta(minutes=1)) == minutes
    game.play()
    try_again(mail)
    assert (mail.state, sink.taken) == ("superseded", [])


def test_other_mails_wait_for_thirty_days(sink: Sink, account_mail: Delivery) -> None:
    Notice.objects.update(kind=ACCOUNT_CHANGE.key, created_at=timezone.now() - timedelta(days=30))
    assert attempts(sink, account_mail, DOWN) == EMAIL.attempts
    assert account_mail.state == "failed"


@pytest.mark.parametrize("refused", [YOUR_TURN.key, "account"])
def test_a_mail_waits_for_a_server_that_takes_other_kinds_of_mails(
    sink: Sink, people: list[User], refused: str
) -> None:
    awaited = ServiceGame(people[:2]).awaited
    account_notice_write(to="cy@example.org", subject="s", body_text="Code.", key="cy")
    sink.filters = b"Code" if refused == "account" else b"Illimat with"
    turn = Delivery.objects.get(notice__person=awaited, notice__kind=YOUR_TURN.key)
    code = Delivery.objects.get(notice__kind="account")
    mail, other = (code, turn) if refused == "account" else (turn, code)
    send(other.pk)
    keep_trying(mail)
    assert (len(sink.taken), mail.state, mail.error[-9:]) == (1, "waiting", "554 5.7.1")
    sink.filters = b""
    try_again(mail)
    assert mail.state == "sent"


@pytest.mark.parametrize("answer", [DOWN, "550 No", "550 5.2.0 No"])
def test_a_mail_is_given_up_that_is_refused_while_like_ones_are_taken(
    sink: Sink, account_mail: Delivery, answer: str
) -> None:
    account_notice_write(to="bob@example.org", subject="s", body_text="b", key="bob")
    send(Delivery.objects.latest("pk").pk)
    assert attempts(sink, account_mail, answer) == EMAIL.attempts
    assert account_mail.state == "failed"


def test_a_mail_that_waits_is_given_up_as_like_ones_are_taken_meanwhile(
    sink: Sink, account_mail: Delivery
) -> None:
    Notice.objects.update(kind=ACCOUNT_CHANGE.key)
    attempts(sink, account_mail, "550 No")
    days_ago = timezone.now() - timedelta(days=2)
    Delivery.objects.update(not_before=days_ago)
    account_notice_write(
        to="bob@example.org", subject="s", body_text="b", key="bob", kind=ACCOUNT_CHANGE
    )
    other = Delivery.objects.latest("pk")
    Delivery.objects.filter(pk=other.pk).update(state="sent", sent_at=timezone.now() - A_DAY)
    for _ in range(EMAIL.attempts):
        sink.answers = ["550 No"]
        Delivery.objects.filter(pk=account_mail.pk).update(not_before=days_ago)
        try_again(account_mail)
    assert account_mail.state == "failed"


@pytest.mark.parametrize(("status", "waits"), [(401, True), (503, True), (None, False)])
def test_what_a_provider_refuses_waits_likewise(
    account_mail: Delivery, status: int | None, waits: bool
) -> None:
    error = AnymailAPIError("The whole mail", status_code=status)
    assert EMAIL.is_servers_fault(account_mail, error) is waits


def test_a_server_that_takes_a_mail_without_saying_so_gets_it_so_often_only(
    sink: Sink, account_mail: Delivery
) -> None:
    sink.answers = [CUT] * (EMAIL.attempts + 5)
    keep_trying(account_mail)
    assert len(sink.taken) == EMAIL.attempts


def test_a_mail_server_that_is_away_costs_no_attempt(
    settings: Settings, account_mail: Delivery
) -> None:
    settings.EMAIL_BACKEND = "notifications.channels.smtp.EmailBackend"
    settings.EMAIL_PORT = free_port()
    keep_trying(account_mail)
    assert (account_mail.attempts, account_mail.state) == (0, "waiting")
    assert "refused" in account_mail.error


def test_a_mail_whose_taking_was_not_heard_of_keeps_its_message_id(
    sink: Sink, account_mail: Delivery
) -> None:
    sink.answers = [CUT]
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert account_mail.sent_at is None
    make_due(account_mail)
    send(account_mail.pk)
    first, second = sink.taken
    assert first["Message-ID"] == second["Message-ID"] == message_id_of(account_mail)


def test_a_crash_between_sending_and_marking_repeats_the_same_message(
    sink: Sink, account_mail: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(**_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(dispatch, "delivery_mark_sent", crash)
        with pytest.raises(SystemExit):
            send(account_mail.pk)
    send(account_mail.pk)  # the lease still runs
    assert len(sink.taken) == 1
    Delivery.objects.update(lease_until=Now())
    send(account_mail.pk)
    first, second = sink.taken
    assert first["Message-ID"] == second["Message-ID"]


def test_a_mail_whose_news_were_overtaken_while_it_was_sent_is_shown_as_sent(
    account_mail: Delivery,
) -> None:
    leased = delivery_lease(delivery_id=account_mail.pk)
    assert leased
    Delivery.objects.update(state="superseded", reason="overtaken")
    delivery_mark_sent(delivery=leased)
    account_mail.refresh_from_db()
    assert (account_mail.state, account_mail.reason) == ("sent", "")


def test_a_worker_that_cannot_mark_a_mail_gives_up_when_its_lease_ends(
    sink: Sink,
    account_mail: Delivery,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def mark(**_: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(dispatch, "delivery_mark_sent", mark)
    monkeypatch.setattr(dispatch, "LEASE", timedelta())
    send(account_mail.pk)
    assert len(sink.taken) == 1
    assert "The database is away: connection refused" in caplog.text


def test_a_mail_that_brings_its_worker_down_is_given_up_in_the_end(
    sink: Sink, account_mail: Delivery
) -> None:
    for _ in range(EMAIL.attempts):
        assert delivery_lease(delivery_id=account_mail.pk)  # and is never heard of again
        Delivery.objects.update(lease_until=Now())
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert account_mail.state == "failed"
    assert not sink.taken


def test_nobody_else_gets_a_mail_while_its_lease_runs(account_mail: Delivery) -> None:
    leased = delivery_lease(delivery_id=account_mail.pk)
    assert leased
    account_mail.refresh_from_db()
    assert account_mail.lease_until - timezone.now() > LEASE - timedelta(seconds=5)
    assert delivery_lease(delivery_id=account_mail.pk) is None


def test_a_lease_outlasts_the_sender() -> None:
    """Otherwise two workers would send the same mail to a slow mail server."""
    limit = send.time_limit or 0
    assert all(channel.timeout.total_seconds() < limit for channel in CHANNELS.values())
    assert limit < LEASE.total_seconds()


def test_a_worker_that_lost_its_lease_does_not_requeue_the_mail(
    sink: Sink, account_mail: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    def be_slow(mail: Delivery) -> None:
        Delivery.objects.update(lease_until=Now())
        assert delivery_lease(delivery_id=mail.pk)
        raise smtplib.SMTPServerDisconnected("too late")

    monkeypatch.setattr(email, "compose", be_slow)
    send(account_mail.pk)
    account_mail.refresh_from_db()
    assert account_mail.lease_until > timezone.now() + LEASE / 2
    assert account_mail.attempts == 2


def test_a_mail_that_cannot_be_written_does_not_stop_the_others(
    sink: Sink, account_mail: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    Notice.objects.update(address="ada\n@example.org")
    account_notice_write(to="bob@example.org", subject="Hi", body_text="Hi.", key="two")
    for mail_id in Delivery.objects.order_by("pk").values_list("pk", flat=True):
        send(mail_id)
    assert [message["To"] for message in sink.taken] == ["bob@example.org"]
    account_mail.refresh_from_db()
    assert account_mail.error == "ValueError"
    assert "1234" not in caplog.text


@pytest.mark.parametrize("error", [ValueError, SoftTimeLimitExceeded, AnymailAPIError])
def test_an_error_that_quotes_a_mail_leaves_nothing_of_it_in_the_log(
    account_mail: Delivery,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: type[Exception],
) -> None:
    def compose(mail: Delivery) -> None:
        text = mail.notice.body_text
        raise error(text) from KeyError(text)

    monkeypatch.setattr(email, "compose", compose)
    send(account_mail.pk)
    assert "in compose" in caplog.text  # where it occurred
    assert error.__name__ in caplog.text
    assert "1234" not in caplog.text


@pytest.mark.parametrize("end_of_line", ["\n", "\r", "\r\n", "\x0b", "\x85", "\u2028", "\u2029"])
def test_a_subject_cannot_bring_headers_of_its_own(
    sink: Sink, account_mail: Delivery, end_of_line: str
) -> None:
    Notice.objects.update(subject=f"Hi{end_of_line}Bcc: eve@example.org")
    send(account_mail.pk)
    (message,) = sink.taken
    assert message["Bcc"] is None
    assert message["Subject"] == "Hi Bcc: eve@example.org"


def test_a_message_id_tells_nothing(account_mail: Delivery) -> None:
    assert len(account_mail.digest) == 32
    assert "one" not in account_mail.digest
