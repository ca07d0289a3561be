"""Writes notices, in the transaction of the change that they tell of, and withdraws them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from accounts.addresses import normalize
from api import database_time
from api.leases import lock_unlocked
from api.sql.statements import as_parameter
from api.traces.current import request_id
from games.models import Game
from notifications.channels import CHANNELS
from notifications.channels.email import EMAIL
from notifications.kinds import KINDS
from notifications.kinds.account import ACCOUNT
from notifications.kinds.record import Kind
from notifications.models import Choice, Delivery, Notice

DELAYED: Final = frozenset(kind.key for kind in KINDS.values() if kind.delay)
"""The kinds whose news any newer message about the same game tells, too."""
TOGETHER: Final = 500  # notices that one call spreads
BATCH: Final = 500  # rows that one statement writes
# Every play sends these; Django would take many times as long to compile them as they take to run.
WRITE: Final = """
INSERT INTO notifications_notice (
    key, kind, person_id, game_id, version, address, subject, body_text, body_html, created_at,
    request, is_spread
) VALUES {}
"""
NOTICE: Final = "(%s, %s, %s, %s, %s, '', '', '', '', %s, %s, FALSE)"
DELIVER: Final = """
WITH told (key, channel, endpoint, due) AS (VALUES {})
INSERT INTO notifications_delivery (
    notice_id, channel, endpoint, state, reason, not_before, lease_until, attempts, address, error,
    is_held
) SELECT notice.id, told.channel, told.endpoint, 'waiting', '', told.due, notice.created_at, 0, '',
    '', FALSE
