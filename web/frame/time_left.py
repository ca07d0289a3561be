"""How much time people have left, in a few words."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from games.clocks.reckoning import SeatTime
from games.clocks.spans import DAY, HOUR, MINUTE
from games.reading.tables import Table
from notifications.content.wording import with_zone

WEEK: Final = 7  # days, whose names tell them apart
SOON: Final = 6 * HOUR  # less than this is marked


def pick_clock(table: Table, times: Sequence[SeatTime]) -> SeatTime | None:
    """Return the clock with a deadline that a game shows: the viewer's own, or the first to end.

    None if there is none, and while the game is frozen, paused or stands still.
    """
    if table.game.frozen or table.game.paused_until is not None:
        return None
    ends = [each for each in times if each.deadline is not None]
    own = [each for each in ends if each.seat == table.seat]
    return min(own or ends, key=lambda each: each.deadline or 0, default=None)


def describe_pause(table: Table, now: datetime) -> str:
    """Return until when a game is paused, in a sentence; empty if it is not."""
    end = table.game.paused_until
    if end is None:
        return ""
    zone = table.viewer.time_zone if table.viewer else "UTC"
    until = with_zone(format_moment(end, now, zone), end, zone)
    return gettext("The game is paused until {until}.").format(until=until)


def format_time_left(left: int) -> str:
    """Return a time in microseconds in its two largest units: `1 d 20 h`."""
    days, hours, minutes = left // DAY, left % DAY // HOUR, left % HOUR // MINUTE
    if days:
        if hours:
            return gettext("{days} d {hours} h").format(days=days, hours=hours)
        return gettext("{days} d").format(days=days)
    if hours:
        return gettext("{hours} h").format(hours=hours)
    return gettext("{minutes} min").format(minutes=max(minutes, 0))


def format_moment(moment: datetime, now: datetime, zone: str) -> str:
    """Return a moment in a few words; within a week, the name of its day stands for the date."""
    local, today = moment.astimezone(ZoneInfo(zone)), now.astimezone(ZoneInfo(zone)).date()
    if local.date() == today:
        return gettext("today {time}").format(time=date_format(local, "H:i"))
    if (local.date() - today).days < WEEK:
        return date_format(local, "D H:i")
    return date_format(local, gettext("j M H:i"))
