"""How an attempt to send fails, and what is kept of that."""

import os
import re
from collections.abc import Iterator
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import Final

from notifications.posting.destinations import NotSentError

ENHANCED: Final = re.compile(rb"\s*([245]\.\d{1,3}\.\d{1,3})\b")  # codes of RFC 3463


class UnreachableError(OSError):
    """Nothing could be reached, so that the attempt says nothing about the message."""


class GoneError(NotSentError):
    """The endpoint is gone for good, so that its deliveries are not needed any more."""


class FinalError(NotSentError):
    """The attempt failed, and no other is to be made."""


class UnquotedError(Exception):
    """Stands in the log for an error whose text may quote a message or hold secrets."""


def error_for_log(error: BaseException) -> UnquotedError:
    """Return an error for the log: what is known of another, and where in the code it occurred."""
    return UnquotedError(describe_error(error)).with_traceback(error.__traceback__)


def describe_error(error: BaseException) -> str:
    """Return the name of an error and its codes; its text may quote a message or hold secrets."""
    codes = [*error_codes_of(error)] or [*error_codes_of(error.__cause__)]
    return ": ".join([type(error).__name__, *codes])


def error_codes_of(error: BaseException | None) -> Iterator[str]:
    """Yield the codes of an error: of the answer of a server, or of the system."""
    if isinstance(error, SMTPRecipientsRefused):
        yield from (_answered(*answer) for answer in error.recipients.values())
    elif isinstance(error, SMTPResponseException):
        yield _answered(error.smtp_code, error.smtp_error)
    elif isinstance(error, OSError) and error.errno:
        yield os.strerror(error.errno)
    elif code := getattr(error, "code", None) or getattr(error, "status_code", None):
        yield str(code)


def is_answer(error: BaseException) -> bool:
    """Return whether an error is the answer of a mail server, or of a provider's API (anymail)."""
    of_server = isinstance(error, SMTPResponseException | SMTPRecipientsRefused)
    return of_server or bool(getattr(error, "status_code", None))


def _answered(code: int, answer: bytes | str) -> str:
    enhanced = ENHANCED.match(answer if isinstance(answer, bytes) else answer.encode())
    return f"{code} {enhanced[1].decode()}" if enhanced else str(code)
