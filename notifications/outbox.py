"""Writes notices, in the transaction of the change that they tell of, and withdraws them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

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
TOGETHER: Final = 500  # notices that one call spreads


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
            is_spread=False,
        )
        for person_id, kind in news
    )
    due = {
        notice.pk: times.get(person_id, Now()) if kind is REMINDER else _in(kind.delay)
        for notice, (person_id, kind) in zip(notices, news, strict=True)
    }
    Delivery.objects.bulk_create(_deliveries(notices, due, at_once=True))


def _in(delay: timedelta) -> Any:
    """Return the time after a delay.

    SQLite adds to a time as text with more digits, which is later than the same time without.
    """
    return Now() + delay if delay else Now()


@transaction.atomic
def notices_spread() -> None:
    """Write the deliveries of new notices by the channels of which `notices_write` wrote none.

    A worker calls this every few seconds. They are due when those already written are; what has
    been overtaken meanwhile is left out.
    """
    fresh = Notice.objects.select_for_update(skip_locked=True).filter(is_spread=False)
    notices = list(fresh.order_by("pk")[:TOGETHER])
    if not notices:
        return
    written = Delivery.objects.filter(notice__in=notices)
    current = written.exclude(reason=Delivery.Reason.OVERTAKEN)
    due = dict(current.values_list("notice", "not_before"))
    # What holds a mail back, such as quiet hours, holds back nothing else.
    held = set(current.filter(is_held=True).values_list("notice", flat=True))
    news = [notice for notice in notices if notice.pk in due]
    due |= {each.pk: each.created_at + KINDS[each.kind].delay for each in news if each.pk in held}
    Delivery.objects.bulk_create(_deliveries(news, due, at_once=False), ignore_conflicts=True)
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(is_spread=True)


def _deliveries(
    notices: Sequence[Notice], due: Mapping[int, Any], *, at_once: bool
) -> Iterator[Delivery]:
    """Yield the deliveries of notices by the channels that are `at_once`, or by all others."""
    people = {notice.person_id for notice in notices if notice.person_id is not None}
    for key, channel in CHANNELS.items():
        if channel.at_once == at_once:
            reached = channel.endpoints(people)
            for notice in notices:
                for endpoint in reached.get(notice.person_id or 0, ()):
                    yield Delivery(
                        notice=notice, channel=key, endpoint=endpoint, not_before=due[notice.pk]
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