FROM told JOIN notifications_notice AS notice ON notice.key = told.key ORDER BY notice.id
"""
DELIVERY: Final = "(%s, %s, %s, %s)"
WITHDRAW: Final = """
UPDATE notifications_delivery SET state = 'superseded', reason = 'overtaken'
WHERE state = 'waiting' AND notice_id IN (
    SELECT id FROM notifications_notice
    WHERE game_id = %s AND (person_id IN ({}) OR (person_id IN ({}) AND kind IN ({})))
)
"""


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
    *, game: Game, version: int, kinds: Mapping[int, str], number: int | None = None
) -> None:
    """Write a notice of a kind to each person (by id) about what happened in a game at `version`.

    A notice of a kind with a delay becomes due later, so that newer news can tell the same
    meanwhile. `number` is that of several notices of a kind about one version. Raises
    IntegrityError if one of the notices was written before.
    """
    if not kinds:
        return
    now = game.locked_at or database_time.now()
    reached = list(_endpoints_by_channel(kinds.keys(), at_once=True))
    game_id = as_parameter(game.pk)
    as_stored = connection.ops.adapt_datetimefield_value
    notices: list[Sequence[Any]] = []
    deliveries: list[Sequence[Any]] = []
    for person_id, kind in kinds.items():
        key = notice_key(kind=kind, of=game.pk, version=version, person_id=person_id)
        if number is not None:
            key = f"{key}:{number}"
        due = now + KINDS[kind].delay
        told = (key, kind, person_id, game_id, version, as_stored(now), request_id())
        notices.append(told)
        deliveries += [
            (key, channel, endpoint, as_stored(due))
            for channel, endpoints in reached
            for endpoint in endpoints.get(person_id, ())
        ]
    _insert(WRITE, NOTICE, notices)
    if deliveries:
        _insert(DELIVER, DELIVERY, deliveries)


def _insert(sql: str, row: str, rows: Sequence[Sequence[Any]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql.format(", ".join([row] * len(rows))), list(chain.from_iterable(rows)))


class PersonNews(NamedTuple):
    """What is told to a person, by id: the key of a kind that has a topic, and which news it is."""

    person: int
    kind: str
    version: int


def news_write(*, about: str, news: Collection[PersonNews]) -> None:
    """Write notices about something other than a game.

    `about` is its id: of what the topic of the kinds says. It takes as many statements for one as
    for `BATCH` of them. Raises IntegrityError if one of them was written before.
    """
    if not news:
        return
    now = database_time.now()
    notices = Notice.objects.bulk_create(
        [
            Notice(
                key=notice_key(kind=kind, of=about, version=version, person_id=person),
                kind=kind,
                person_id=person,
                about=about,
                version=version,
                created_at=now,
                is_spread=False,
            )
            for person, kind, version in news
        ],
        batch_size=BATCH,
    )
    due = {notice.pk: now + KINDS[notice.kind].delay for notice in notices}
    Delivery.objects.bulk_create(_deliveries(notices, due, at_once=True), batch_size=BATCH)


def news_write_once(*, about: str, news: PersonNews) -> None:
    key = notice_key(kind=news.kind, of=about, version=news.version, person_id=news.person)
    if not Notice.objects.filter(key=key).exists():
        news_write(about=about, news=[news])


def game_mails_supersede(*, games: Collection[UUID], kind: str, about: str, telling: str) -> None:
    """Supersede the mails of a kind about games that another mail tells of, too.

    That is one of the kind `telling` about `about`, if it waits for the same person, who has not
    declined it.
    """
    others = Delivery.objects.waiting().filter(
        notice__person=OuterRef("notice__person"),
        notice__kind=telling,
        notice__about=about,
        channel=EMAIL.key,
    )
    declined = Choice.objects.filter(
        person=OuterRef("notice__person"), kind=telling, channel=EMAIL.key, game=None, wanted=False
    )
    told = Delivery.objects.waiting().filter(
        Exists(others),
        ~Exists(declined),
        notice__game__in=games,
        notice__kind=kind,
        channel=EMAIL.key,
    )
    told.update(state=Delivery.State.SUPERSEDED, reason=Delivery.Reason.MERGED)


@transaction.atomic
def notices_spread() -> None:
    """Write the deliveries of new notices by the channels of which `notices_write` wrote none.

    A worker calls this every few seconds. They are due when those already written are; what has
    been overtaken meanwhile is left out.
    """
    fresh = lock_unlocked(Notice.objects.filter(is_spread=False))
    notices = list(fresh.order_by("pk")[:TOGETHER])
    if not notices:
        return
    written = Delivery.objects.filter(notice__in=notices)
    current = written.exclude(reason=Delivery.Reason.OVERTAKEN)
    due: dict[int, Any] = dict(current.values_list("notice", "not_before"))
    # What holds a mail back, such as quiet hours, holds back nothing else.
    held = set(current.filter(is_held=True).values_list("notice", flat=True))
    news = [notice for notice in notices if notice.pk in due]
    due |= {each.pk: each.created_at + KINDS[each.kind].delay for each in news if each.pk in held}
    rows = _deliveries(news, due, at_once=False)
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(is_spread=True)


def _deliveries(
    notices: Sequence[Notice], due: Mapping[int, Any], *, at_once: bool
) -> Iterator[Delivery]:
    """Yield the deliveries of notices by the channels that are `at_once`, or by all others."""
    people = {notice.person_id for notice in notices if notice.person_id is not None}
    for channel, endpoints in _endpoints_by_channel(people, at_once=at_once):
        for notice in notices:
            for endpoint in endpoints.get(notice.person_id or 0, ()):
                yield Delivery(
                    notice=notice, channel=channel, endpoint=endpoint, not_before=due[notice.pk]
                )


def _endpoints_by_channel(
    people: Collection[int], *, at_once: bool
) -> Iterator[tuple[str, Mapping[int, Sequence[str]]]]:
    """Yield the channels that are `at_once`, or all others, with the endpoints of people there."""
    for key, channel in CHANNELS.items():
        if channel.at_once == at_once:
            yield key, channel.endpoints(people)


def notice_key(*, kind: str, of: object, version: int, person_id: int) -> str:
    return f"{kind}:{of}:{version}:{person_id}"


def notices_withdraw(
    *, game: Game, people: Collection[int], only_news_to: Collection[int] = ()
) -> None:
    """Supersede what waits for people (by id) about a game: they have acted, or get newer news.

    Of what waits for those of `only_news_to`, news that are delayed are superseded.
    """
    if not people and not only_news_to:
        return
    sql = WITHDRAW.format(*(_places(values) for values in (people, only_news_to, DELAYED)))
    game_id = as_parameter(game.pk)
    with connection.cursor() as cursor:
        cursor.execute(sql, [game_id, *people, *only_news_to, *DELAYED])


def is_overtaken(notice: Notice) -> bool:
    """Return whether its person got newer news of its game, before which it would be withdrawn.

    `notices_withdraw` cannot know of deliveries that a worker writes later, or at the same moment.
    """
    of_person = Notice.objects.filter(person=notice.person, game=notice.game)
    newer = of_person.filter(version__gt=notice.version).exclude(kind__in=DELAYED)
    return newer.exists()


def _places(values: Collection[object]) -> str:
    return ", ".join(["%s"] * len(values)) or "NULL"
