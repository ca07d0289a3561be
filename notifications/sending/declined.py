"""What a person is told instead of a kind of news that they decline.

Of what one play brings, and of what still waits, a person is told the most important only. By a
channel by which they decline that, the most important that they want there is told in its place.
"""

from django.db.models import Max, Q

from notifications.channels.record import Channel
from notifications.content.happened import unseen_of
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.record import Kind, is_seated_in_running_game
from notifications.models import Delivery, Notice
from notifications.sending.outbox import notice_key
from notifications.sending.tellings import TELLINGS, kinds_of
from notifications.wishes.wanted import is_wanted

TOLD = Q(state=Delivery.State.SENT) | Q(reason=Delivery.Reason.MERGED)


def write_instead(delivery: Delivery, declined: Kind, channel: Channel) -> None:
    """Write what is told by a channel instead of a delivery about a game, if there is anything.

    Only events count of which the channel has not told the person since they last acted. Writing it
    again changes nothing.
    """
    notice = delivery.notice
    person, seat = notice.person, notice.table.seat
    if person is None or seat is None:
        return

    def wants(kind: Kind) -> bool:
        return is_wanted(person=person, kind=kind, channel=channel.key, game=notice.game)

    if wants(declined):
        return
    if GAME_OVER.holds(notice) and wants(GAME_OVER):  # which a loss on time is told before
        _write(delivery, GAME_OVER)
    if not is_seated_in_running_game(notice):
        return
    tellings = [each for each in TELLINGS if wants(each.kind)]
    if not tellings:
        return
    after = _last_version_told(delivery)
    entries = unseen_of(notice.table).entries
    events = [each.event for each in entries if after < each.stored.sequence <= notice.version]
    kind = kinds_of(events, {seat}, tellings).get(seat)
    if kind:
        _write(delivery, kind)


def _last_version_told(delivery: Delivery) -> int:
    """Return the newest version of the game of which the person was told in the same way."""
    notice = delivery.notice
    told = Delivery.objects.filter(
        TOLD,
        channel=delivery.channel,
        endpoint=delivery.endpoint,
        notice__person=notice.person,
        notice__game=notice.game,
    )
    return told.aggregate(newest=Max("notice__version"))["newest"] or 0


def _write(delivery: Delivery, kind: Kind) -> None:
    """Write a notice of a kind in place of that of a delivery, which leaves in the same way."""
    notice = delivery.notice
    key = notice_key(
        kind=kind.key,
        of=notice.game_id,
        version=notice.version,
        person_id=notice.person_id or 0,
    )
    same = {each: getattr(notice, each) for each in ("person", "game", "version", "created_at")}
    instead, _ = Notice.objects.get_or_create(key=key, defaults={"kind": kind.key, **same})
    Delivery.objects.get_or_create(
        notice=instead,
        channel=delivery.channel,
        endpoint=delivery.endpoint,
        defaults={"not_before": notice.created_at + kind.delay},
    )
