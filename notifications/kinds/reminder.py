"""The person's time for a decision is nearly over.

Each decision has one reminder, unless its person chose others. `notifications.sending.reminders`
writes them when they are due.
"""

from typing import Final

from django.utils.translation import gettext_lazy

from games.time.reminders import leads_of
from games.time.stored_clocks import stored_clock
from illimat_core.sealing import microseconds
from notifications.kinds.record import Kind, OpeningText, is_awaited
from notifications.models import Notice

OPENING: Final = OpeningText(
    gettext_lazy("Your time is running out in your game of Illimat."),
    gettext_lazy("Your time is running out in your game of Illimat {company}."),
)


def is_wanted_still(notice: Notice) -> bool:
    """Return whether the game waits for the same decision, and its person wants any reminder."""
    clock, seat, person = stored_clock(notice.table.game), notice.table.seat, notice.person
    decision = clock.of(seat).decision if clock and seat is not None else None
    if decision is None or person is None or not is_awaited(notice):
        return False
    is_same = decision.opened <= microseconds(notice.created_at)
    return is_same and bool(leads_of(decision, person.reminders))


def number_of(key: str) -> int:
    """Return which of the reminders of a decision a notice is, from 1: the end of its `key`."""
    _, _, _, _, *number = key.split(":")
    return int(number[0]) if number else 1


REMINDER = Kind(
    key="reminder",
    label=gettext_lazy("a reminder"),
    holds=is_wanted_still,
    opening=lambda _: OPENING,
    needed=True,
)
