"""How much time people have left, in a few words."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from games.clocks.spans import DAY, HOUR, MINUTE

WEEK: Final = 7  # days, whose names tell them apart
SOON: Final = 6 * HOUR  # less than this is marked


def left_shown(left: int) -> str:
    """Return a time in microseconds in its two largest units: `1 d 20 h`."""
    days, hours, minutes = left // DAY, left % DAY // HOUR, left % HOUR // MINUTE
    if days:
        if hours:
            return gettext("{days} d {hours} h").format(days=days, hours=hours)
        return gettext("{days} d").format(days=days)
    if hours:
        return gettext("{hours} h").format(hours=hours)
    return gettext("{minutes} min").format(minutes=max(minutes, 0))


def moment_shown(moment: datetime, now: datetime, zone: str) -> str:
    """Return a moment in a few words; within a week, the name of its day stands for the date."""
    local, today = moment.astimezone(ZoneInfo(zone)), now.astimezone(ZoneInfo(zone)).date()
    if local.date() == today:
        return gettext("today {time}").format(time=date_format(local, "H:i"))
    if (local.date() - today).days < WEEK:
        return date_format(local, "D H:i")
    return date_format(local, gettext("j M H:i"))
