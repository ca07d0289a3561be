"""Bounces and complaints are read from what mail servers send, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.bounces.reports import MAX_NAMED, MAX_SIZE, Reason, parse_report
from tests.notifications.bounces.mails import EXCHANGE, REPLY, bounce, complaint

OURS = "<7.0123456789abcdef0123456789abcdef@example.net>"


@pytest.mark.parametrize("form", ["text/rfc822-headers", "message/rfc822"])
def test_a_bounce_names_the_message_and_its_recipient(form: str) -> None:
    report = parse_report(bounce(OURS, "Ada@Example.ORG", form=form))
    assert report is not None
    assert report.reason == Reason.BOUNCED
    assert list(report.message_ids) == [OURS]
    assert set(report.recipients) == {"ada@example.org"}


def test_a_bounce_that_leaves_the_message_out_names_it_as_what_it_replies_to() -> None:
    report = parse_report(EXCHANGE.format(message_id=OURS, recipient="a@example.org").encode())
    assert report is not None
    assert list(report.message_ids) == [OURS]


@pytest.mark.parametrize("recipient", ["", "ada@example.org"])
def test_a_complaint_may_leave_the_recipient_out(recipient: str) -> None:
    report = parse_report(complaint(OURS, recipient))
    assert report is not None
    assert report.reason == Reason.COMPLAINED
    assert list(report.message_ids) == [OURS]
    assert list(report.recipients) == ([recipient] if recipient else [])


@pytest.mark.parametrize(
    "data",
    [
        bounce(OURS, action="delayed", status="4.4.1"),
        bounce(OURS, action="relayed", status="2.1.5"),
        bounce(OURS, status="5.2.2"),
        bounce(OURS, status="5.7.1"),
        bounce(OURS, status="5.1.7"),
        bounce(OURS, status="5.1.8"),
        bounce(OURS, status="4.2.2"),
        complaint(OURS, kind="not-spam"),
        REPLY.format(message_id=OURS, recipient="ada@example.org").encode(),
        b"",
        b"Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n",
    ],
)
def test_a_report_of_a_temporary_failure_is_ignored(data: bytes) -> None:
    assert parse_report(data) is None


@pytest.mark.slow
def test_a_mail_of_a_thousand_nested_parts_is_no_report() -> None:
    opened = "".join(
        f"Content-Type: multipart/mixed; boundary=b{depth}\r\n\r\n--b{depth}\r\n"
        for depth in range(1_000)
    )
    assert len(opened) < MAX_SIZE
    assert parse_report(opened.encode()) is None


@given(st.binary(max_size=200), st.integers(0, 1500))
def test_no_mail_breaks_the_parser(noise: bytes, place: int) -> None:
    whole = bounce(OURS)
    parse_report(noise)
    parse_report(whole[:place] + noise + whole[place:])


def test_a_report_costs_little_however_long_it_is() -> None:
    fields = "Final-Recipient: rfc822; a@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
    many = bounce(OURS).replace(b"Reporting-MTA", (fields * 900).encode() + b"Reporting-MTA")
    assert len(many) > MAX_SIZE
    report = parse_report(many)
    assert report is not None
    assert len(report.recipients) <= 2 * MAX_NAMED
