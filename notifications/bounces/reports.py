"""Reports of mail servers: bounces (RFC 3464) and complaints (RFC 5965, ARF), parsed."""

from collections.abc import Iterator, Sequence
from email import message_from_bytes, message_from_string
from email.message import Message
from email.utils import parseaddr
from itertools import islice
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError

from accounts.addresses import normalize
from accounts.models import FailingAddress

Reason = FailingAddress.Reason
MAX_SIZE: Final = 64 * 1024  # bytes of a report that are read; the rest is for people
MAX_PARTS: Final = 50
MAX_NAMED: Final = 20  # recipients and messages of a report that are looked at
HARD: Final = (
    *("5.0.", "5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.1.9"),
    *("5.2.0", "5.2.1", "5.4.4"),
)
"""How status codes (RFC 3463, RFC 7505) begin that say that an address does not work.

Others say that a mailbox is full, that a message is too large or unwanted, or that the address of
its sender is wrong (5.1.7, 5.1.8).
"""
COMPLAINTS: Final = {"abuse", "fraud"}


class MailReport(NamedTuple):
    """What a report says: what happened, to which messages (their Message-IDs), to whom."""

    reason: FailingAddress.Reason
    message_ids: Sequence[str]
    recipients: Sequence[str]


def parse_report(data: bytes) -> MailReport | None:
    """Return the report in a mail, or None if the mail is none or reports nothing permanent."""
    try:
        return _parse(message_from_bytes(data[:MAX_SIZE]))
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
        # Some mails break the library, for instance by a thousand parts within one another.
        return None


def _parse(mail: Message) -> MailReport | None:
    parts = list(islice(mail.walk(), MAX_PARTS))
    message_ids = list(islice(_message_ids(mail, parts), MAX_NAMED))
    for part in parts:
        if part.get_content_type() == "message/delivery-status":
            failed = [fields for fields in _groups(part) if _failed_for_good(fields)][:MAX_NAMED]
            names = ("Original-Recipient", "Final-Recipient")
            named = _addresses(failed, *names)
            return MailReport(Reason.BOUNCED, message_ids, named) if failed else None
        if part.get_content_type() == "message/feedback-report":
            meant = [fields for fields in _groups(part) if _complains(fields)][:1]
            named = _addresses(meant, "Original-Rcpt-To")
            return MailReport(Reason.COMPLAINED, message_ids, named) if meant else None
    return None


def _groups(part: Message) -> "list[Message]":
    content = part.get_payload()
    return [group for group in content if isinstance(group, Message)] if part.is_multipart() else []


def _failed_for_good(fields: Message) -> bool:
    action, status = _value(fields, "Action"), _value(fields, "Status")
    return action.lower() == "failed" and status.startswith(HARD)


def _complains(fields: Message) -> bool:
    return _value(fields, "Feedback-Type").lower() in COMPLAINTS


def _value(fields: Message, name: str) -> str:
    return str(fields.get(name, "")).strip()


def _addresses(groups: Sequence[Message], *names: str) -> list[str]:
    """Return the addresses in the fields called `names`, such as `rfc822; ada@example.org`."""
    found = []
    for fields in groups:
        for name in names:
            for value in fields.get_all(name, [])[:MAX_NAMED]:
                address = parseaddr(str(value).rpartition(";")[2].strip())[1]
                try:
                    found.append(normalize(address))
                except ValidationError:
                    continue
    return found


def _message_ids(mail: Message, parts: Sequence[Message]) -> Iterator[str]:
    """Yield the ids of the messages that a report may be about, those it contains first."""
    for part in parts[1:]:
        if part.get_content_type() == "text/rfc822-headers":
            part = message_from_string(str(part.get_payload()))  # noqa: PLW2901 - what it contains
        if found := _value(part, "Message-ID"):
            yield found
    for name in ("In-Reply-To", "References"):
        yield from _value(mail, name).split()
