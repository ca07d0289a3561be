"""What follows from bounces, complaints and refusals: nothing more is mailed to the address."""

import logging

from django.db import transaction

from accounts.addresses import normalize
from accounts.failing import address_fail
from accounts.models import FailingAddress, User
from games.time.notified import note_person_fails
from notifications.bounces.reports import MailReport
from notifications.content.message_ids import delivery_of
from notifications.models import Delivery
from notifications.wishes.wanted import EMAIL_KEY

logger = logging.getLogger(__name__)


def report_take(report: MailReport) -> bool:
    """Stop mail to the address that a report is about; return whether it counts.

    Anybody can send a report. It counts only if it names a mail that the server has sent, whose
    Message-ID nobody can guess, and no other recipient than that of the mail.
    """
    for message_id in report.message_ids:
        delivery = delivery_of(message_id)
        if delivery and (not report.recipients or delivery.address in report.recipients):
            _stop(delivery.address, report.reason)
            return True
    return False


def provider_report_take(*, address: str, reason: FailingAddress.Reason) -> None:
    """Stop mail to an address that the provider of mail reports, if mail has gone there.

    The caller has authenticated the provider. Raises ValidationError if it is no address.
    """
    known = Delivery.objects.filter(address=normalize(address), channel=EMAIL_KEY, attempts__gt=0)
    if known.exists():
        _stop(normalize(address), reason)


def refusal_take(*, address: str) -> None:
    """Stop mail to an address of which the mail server says that there is no such recipient."""
    _stop(address, FailingAddress.Reason.BOUNCED)


@transaction.atomic
def _stop(address: str, reason: FailingAddress.Reason) -> None:
    failure = address_fail(address=address, reason=reason)
    for user in User.objects.filter(email=address):
        note_person_fails(user_id=user.pk, since=failure.since)
    logger.warning("An address gets no more mails about games: %s.", reason)
