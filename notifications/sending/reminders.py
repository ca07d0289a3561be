"""Reminds people of decisions for which their time is nearly over.

A play only sets when to look (`games.time.reminders`). When that time has come, a worker looks at
the clocks of the game, writes the reminders that are due, and sets when to look again.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from api import database_time
from api.leases import TimeBox, lock_unlocked
from api.traces.causes import raise_if_away
from games.clocks.states import Decision
from games.models import Game, SeatAssignment
from games.models.timers import CLOCK, Timer
from games.reading.lookup import find_game, find_seats
from games.time.circumstances import as_datetime
from games.time.reminders import decisions_of, leads_of
from games.time.seat_times import seat_times
from games.time.stored_clocks import stored_clock
from games.time_limit import SoftTimeLimitExceeded
from notifications.kinds.reminder import REMINDER, number_of
from notifications.models import Notice
from notifications.sending.outbox import notices_write

MOST: Final = 100  # games that one sweep looks at
ENOUGH: Final = 2.0  # seconds after which a sweep ends
LOOK_AGAIN: Final = timedelta(minutes=30)  # while the deadline is not known, as in a pause
SOONEST: Final = timedelta(minutes=1)  # between looks at a game
TRY_AGAIN: Final = timedelta(minutes=10)  # after a failure

logger = logging.getLogger("notifications.reminding")


def sweep() -> None:
    """Look at the games in which it may be time for a reminder, at most MOST, for ENOUGH.

    Any number of workers may. A game that cannot be looked at is looked at again later.
    """
    due = Timer.objects.filter(remind_at__lte=Now()).order_by("remind_at")
    for game_id in TimeBox(ENOUGH).each(list(due.values_list("game", flat=True)[:MOST])):
        try:
            with transaction.atomic():
                _look(game_id)
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            raise_if_away(error)
            logger.exception("No reminder could be written.", extra={"game": str(game_id)})
            _due(game_id).update(remind_at=Now() + TRY_AGAIN)


def _look(game_id: UUID) -> None:
    """Write the reminders that are due in a game, and set when to look again.

    The game is locked, so nobody acts meanwhile: what is written is withdrawn when they do.
    """
    if not lock_unlocked(Game.objects.filter(pk=game_id)).values_list("pk"):
        return  # somebody plays, or another worker looks
    game = find_game(game_id, lock=True)
    if game is None or not _due(game_id).exists():
        return
    assignments, clock = find_seats(game_id), stored_clock(game)
    now = game.locked_at or database_time.now()
    ends, soonest = _deadlines(game, assignments), _deadlines(game, assignments, as_notified=True)
    looks = [] if clock else [now + LOOK_AGAIN]
    for seat, decision in decisions_of(clock, assignments) if clock else ():
        end = ends.get(seat.number)
        if end is None:
            looks.append(now + LOOK_AGAIN)
        elif lead := _remind(game, seat, decision, end - now):
            # A deadline that moves on until a notice has left may come back.
            sooner = max(soonest.get(seat.number, end) - lead, now + LOOK_AGAIN)
            looks.append(max(min(end - lead, sooner), now + SOONEST))
    _due(game_id).update(remind_at=min(looks, default=None))


def _deadlines(
    game: Game, assignments: Sequence[SeatAssignment], *, as_notified: bool = False
) -> dict[int | None, datetime]:
    """Return the deadline of each seat that has one, as `seat_times` does."""
    times = seat_times([(game, assignments)], as_notified=as_notified).get(game.pk, ())
    return {each.seat: as_datetime(each.deadline) for each in times if each.deadline is not None}


def _remind(
    game: Game, seat: SeatAssignment, decision: Decision, left: timedelta
) -> timedelta | None:
    """Write a reminder if it is time; return how long before the deadline the next is due, if any.

    Of several whose time has passed, as after an outage, only the last one is written.
    """
    leads = leads_of(decision, seat.reminders)
    passed = sum(left <= lead for lead in leads)
    if seat.user_id is not None and passed > _count_written(game, seat.user_id, decision):
        kinds = {seat.user_id: REMINDER.key}
        notices_write(game=game, version=game.version, kinds=kinds, number=passed)
    return leads[passed] if passed < len(leads) else None


def _count_written(game: Game, person_id: int, decision: Decision) -> int:
    """Return up to which one the reminders of a decision have been written."""
    written = Notice.objects.filter(game=game, person=person_id, kind=REMINDER.key)
    since = written.filter(created_at__gte=as_datetime(decision.opened))
    return max(map(number_of, since.values_list("key", flat=True)), default=0)


def _due(game_id: UUID) -> QuerySet[Timer]:
    return Timer.objects.filter(game=game_id, kind=CLOCK, remind_at__lte=Now())
