"""Reports as mail servers send them, about a message of ours."""

from typing import Final

BOUNCE: Final = """\
Return-Path: <>
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
To: illimat@example.net
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="9B0C"

This is a MIME-encapsulated message.

--9B0C
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--9B0C
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
X-Postfix-Queue-ID: 4T1ABC
Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; {recipient}
Original-Recipient: rfc822;{recipient}
Action: {action}
Status: {status}
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 5.1.1 <{recipient}>: Recipient address rejected

--9B0C
Content-Description: Undelivered Message Headers
Content-Type: {form}

Return-Path: <illimat@example.net>
Message-ID: {message_id}
Subject: Illimat: your turn
To: {recipient}

--9B0C--
"""
COMPLAINT: Final = """\
From: <abusedesk@provider.example>
Subject: FW: Illimat: your turn
To: <illimat@example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1"

--part1
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message.

--part1
Content-Type: message/feedback-report

Feedback-Type: {kind}
User-Agent: SomeGenerator/1.0
Version: 1
{recipient}
--part1
Content-Type: message/rfc822
Content-Disposition: inline

From: <illimat@example.net>
Message-ID: {message_id}
To: <redacted@provider.example>
Subject: Illimat: your turn

It's your turn.
--part1--
"""
EXCHANGE: Final = """\
From: postmaster@outlook.example
To: illimat@example.net
Subject: Undeliverable: Illimat: your turn
In-Reply-To: {message_id}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/html

<p>Your message couldn't be delivered.</p>
--b
Content-Type: message/delivery-status

Reporting-MTA: dns;outlook.example

Final-Recipient: rfc822;{recipient}
Action: failed
Status: 5.1.10
--b--
"""
REPLY: Final = """\
From: {recipient}
To: illimat@example.net
Subject: Out of office
In-Reply-To: {message_id}
Auto-Submitted: auto-replied

I am away.
"""


def bounce(
    message_id: str,
    recipient: str = "ada@example.org",
    *,
    action: str = "failed",
    status: str = "5.1.1",
    form: str = "text/rfc822-headers",
) -> bytes:
    """Return a bounce as Postfix sends it."""
    filled = BOUNCE.format(
        message_id=message_id, recipient=recipient, action=action, status=status, form=form
    )
    return filled.replace("\n", "\r\n").encode()


def complaint(message_id: str, recipient: str = "", *, kind: str = "abuse") -> bytes:
    """Return a complaint in the Abuse Reporting Format; many leave the recipient out."""
    field = f"Original-Rcpt-To: <{recipient}>\n" if recipient else ""
    return COMPLAINT.format(message_id=message_id, recipient=field, kind=kind).encode()
