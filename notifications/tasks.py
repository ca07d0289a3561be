"""Tasks that send the mails of the outbox.

The broker carries only ids and ticks; the outbox in the database is the source of truth.
"""

import logging
import time
from contextlib import ExitStack, suppress
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import Error, close_old_connections
from django.utils import timezone

from games import freezing
from games.refusals import GameFrozenError
from notifications.limits import full_until
from notifications.mails import compose, compose_together
from notifications.models import OutboxMail
from notifications.services import (
    mail_claim,
    mail_hold,
    mail_mark_sent,
    mail_mark_superseded,
    mail_note_notified,
    mail_postpone,
    mail_return,
    mail_wait_for_game,
    mails_claim_held,
)

BATCH = 100
MARK_AGAIN_AFTER = 0.5  # seconds
logger = logging.getLogger(__name__)


@shared_task
def sweep() -> None:
    """Queue a task for each due mail, including those left over from a crash or a lost task."""
    due = OutboxMail.objects.due(timezone.now()).order_by("not_before")
    for mail_id in due.values_list("pk", flat=True)[:BATCH]:
        # A mail stays due until a worker claims it, so the next sweep sends another message; old
        # messages expire instead of piling up.
        send.apply_async((mail_id,), expires=10)


@shared_task
def send(mail_id: int) -> None:
    """Send one mail of the outbox, unless another worker has it or it is no longer needed.

    If the process crashes after sending the mail and before marking it sent, the lease runs out and
    the mail is sent again with the same Message-ID.
    """
    mail = mail_claim(mail_id=mail_id)
    if mail is None or _held_back(mail):
        return
    others = mails_claim_held(mail=mail) if mail.is_held and mail.game_id else []
    with ExitStack() as afterwards:
        try:
            message = compose_together([mail, *others]) if others else compose(mail)
            if message is None:
                _supersede(mail, *others)
                return
            server = _connect(mail)
            if server is None:
                return
            afterwards.callback(_hang_up, server)
            server.send_messages([message])
        except GameFrozenError as error:
            freezing.frozen_by(error)
            mail_wait_for_game(mail=mail, error=error)
            return
        except Exception as error:
            log = logger.warning if isinstance(error, OSError) else logger.exception
            log("Mail %s was not sent: %s", mail_id, type(error).__name__, extra=_about(mail))
            mail_postpone(mail=mail, error=error)
            return
        for other in others:  # the mail combined them
            mail_note_notified(mail=other)
        _supersede(*others)
        _remember(mail)  # before the connection is closed, which a mail server may delay
        logger.info("Mail %s (%s) is out.", mail_id, mail.kind, extra=_about(mail))


def _held_back(mail: OutboxMail) -> bool:
    """Return whether the address has reached its daily limit.

    The mail is then held, to be combined with other held mails; a code that would come too late is
    dropped.
    """
    until = full_until(mail)
    if until is None:
        return False
    is_code = mail.game_id is None and not mail.is_notice
    if is_code and until > timezone.now() + timedelta(seconds=settings.CODE_TIMEOUT):
        mail_mark_superseded(mail=mail)
        logger.warning("Mail %s was dropped: its address has had too many today.", mail.pk)
    else:
        mail_hold(mail=mail, until=until)
    return True


def _supersede(*mails: OutboxMail) -> None:
    for mail in mails:
        mail_mark_superseded(mail=mail)


def _about(mail: OutboxMail) -> dict[str, object]:
    """Return the `extra` of log lines about a mail."""
    return {"game": mail.game_id}


def _connect(mail: OutboxMail) -> BaseEmailBackend | None:
    """Return an open connection to the mail server, or None after putting the mail back."""
    server = get_connection()
    try:
        server.open()
    except OSError as error:
        logger.warning("The mail server cannot be reached: %s", error)
        mail_return(mail=mail, error=error)
        return None
    return server


def _hang_up(server: BaseEmailBackend) -> None:
    with suppress(OSError):  # the server has accepted the mail, however the connection ends
        server.close()


def _remember(mail: OutboxMail) -> None:
    """Mark a mail sent, retrying until its lease ends if the database cannot be written.

    Raises django.db.Error once the lease is over.
    """
    while True:
        try:
            mail_mark_sent(mail=mail)
        except Error:
            if timezone.now() >= mail.lease_until:
                raise
            logger.warning("Mail %s is out, which cannot be remembered yet.", mail.pk)
            time.sleep(MARK_AGAIN_AFTER)
            close_old_connections()
        else:
            return
