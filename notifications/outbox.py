"""Writes notices, in the transaction of the change that they tell of, and withdraws them."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from accounts.addresses import normalize
from games.models import Game
from notifications.channels import CHANNELS
from notifications.channels.email import EMAIL
from notifications.kinds import KINDS
from notifications.kinds.account import ACCOUNT
from notifications.kinds.record import Kind
from notifications.kinds.reminder import REMINDER
from notifications.models import Delivery, Notice

DELAYED: Final = frozenset(kind.key for kind in KINDS.values() if kind.delay)
"""The kinds whose news any newer message tells, too."""


@transaction.atomic
def account_notice_write(
    *,
    to: str,
    subject: str,
    body_text: str,
    body_html: str | None = None,
    key: str,
    kind: Kind = ACCOUNT,
) -> None:
    """Write a notice to a mail address, unless one with the same `key` was written before.

    Raises ValidationError if `to` is not a mail address.
    """
    address = normalize(to)
    notice, created = Notice.objects.get_or_create(
        key=f"account:{key}",
        defaults={
            "kind": kind.key,
            "address": address,
            "subject": subject,
            "body_text": body_text,
            "body_html": body_html or "",
        },
    )
    if created:
        Delivery.objects.create(notice=notice, channel=EMAIL.key, address=address)


def notices_write(
    *,
    game: Game,
    version: int,
    kinds: Mapping[int, str],
    reminders: Mapping[int, datetime | None] | None = None,
) -> None:
    """Write a notice of a kind to each person (by id) about what happened in a game at `version`.

    A notice of a kind with a delay becomes due later, so that newer news can tell the same
    meanwhile. `reminders` has when people may need a reminder of a decision that has opened. Raises
    IntegrityError if one of the notices was written before.
    """
    times = {person_id: when for person_id, when in (reminders or {}).items() if when}
    news = [(person_id, REMINDER) for person_id in times]
    news += [(person_id, KINDS[kind]) for person_id, kind in kinds.items()]
    if not news:
        return
    notices = Notice.objects.bulk_create(
        Notice(
            key=notice_key(kind=kind.key, game_id=game.pk, version=version, person_id=person_id),
            kind=kind.key,
            person_id=person_id,
            game=game,
            version=version,
        )
        for person_id, kind in news
    )
    people = {person_id for person_id, _ in news}
    reached = {key: channel.endpoints(people) for key, channel in CHANNELS.items()}
    Delivery.objects.bulk_create(
        Delivery(
            notice=notice,
            channel=channel,
            endpoint=endpoint,
            not_before=times.get(person_id, Now()) if kind is REMINDER else Now() + kind.delay,
        )
        for notice, (person_id, kind) in zip(notices, news, strict=True)
        for channel, endpoints in reached.items()
        for endpoint in endpoints.get(person_id, ())
    )


def notice_key(*, kind: str, game_id: object, version: int, person_id: int) -> str:
    """Return the `key` of a notice about a game."""
    return f"{kind}:{game_id}:{version}:{person_id}"


def notices_withdraw(
    *, game: Game, people: Collection[int], only_news_to: Collection[int] = ()
) -> None:
    """Supersede what waits for people (by id) about a game: they have acted, or get newer news.

    Of what waits for those of `only_news_to`, news that are delayed are superseded.
    """
    if not people and not only_news_to:
        return
    news = Q(notice__person__in=only_news_to, notice__kind__in=DELAYED)
    overtaken = Delivery.objects.waiting().filter(
        Q(notice__person__in=people) | news, notice__game=game
    )
    overtaken.update(state=Delivery.State.SUPERSEDED, reason=Delivery.Reason.OVERTAKEN)
