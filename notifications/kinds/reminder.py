"""The person's time for a decision is nearly over. Each decision has one reminder at most."""

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy

from games.circumstances import moment_of
from games.clock_keeping import stored_clock
from games.clocks.calendars import MICROSECOND
from games.lookup import find_seats
from games.models import Game
from games.seat_times import seat_times
from notifications.kinds.record import Kind, Opening, awaited
from notifications.models import Notice

LEAD: Final = timedelta(hours=24)  # before the deadline, or a quarter of the time if that is less
LEAST: Final = timedelta(minutes=10)  # below which a reminder would be of no use
OPENING = Opening(
    gettext_lazy("Your time is running out in your game of Illimat."),
    gettext_lazy("Your time is running out in your game of Illimat {company}."),
)


def first_due(game: Game, seat: int) -> datetime | None:
    """Return when a seat's open decision may first need a reminder; None if it needs none.

    That is as if the clock never stood from now on, so it costs no statement; `due` asks again
    when the time has come.
    """
    clock = stored_clock(game)
    decision = clock.of(seat).decision if clock else None
    if decision is None or decision.shown is None:
        return None
    lead = lead_of(decision.shown)
    return moment_of(decision.opened + decision.shown) - lead if lead >= LEAST else None


def due(notice: Notice) -> datetime | None:
    """Return when a reminder is to leave; None if the deadline is not known, as in a pause."""
    table = notice.table
    game = table.game
    clock, seat = stored_clock(game), table.seat
    decision = clock.of(seat).decision if clock and seat is not None else None
    times = seat_times([(game, find_seats(game.pk))]).get(game.pk, ())
    own = next((each for each in times if each.seat == seat), None)
    if decision is None or decision.shown is None or own is None or own.deadline is None:
        return None
    return moment_of(own.deadline) - lead_of(decision.shown)


def lead_of(shown: int) -> timedelta:
    """Return how long before the deadline the reminder of a decision leaves.

    `shown` is what its clock showed at first, in microseconds.
    """
    return min(LEAD, shown * MICROSECOND / 4)


REMINDER = Kind(
    key="reminder",
    label=gettext_lazy("a reminder"),
    holds=awaited,
    opening=lambda _: OPENING,
    due=due,
)
