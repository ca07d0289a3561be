"""Tasks that send what is due.

The broker carries only ids and ticks; the deliveries in the database are the source of truth.
"""

import logging
from imaplib import IMAP4

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q

from notifications.bounces.inboxes import unread
from notifications.bounces.reports import parse_report
from notifications.bounces.services import report_take
from notifications.channels import CHANNELS
from notifications.dispatch import deliver
from notifications.models import Delivery
from notifications.outbox import notices_spread

BATCH = 100
logger = logging.getLogger(__name__)


@shared_task
def sweep() -> None:
    """Queue a task for each due delivery, including those left over from a crash or a lost task."""
    notices_spread()
    due = Delivery.objects.due().order_by("not_before", "pk")  # so that none waits for a later one
    later = Q(channel__in=[key for key, channel in CHANNELS.items() if not channel.at_once])
    for batch in (due.exclude(later), due.filter(later)):  # so that webhooks hold no mail up
        for delivery_id in batch.values_list("pk", flat=True)[:BATCH]:
            # A delivery stays due until a worker claims it, so the next sweep queues another task;
            # old messages expire instead of piling up.
            send.apply_async((delivery_id,), expires=10)


@shared_task(soft_time_limit=50, time_limit=55)  # less than a lease
def send(delivery_id: int) -> None:
    """Send one delivery."""
    deliver(delivery_id)


@shared_task(soft_time_limit=50, time_limit=55)
def read_reports() -> None:
    """Read new bounces and complaints, if the settings name a mailbox for them."""
    if not settings.BOUNCE_INBOX:
        return
    try:
        for data in unread(settings.BOUNCE_INBOX):
            _read_report(data)
    except (OSError, IMAP4.error) as error:  # not its text, which may repeat the password
        logger.warning("The mailbox of bounces cannot be read: %s", type(error).__name__)


def _read_report(data: bytes) -> None:
    """Act on a mail if it is a report; one that cannot be read keeps no other from being read."""
    try:
        report = parse_report(data)
        if report:
            report_take(report)
    except (DatabaseError, SoftTimeLimitExceeded):  # so that it is read again
        raise
    except Exception:
        logger.exception("A mail in the mailbox of bounces cannot be read.")
