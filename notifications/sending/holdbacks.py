"""Until when a delivery is held back: by settings, a look at the game, or a burst.

It is asked before each attempt. What a person's own settings hold back counts for the clocks as
told when it was ready, unless the server delays it further (`games.clocks.notified`).
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from api import database_time
from games.time.circumstances import as_datetime
from games.time.seat_times import own_deadline
from illimat_core.sealing import microseconds
from notifications.channels import CHANNELS
from notifications.kinds import KINDS
from notifications.models import Delivery, Notice
from notifications.sending.onlookers import look_end_of
from notifications.wishes.hours import Timing, leaves_at
from notifications.wishes.preferences import timing_of


class Hold(NamedTuple):
    """Until when a delivery is held back for its person; None if it is not.

    `until` is when it may leave. `chosen` is until when the person's own settings would have held
    it when it was ready, which counts for the clocks.
    """

    until: datetime | None = None
    chosen: datetime | None = None


def hold_of(delivery: Delivery) -> Hold:
    notice, channel = delivery.notice, CHANNELS[delivery.channel]
    if not (KINDS[notice.kind].declinable and channel.is_quiet and notice.person):
        return Hold()
    timing, ends = timing_of(notice.person), [look_end_of(notice)]
    if channel.combines:
        ends.append(_end_of_burst(delivery))
    else:
        timing = timing._replace(digest=None)
    pauses = [microseconds(end) for end in ends if end]
    if timing == Timing(notice.person.time_zone) and not pauses:
        return Hold()
    ready, now = microseconds(notice.created_at), microseconds(database_time.now())
    deadline = deadline_of(notice)
    leaves = leaves_at(timing, ready, now, deadline, not_before=max(pauses, default=0))
    chosen = leaves_at(timing, ready, ready, deadline)
    return Hold(
        until=as_datetime(leaves) if leaves > now else None,
        chosen=as_datetime(chosen) if chosen > ready else None,
    )


def deadline_of(notice: Notice) -> int | None:
    """Return the end of the person's time in microseconds; None if no clock runs for them."""
    return own_deadline(notice.table, as_notified=True) if notice.game else None


def _end_of_burst(delivery: Delivery) -> datetime | None:
    """Return until when news for a person wait to leave together, since one has just left."""
    interval = timedelta(seconds=settings.MAIL_INTERVAL)
    if not interval or delivery.is_held:
        return None
    sent = Delivery.objects.composed().filter(
        address=delivery.address,
        channel=delivery.channel,
        sent_at__gt=database_time.now() - interval,
    )
    latest = sent.order_by("-sent_at").values_list("sent_at", flat=True).first()
    return latest + interval if latest else None
