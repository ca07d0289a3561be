"""The person's time for a decision is nearly over.

Each decision has one reminder, unless its person chose others (`notifications.preferences`).
"""

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy

from games.circumstances import moment_of
from games.clock_keeping import stored_clock
from games.clocks.calendars import MICROSECOND
from games.models import Game
from games.seat_times import own_deadline
from notifications.kinds.record import Kind, Opening, awaited
from notifications.models import Notice
from notifications.preferences import REMINDER_KEY, SHORTEST_LEAD, preferences_of

LEAD: Final = timedelta(hours=24)  # before the deadline, or a quarter of the time if that is less
LEAST: Final = timedelta(minutes=10)  # below which a reminder is of no use, unless it was chosen
OPENING = Opening(
    gettext_lazy("Your time is running out in your game of Illimat."),
    gettext_lazy("Your time is running out in your game of Illimat {company}."),
)


def first_due(game: Game, seat: int) -> datetime | None:
    """Return when a seat's open decision may first need a reminder; None if it needs none.

    That is as if the clock never stood from now on and the person had chosen nothing, so it costs
    no statement; `due` asks again when the time has come. If less time is left than anybody may
    choose, it needs none.
    """
    clock = stored_clock(game)
    decision = clock.of(seat).decision if clock else None
    if decision is None or decision.shown is None:
        return None
    if decision.shown * MICROSECOND <= SHORTEST_LEAD:
        return None
    return moment_of(decision.opened + decision.shown) - default_lead(decision.shown)


def due(notice: Notice) -> datetime | None:
    """Return when a reminder is to leave; None if the deadline is not known, as in a pause."""
    deadline, lead = own_deadline(notice.table), lead_of(notice)
    return None if lead is None or deadline is None else moment_of(deadline) - lead


def is_wanted_still(notice: Notice) -> bool:
    """Return whether the game waits for the person, who still wants this reminder."""
    return awaited(notice) and (_shown(notice) is None or lead_of(notice) is not None)


def lead_of(notice: Notice) -> timedelta | None:
    """Return how long before the deadline a reminder leaves.

    None if its person does not want it, or if so much time was never left: whoever has just been
    told of their turn needs no reminder.
    """
    shown = _shown(notice)
    if shown is None or notice.person is None:
        return None
    chosen, number = preferences_of(notice.person).reminders, number_of(notice)
    if chosen is None:
        lead = default_lead(shown)
        return lead if number == 1 and lead >= LEAST else None
    if number > len(chosen):
        return None
    lead = timedelta(seconds=chosen[number - 1])
    return lead if lead < shown * MICROSECOND else None


def number_of(notice: Notice) -> int:
    """Return which of the reminders of a decision a notice is, from 1: the end of its key."""
    _, _, _, _, *number = notice.key.split(":")
    return int(number[0]) if number else 1


def default_lead(shown: int) -> timedelta:
    """Return how long before the deadline a decision is reminded of, unless its person chose.

    `shown` is what its clock showed at first, in microseconds.
    """
    return min(LEAD, shown * MICROSECOND / 4)


def _shown(notice: Notice) -> int | None:
    """Return what the clock of the person's open decision showed at first, in microseconds."""
    clock, seat = stored_clock(notice.table.game), notice.table.seat
    decision = clock.of(seat).decision if clock and seat is not None else None
    return decision.shown if decision else None


REMINDER = Kind(
    key=REMINDER_KEY,
    label=gettext_lazy("a reminder"),
    holds=is_wanted_still,
    opening=lambda _: OPENING,
    needed=True,
    due=due,
)
