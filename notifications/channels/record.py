"""The record of a channel by which notices leave, and what is kept of an attempt that failed."""

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import TYPE_CHECKING, Final

from notifications.models import Delivery, DeliveryQuerySet

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


MAILS: Final = "worker"  # the queue of mails, and of everything that has no queue of its own
ENHANCED: Final = re.compile(rb"\s*([245]\.\d{1,3}\.\d{1,3})\b")  # codes of RFC 3463


class UnreachableError(OSError):
    """Nothing could be reached, so that the attempt says nothing about the message."""


class GoneError(OSError):
    """The endpoint is gone for good, so that its deliveries are not needed any more."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class FinalError(OSError):
    """The attempt failed, and no other is to be made."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


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


@dataclass(frozen=True)
class Channel:
    """What the server knows of a channel.

    `key` is stored with each delivery; `label` names the channel among the choices. `endpoints`
    returns, of some people by id, those who can be reached, with the endpoints of each: names by
    which the channel tells them apart, or one empty name. It takes one statement at most.
    `address_of` returns where a delivery goes; the daily limit counts by it.

    `send` sends the news of deliveries to one person as one message: its block runs once the
    message is out, and the connection is closed after it. It raises UnreachableError if the attempt
    does not count, FinalError if it is the last, GoneError if there is nobody to send to any more,
    or any other exception. `timeout` is how long it takes at most, less than a lease.
    `is_servers_fault` says of an exception whether the server has refused all such messages of
    late, so that a delivery waits until it takes them again. `reserve` reserves the address of a
    leased delivery for one message; it returns None, or until when there is no room. `delays` is
    how long to wait after each failed attempt but the last. `refusal` returns why an endpoint takes
    a delivery no more, so that it is superseded, or None.

    Deliveries of a channel that is `at_once` are written with their notices, so that finding their
    endpoints must take no statement; a worker writes those of others a few seconds later.
    `queue` is the Celery queue whose workers send by the channel. `choose` leaves out, of due
    deliveries, those that would have to wait for another one of them.

    `tells` is whether the clocks count a person as told, or as unreachable, by what becomes of a
    delivery; `tells_instead` is whether they count as unreachable those who want no such news by
    mail, once attempts have failed for some time and no other endpoint has got the news.
    `is_quiet` is whether quiet hours hold its messages back; `combines` is whether those that were
    held back leave as one message, as in a digest.
    """

    key: str
    label: "StrOrPromise"
    endpoints: Callable[[Collection[int]], Mapping[int, Sequence[str]]]
    address_of: Callable[[Delivery], str]
    send: Callable[[Sequence[Delivery]], AbstractContextManager[None]]
    timeout: timedelta
    delays: Sequence[timedelta]
    is_servers_fault: Callable[[Delivery, Exception], bool] = lambda *_: False
    reserve: Callable[[Delivery], datetime | None] = lambda _: None
    refusal: Callable[[Delivery], Delivery.Reason | None] = lambda _: None
    at_once: bool = False
    queue: str = MAILS
    choose: Callable[[DeliveryQuerySet], DeliveryQuerySet] = lambda due: due
    tells: bool = True
    tells_instead: bool = False
    is_quiet: bool = True
    combines: bool = True

    @property
    def attempts(self) -> int:
        return len(self.delays) + 1


def growing(first: timedelta, times: int) -> tuple[timedelta, ...]:
    """Return delays of which each is four times as long as the one before."""
    return tuple(first * 4**number for number in range(times))
