"""E-mail, by the mail server of the settings."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Final

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.translation import gettext_lazy

from accounts.failing import failure_of
from api import database_time
from notifications.bounces.services import refusal_take
from notifications.channels.errors import (
    UnreachableError,
    describe_error,
    error_codes_of,
    is_answer,
)
from notifications.channels.limits import mail_reserve
from notifications.channels.record import Channel, grow_delays
from notifications.channels.smtp import WITHIN
from notifications.channels.unproven import is_withheld
from notifications.content.mails import compose, compose_together
from notifications.models import Delivery
from notifications.wishes.wanted import EMAIL_KEY

LATELY: Final = timedelta(minutes=30)
OF_RECIPIENT: Final = ("5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.2.1")
"""How the codes begin by which a mail server says of nobody but the recipient that they get none.

An address refused so fails, as after a bounce. All other codes, such as 5.0.0, the server may also
give to whatever it is sent. Those of a report are read
otherwise (`notifications.bounces.reports`): it comes from the server of one recipient.
"""
logger = logging.getLogger(__name__)


def endpoints(people: Collection[int]) -> Mapping[int, Sequence[str]]:
    """Return everybody, because everybody has exactly one mail address."""
    return dict.fromkeys(people, ("",))


def address_of(delivery: Delivery) -> str:
    """Return the mail address of the person, or of the notice if it has no person."""
    person = delivery.notice.person
    return person.email if person else delivery.notice.address


def refusal(delivery: Delivery) -> Delivery.Reason | None:
    """Return that an address fails or is not proven; codes and the like still go there."""
    if is_withheld(delivery):
        return Delivery.Reason.UNPROVEN
    if delivery.notice.is_composed and failure_of(address=delivery.address):
        return Delivery.Reason.UNREACHABLE
    return None


def is_servers_fault(delivery: Delivery, error: Exception) -> bool:
    """Return whether the mail server, or a provider, refuses such mail lately, for any recipient.

    That is so unless an enhanced code of its answer names the address, or it has taken a mail of
    the same kind for another one since this one waits: 550 or 5.0.0 may mean either, and a filter
    may refuse some kinds only. Whether it has taken a mail of which it says nothing is not known,
    so such a mail is not repeated for ever.
    """
    if not is_answer(error) or _names_recipient(error):
        return False
    like = Delivery.objects.filter(
        channel=EMAIL_KEY,
        state=Delivery.State.SENT,
        sent_at__gt=min(database_time.now() - LATELY, delivery.not_before),
        notice__kind=delivery.notice.kind,
    )
    return not like.exclude(address=delivery.address).exists()


def _names_recipient(error: Exception) -> bool:
    return any(code.rpartition(" ")[2].startswith(OF_RECIPIENT) for code in error_codes_of(error))


@contextmanager
def send(deliveries: Sequence[Delivery]) -> Iterator[None]:
    """Send one mail; the connection is closed after the block, which a mail server may delay."""
    first, *others = deliveries
    message = compose_together(deliveries) if others else compose(first)
    server = get_connection()
    try:
        server.open()
    except OSError as error:
        logger.warning("The mail server cannot be reached: %s", describe_error(error))
        with suppress(OSError):  # it may have refused the log-in
            server.close()
        raise UnreachableError from error
    try:
        _hand_over(server, message, first.address)
        yield
    finally:
        with suppress(OSError):  # the server has accepted the mail, however the connection ends
            server.close()


def _hand_over(server: BaseEmailBackend, message: EmailMessage, address: str) -> None:
    """Send a mail; if the server says that its address does not exist, that address fails."""
    try:
        server.send_messages([message])
    except Exception as error:
        if _names_recipient(error):
            refusal_take(address=address)
        raise


EMAIL = Channel(
    key=EMAIL_KEY,
    label=gettext_lazy("e-mail"),
    endpoints=endpoints,
    at_once=True,
    address_of=address_of,
    refusal=refusal,
    send=send,
    timeout=timedelta(seconds=WITHIN),
    delays=grow_delays(timedelta(seconds=10), times=7),  # 15 hours in all
    is_servers_fault=is_servers_fault,
    reserve=mail_reserve,
)
