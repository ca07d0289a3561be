"""Tasks that send what is due.

The broker carries only ids and ticks; the deliveries in the database are the source of truth.
"""

import logging
from datetime import timedelta
from imaplib import IMAP4
from typing import Final

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models.functions import Now

from api.leases import lock_unlocked
from notifications.bounces.inboxes import read_new
from notifications.bounces.reports import parse_report
from notifications.bounces.services import report_take
from notifications.channels import CHANNELS
from notifications.channels.errors import describe_error, error_for_log
from notifications.channels.record import MAILS
from notifications.models import Delivery, DeliveryQuerySet
from notifications.sending import reminders
from notifications.sending.closures import turns_close
from notifications.sending.dispatch import deliver
from notifications.sending.outbox import notices_spread

BATCH = 100
WAITS: Final = timedelta(seconds=10)
"""How long a task to send a delivery waits for a worker; then it expires, and another is queued."""
logger = logging.getLogger(__name__)


def due_in(queue: str) -> DeliveryQuerySet:
    others = [key for key, channel in CHANNELS.items() if channel.queue != queue]
    due = Delivery.objects.due().exclude(channel__in=others)
    for channel in CHANNELS.values():
        if channel.queue == queue:
            due = channel.choose(due)
    return due


@shared_task
def sweep(queue: str = MAILS) -> None:
    """Queue a task for each due delivery, including those left over from a crash or a lost task.

    Only deliveries by the channels of `queue` are looked at, whose workers also run this. Those of
    mails then write the reminders that are due, which leave with the next sweep.
    """
    if not all(channel.at_once for channel in CHANNELS.values() if channel.queue == queue):
        notices_spread()
    for delivery_id in _mark_queued(queue):
        send.apply_async((delivery_id,), expires=WAITS.total_seconds(), queue=queue)
    if queue == MAILS:
        reminders.sweep()


@transaction.atomic
def _mark_queued(queue: str) -> list[int]:
    """Return the oldest due deliveries for which no task waits, and mark them: one waits now.

    Otherwise busy workers would find ever more tasks for the same deliveries in the queue, and
    while they drop those that have expired, the others expire.
    """
    unqueued = lock_unlocked(due_in(queue).unqueued())
    oldest = unqueued.order_by("not_before", "pk")  # so that none waits for a later one
    found = list(oldest.values_list("pk", flat=True)[:BATCH])
    if found:
        Delivery.objects.filter(pk__in=found).update(queued_until=Now() + WAITS)
    return found


@shared_task(soft_time_limit=50, time_limit=55)  # less than a lease
def send(delivery_id: int) -> None:
    deliver(delivery_id)


@shared_task
def close_pushes() -> None:
    turns_close()


@shared_task(soft_time_limit=50, time_limit=55)
def read_reports() -> None:
    """Read new bounces and complaints, if the settings name a mailbox for them."""
    if not settings.BOUNCE_INBOX:
        return
    try:
        for data in read_new(settings.BOUNCE_INBOX):
            _read_report(data)
    except (OSError, IMAP4.error) as error:  # not its text, which may repeat the password
        logger.warning("The mailbox of bounces cannot be read: %s", describe_error(error))


def _read_report(data: bytes) -> None:
    """Act on a mail if it is a report; one that cannot be read keeps no other from being read."""
    try:
        report = parse_report(data)
        if report:
            report_take(report)
    except (DatabaseError, SoftTimeLimitExceeded):  # so that it is read again
        raise
    except Exception as error:  # its text may quote the mail
        fault = error_for_log(error)
        logger.error("A mail in the mailbox of bounces cannot be read.", exc_info=fault)  # noqa: TRY400
