"""Until when a delivery is held back: by settings, a look at the game, a burst, or a daily limit.

It is asked before each attempt. What a person's own settings hold back counts for the clocks as
told when it was ready, unless the server delays it further (`games.clocks.notices`).
"""

from datetime import datetime, timedelta

from django.conf import settings

from api import database_time
from games.circumstances import moment_of
from games.notices import note_person_held
from games.seat_times import own_deadline
from illimat_core.sealing import microseconds
from notifications.channels import CHANNELS
from notifications.kinds import KINDS
from notifications.looking import looked_until
from notifications.models import Delivery, Notice
from notifications.preferences import timing_of
from notifications.timing import Timing, leaves_at


def held_until(delivery: Delivery) -> datetime | None:
    """Return until when a claimed delivery is held back, or None if it may leave now."""
    return _held_for_person(delivery) or CHANNELS[delivery.channel].full_until(delivery)


def deadline_of(notice: Notice) -> int | None:
    """Return when the person's time for their open decision is used up, in microseconds.

    None if no clock runs for them.
    """
    return own_deadline(notice.table, as_notified=True) if notice.game else None


def _held_for_person(delivery: Delivery) -> datetime | None:
    notice, channel = delivery.notice, CHANNELS[delivery.channel]
    kind = KINDS[notice.kind]
    if not (kind.declinable and channel.is_quiet and notice.person):
        return None
    timing, ends = timing_of(notice.person), [looked_until(notice)]
    if channel.combines:
        ends.append(_end_of_burst(delivery))
    else:
        timing = timing._replace(digest=None)
    pauses = [microseconds(end) for end in ends if end]
    if timing == Timing(notice.person.time_zone) and not pauses:
        return None
    ready, now = microseconds(notice.created_at), microseconds(database_time.now())
    deadline = deadline_of(notice)
    chosen = leaves_at(timing, ready, ready, deadline)
    if chosen > ready and kind.of_turn and channel.tells and notice.game_id:
        until = moment_of(chosen)
        note_person_held(game_id=notice.game_id, user_id=notice.person.pk, until=until)
    leaves = leaves_at(timing, ready, now, deadline, not_before=max(pauses, default=0))
    return moment_of(leaves) if leaves > now else None


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
