"""Reports of a provider of mail (django-anymail), whose requests carry a shared secret."""

import logging
import re
from typing import Any, Final

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.core.exceptions import ValidationError
from django.dispatch import receiver

from accounts.models import FailingAddress
from notifications.bounces.reports import HARD
from notifications.bounces.services import provider_report_take

Reason = FailingAddress.Reason
FAILURES: Final = {EventType.BOUNCED, EventType.REJECTED}
FOR_GOOD: Final = {RejectReason.BOUNCED, RejectReason.INVALID}
STATUS: Final = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")  # RFC 3463

logger = logging.getLogger(__name__)


@receiver(tracking)
def take_event(*, event: AnymailTrackingEvent, **_: Any) -> None:
    """Stop mail to an address of which the provider reports a bounce or a complaint."""
    reason = _reason(event)
    if reason is None or not event.recipient:
        return
    try:
        provider_report_take(address=event.recipient, reason=reason)
    except ValidationError:
        logger.warning("The provider of mail reports something that is no address.")


def _reason(event: AnymailTrackingEvent) -> FailingAddress.Reason | None:
    """Return what an event says of an address; None if it says nothing permanent."""
    if event.event_type == EventType.COMPLAINED:
        return Reason.COMPLAINED
    if event.event_type not in FAILURES or event.reject_reason not in FOR_GOOD:
        return None
    # Some providers call a full mailbox a bounce, too; the answer of the mail server tells.
    status = STATUS.search(event.mta_response or "")
    return Reason.BOUNCED if status is None or status[0].startswith(HARD) else None
