"""A mail server that can be made to fail."""

from asyncio import Transport
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.smtp import SMTP, Envelope, Session

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
