"""Reminds people of decisions for which their time is nearly over.

A play only sets when to look (`games.reminders`). When that time has come, a worker looks at the
clocks of the game, writes the reminders that are due, and sets when to look again.
"""

import logging
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from api import database_time
from games.circumstances import moment_of
from games.clock_keeping import stored_clock
from games.clocks.states import Decision
from games.lookup import find_game, find_seats
from games.models import Game, SeatAssignment
from games.reminders import decisions_of, leads_of
from games.seat_times import seat_times
from games.timer_models import CLOCK, Timer
from notifications.kinds.reminder import REMINDER, number_of
from notifications.models import Notice
from notifications.outbox import notices_write

MOST: Final = 100  # games that one sweep looks at
LOOK_AGAIN: Final = timedelta(minutes=30)  # while the deadline is not known, as in a pause
TRY_AGAIN: Final = timedelta(minutes=10)  # after a failure

logger = logging.getLogger(__name__)


def sweep() -> None:
    """Look at the games in which it may be time for a reminder; any number of workers may."""
    due = Timer.objects.filter(remind_at__lte=Now()).order_by("remind_at")
    for game_id in list(due.values_list("game", flat=True)[:MOST]):
        try:
            with transaction.atomic():
                _look(game_id)
        except Exception:
            logger.exception("No reminder could be written.", extra={"game": str(game_id)})
            _timer(game_id).update(remind_at=Now() + TRY_AGAIN)


def _look(game_id: UUID) -> None:
    """Write the reminders that are due in a game, and set when to look again.

    The game is locked, so nobody acts meanwhile: what is written is withdrawn when they do.
    """
    game = find_game(game_id, lock=True)
    if game is None or not _timer(game_id).filter(remind_at__lte=Now()).exists():
        return  # another worker was faster, or somebody has played
    assignments, clock = find_seats(game_id), stored_clock(game)
    now = game.locked_at or database_time.now()
    times = seat_times([(game, assignments)]).get(game_id, ())
    deadlines = {each.seat: each.deadline for each in times}
    looks = []
    for seat, decision in decisions_of(clock, assignments) if clock else ():
        end = deadlines.get(seat.number)
        looks.append(
            now + LOOK_AGAIN
            if end is None
            else _remind(game, seat, decision, end=moment_of(end), now=now)
        )
    again = min((look for look in looks if look), default=None)
    _timer(game_id).update(remind_at=again)


def _remind(
    game: Game, seat: SeatAssignment, decision: Decision, *, end: datetime, now: datetime
) -> datetime | None:
    """Write a reminder if it is time for it; return when it is time for the next one, if any.

    Of several whose time has passed, as after an outage, only the last one is written.
    """
    leads = leads_of(decision, seat.reminders)
    passed = sum(end - lead <= now for lead in leads)
    if seat.user_id is not None and passed > _written(game, seat.user_id, decision):
        kinds = {seat.user_id: REMINDER.key}
        notices_write(game=game, version=game.version, kinds=kinds, number=passed)
    return end - leads[passed] if passed < len(leads) else None


def _written(game: Game, person_id: int, decision: Decision) -> int:
    """Return up to which one the reminders of a decision have been written."""
    written = Notice.objects.filter(game=game, person=person_id, kind=REMINDER.key)
    since = written.filter(created_at__gte=moment_of(decision.opened))
    return max(map(number_of, since.values_list("key", flat=True)), default=0)


def _timer(game_id: UUID) -> QuerySet[Timer]:
    return Timer.objects.filter(game=game_id, kind=CLOCK)
