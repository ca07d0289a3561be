"""The life of a mail: queued, claimed, then sent, superseded, postponed or given up."""

import logging
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.addresses import normalize
from games.models import Game
from games.notices import note_person_notified, note_person_unreachable
from games.refusals import GameFrozenError
from notifications.models import OutboxMail, dedupe_key

LEASE = timedelta(seconds=150)  # longer than a task may run, whatever the mail server does
ATTEMPTS = 8
FIRST_DELAY = timedelta(seconds=10)  # multiplied by four after each attempt: 15 hours in all
TOGETHER = 100  # held mails that one mail combines
UNREACHABLE_DELAY = timedelta(seconds=30)
FROZEN_DELAY = timedelta(minutes=10)
DELAYS = {OutboxMail.Kind.TABLE_NEWS: timedelta(minutes=5)}
OF_TURNS = {OutboxMail.Kind.YOUR_TURN, OutboxMail.Kind.GAME_BEGINS}  # mails about a turn

logger = logging.getLogger(__name__)


def mail_enqueue(
    *,
    to: str,
    subject: str,
    body_text: str,
    body_html: str | None = None,
    dedupe: str,
    is_notice: bool = False,
) -> None:
    """Queue an account mail to an address, unless one with the same `dedupe` was queued before.

    A notice is about a change to the account, and is sent even if many mails have been sent
    already. Raises ValidationError if `to` is not a mail address.
    """
    OutboxMail.objects.get_or_create(
        dedupe=f"account:{dedupe}",
        defaults={
            "kind": OutboxMail.Kind.ACCOUNT,
            "address": normalize(to),
            "subject": subject,
            "body_text": body_text,
            "body_html": body_html or "",
            "is_notice": is_notice,
        },
    )


def game_mails_enqueue(*, game: Game, version: int, kinds: Mapping[int, OutboxMail.Kind]) -> None:
    """Queue a mail to each person (by id) about what happened in a game at `version`.

    A mail about the table becomes due later, so that a mail about a turn which opens meanwhile can
    tell the same. Raises IntegrityError if one of the mails was queued before.
    """
    OutboxMail.objects.bulk_create(
        OutboxMail(
            dedupe=dedupe_key(user_id=user_id, game_id=game.pk, version=version, kind=kind),
            kind=kind,
            user_id=user_id,
            game=game,
            version=version,
            not_before=timezone.now() + DELAYS.get(kind, timedelta()),
        )
        for user_id, kind in kinds.items()
    )


def mails_supersede(
    *,
    game: Game,
    user_ids: Collection[int],
    only_news_to: Collection[int] = (),
) -> None:
    """Supersede older mails to people about a game: they have acted, or there is newer news.

    Of the mails to `only_news_to`, those about the table are superseded.
    """
    if not user_ids and not only_news_to:
        return
    news = Q(user_id__in=only_news_to, kind=OutboxMail.Kind.TABLE_NEWS)
    stale = OutboxMail.objects.open().filter(Q(user_id__in=user_ids) | news, game=game)
    stale.update(superseded_at=timezone.now())


def mail_claim(*, mail_id: int) -> OutboxMail | None:
    """Lease a due mail; return None if it is not due or its attempts are used up.

    The attempt is counted before it is made, so that a mail that crashes its worker is counted,
    too. A single statement decides between workers that claim at the same time, on either database.
    """
    now = timezone.now()
    claimed = (
        OutboxMail.objects.due(now)
        .filter(pk=mail_id)
        .update(lease_until=now + LEASE, attempts=F("attempts") + 1)
    )
    if not claimed:
        return None
    mail = OutboxMail.objects.select_related("user", "game").get(pk=mail_id)
    if mail.attempts > ATTEMPTS:  # the worker of the last attempt never reported back
        _give_up(mail)
        return None
    if mail.user and mail.address != mail.user.email:
        mail.address = mail.user.email
        mail.save(update_fields=["address"])
    return mail


def mails_claim_held(*, mail: OutboxMail) -> list[OutboxMail]:
    """Lease the game mails that were held back like `mail`, so that one mail combines them all."""
    held = OutboxMail.objects.due(timezone.now()).filter(user=mail.user, is_held=True)
    keys = held.exclude(game=None).values_list("pk", flat=True)[:TOGETHER]
    claimed = [mail_claim(mail_id=key) for key in keys]
    return [other for other in claimed if other]


def mail_hold(*, mail: OutboxMail, until: datetime) -> None:
    """Put a mail back until its address may get another one, without counting the attempt."""
    wait = until - timezone.now()
    _put_back(mail, wait, attempts=mail.attempts - 1, is_held=True)


@transaction.atomic
def mail_mark_sent(*, mail: OutboxMail) -> None:
    """Mark a mail sent and delete its text."""
    mail_note_notified(mail=mail)
    OutboxMail.objects.filter(pk=mail.pk).update(
        sent_at=timezone.now(), subject="", body_text="", body_html="", last_error=""
    )


def mail_note_notified(*, mail: OutboxMail) -> None:
    """If a mail was about a turn, record for the game that its person has just been notified."""
    if mail.kind in OF_TURNS and mail.game_id and mail.user_id:
        note_person_notified(game_id=mail.game_id, user_id=mail.user_id)


def mail_mark_superseded(*, mail: OutboxMail) -> None:
    """Mark a mail superseded and delete its text."""
    OutboxMail.objects.filter(pk=mail.pk).update(
        superseded_at=timezone.now(), subject="", body_text="", body_html=""
    )


def mail_postpone(*, mail: OutboxMail, error: Exception) -> None:
    """Schedule another attempt, or give up after the last one."""
    if mail.attempts >= ATTEMPTS:
        _give_up(mail, _describe(error))
        return
    delay = FIRST_DELAY * 4 ** (mail.attempts - 1)
    _put_back(mail, delay, attempts=mail.attempts, last_error=_describe(error))


def mail_return(*, mail: OutboxMail, error: OSError) -> None:
    """Put a mail back without counting the attempt: no mail server could be reached."""
    _put_back(mail, UNREACHABLE_DELAY, attempts=mail.attempts - 1, last_error=_describe(error))


def mail_wait_for_game(*, mail: OutboxMail, error: GameFrozenError) -> None:
    """Put a mail back until its frozen game can be read again, without counting the attempt."""
    _put_back(mail, FROZEN_DELAY, attempts=mail.attempts - 1, last_error=_describe(error))


def _put_back(mail: OutboxMail, delay: timedelta, **changes: object) -> None:
    now = timezone.now()
    # If our lease ran out and another worker claimed the mail, that worker has counted its attempt,
    # and the mail is no longer ours.
    OutboxMail.objects.filter(pk=mail.pk, attempts=mail.attempts).update(
        not_before=now + delay, lease_until=now, **changes
    )


@transaction.atomic
def _give_up(mail: OutboxMail, error: str = "It never came back from being sent.") -> None:
    context = {"game": mail.game_id}
    logger.error(
        "Mail %s was given up after %d attempts: %s", mail.pk, ATTEMPTS, error, extra=context
    )
    OutboxMail.objects.filter(pk=mail.pk).update(
        dead_at=timezone.now(), subject="", body_text="", body_html="", last_error=error
    )
    if mail.kind in OF_TURNS and mail.game_id and mail.user_id:
        note_person_unreachable(game_id=mail.game_id, user_id=mail.user_id)


def _describe(error: Exception) -> str:
    """Describe an error; only answers of mail servers are quoted, as others may hold secrets."""
    answer = f": {error}" if isinstance(error, OSError) else ""
    return f"{type(error).__name__}{answer}"[:500]
