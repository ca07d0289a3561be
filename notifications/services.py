"""What happens to a mail: owed, claimed, then sent, superseded, postponed or given up."""

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from accounts.addresses import normalize
from games.models import Game
from games.refusals import GameFrozenError
from notifications.models import OutboxMail, dedupe_key

LEASE = timedelta(seconds=150)  # longer than a task may run, whatever the mail server does
ATTEMPTS = 8
FIRST_DELAY = timedelta(seconds=10)  # four times as long after each attempt: 15 hours in all
TOGETHER = 100  # held mails that one mail tells
UNREACHABLE_DELAY = timedelta(seconds=30)
FROZEN_DELAY = timedelta(minutes=10)

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
    """Queue an account mail to an address; a second one under the same `dedupe` is none.

    A notice tells of a change to the account, and is sent even when many mails have been.

    Raises ValidationError for what is no address.
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


def mails_owe(
    *,
    game: Game,
    version: int,
    kinds: Mapping[int, OutboxMail.Kind],
    delay: timedelta = timedelta(),
) -> None:
    """Owe people (by id) mails about a game, which stood at `version` when there was news.

    They leave after the `delay`. Raises IntegrityError when somebody is owed one of them already.
    """
    OutboxMail.objects.bulk_create(
        OutboxMail(
            dedupe=dedupe_key(user_id=user_id, game_id=game.pk, version=version, kind=kind),
            kind=kind,
            user_id=user_id,
            game=game,
            version=version,
            not_before=timezone.now() + delay,
        )
        for user_id, kind in kinds.items()
    )


def mails_supersede(*, game: Game, user_ids: Iterable[int]) -> None:
    """Tell people nothing older about a game: they have acted, or there is fresher news."""
    stale = OutboxMail.objects.open().filter(game=game, user_id__in=user_ids)
    stale.update(superseded_at=timezone.now())


def mail_claim(*, mail_id: int) -> OutboxMail | None:
    """Take a due mail for the length of a lease; None when there is nothing to do about it.

    The attempt is counted here, before it is made: a mail that brings its sender down is counted
    too. One statement decides between two who claim, on either database.
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
    if mail.attempts > ATTEMPTS:  # the last attempt never came back
        _give_up(mail)
        return None
    if mail.user and mail.address != mail.user.email:
        mail.address = mail.user.email
        mail.save(update_fields=["address"])
    return mail


def mails_claim_held(*, mail: OutboxMail) -> list[OutboxMail]:
    """Take the game mails that were held back like `mail`, so that one mail tells all of them."""
    held = OutboxMail.objects.due(timezone.now()).filter(user=mail.user, is_held=True)
    keys = held.exclude(game=None).values_list("pk", flat=True)[:TOGETHER]
    claimed = [mail_claim(mail_id=key) for key in keys]
    return [other for other in claimed if other]


def mail_hold(*, mail: OutboxMail, until: datetime) -> None:
    """Put a mail back, uncounted, until its address may get another one."""
    wait = until - timezone.now()
    _put_back(mail, wait, attempts=mail.attempts - 1, is_held=True)


def mail_mark_sent(*, mail: OutboxMail) -> None:
    """Remember that a mail is out, and forget what it said."""
    OutboxMail.objects.filter(pk=mail.pk).update(
        sent_at=timezone.now(), subject="", body_text="", body_html="", last_error=""
    )


def mail_mark_superseded(*, mail: OutboxMail) -> None:
    """Remember that there is nothing to tell any more, and forget what it would have said."""
    OutboxMail.objects.filter(pk=mail.pk).update(
        superseded_at=timezone.now(), subject="", body_text="", body_html=""
    )


def mail_postpone(*, mail: OutboxMail, error: Exception) -> None:
    """Try again later, or give up after the last attempt."""
    if mail.attempts >= ATTEMPTS:
        _give_up(mail, _describe(error))
        return
    delay = FIRST_DELAY * 4 ** (mail.attempts - 1)
    _put_back(mail, delay, attempts=mail.attempts, last_error=_describe(error))


def mail_return(*, mail: OutboxMail, error: OSError) -> None:
    """Put a mail back, uncounted: no server could be reached, which is not the mail's fault."""
    _put_back(mail, UNREACHABLE_DELAY, attempts=mail.attempts - 1, last_error=_describe(error))


def mail_wait_for_game(*, mail: OutboxMail, error: GameFrozenError) -> None:
    """Put a mail back, uncounted, until its game can be read again."""
    _put_back(mail, FROZEN_DELAY, attempts=mail.attempts - 1, last_error=_describe(error))


def _put_back(mail: OutboxMail, delay: timedelta, **changes: object) -> None:
    now = timezone.now()
    # Whoever claimed it after our lease ran out has counted on; then it is theirs.
    OutboxMail.objects.filter(pk=mail.pk, attempts=mail.attempts).update(
        not_before=now + delay, lease_until=now, **changes
    )


def _give_up(mail: OutboxMail, error: str = "It never came back from being sent.") -> None:
    told = {"game": mail.game_id}
    logger.error("Mail %s was given up after %d attempts: %s", mail.pk, ATTEMPTS, error, extra=told)
    OutboxMail.objects.filter(pk=mail.pk).update(
        dead_at=timezone.now(), subject="", body_text="", body_html="", last_error=error
    )


def _describe(error: Exception) -> str:
    """Say what went wrong; only what a server answered is quoted, the rest might hold secrets."""
    answer = f": {error}" if isinstance(error, OSError) else ""
    return f"{type(error).__name__}{answer}"[:500]
