"""When a message may leave for a person: quiet hours and digests, in the person's own zone.

A pure function of the person's settings, the deadline and now. Moments are microseconds since 1970,
times of day are minutes past midnight.
"""

from datetime import timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from games.clocks.calendars import MINUTES_A_DAY, ONE_DAY, local, moment_of
from games.clocks.spans import HOUR

LEEWAY: Final = 3 * HOUR  # that a person has at least between a message and their deadline
MOST_QUIET: Final = 16 * 60  # minutes a day


class QuietSpan(NamedTuple):
    """Hours in which nothing is sent; they may span midnight. No hours if both are the same."""

    start: int
    end: int

    @property
    def minutes(self) -> int:
        return (self.end - self.start) % MINUTES_A_DAY


class Timing(NamedTuple):
    """What a person chose: their zone, quiet hours, and the time of day of their digest."""

    zone: str = "UTC"
    quiet: QuietSpan | None = None
    digest: int | None = None


def leaves_at(
    timing: Timing, ready: int, now: int, deadline: int | None = None, *, not_before: int = 0
) -> int:
    """Return when a message leaves that has been ready since `ready`: now, or later.

    `deadline` is when the person's time for a decision is used up, if the message tells of one. If
    the digest left less than LEEWAY before it, the message does not wait for the digest. If the
    quiet hours, or a hold until `not_before`, ended less than LEEWAY before it, the message leaves
    at once.
    """
    soon = max(now, not_before)
    digest = soon if timing.digest is None else max(soon, _next_digest(timing, ready))
    for moment in (_end_of_quiet(timing, digest), _end_of_quiet(timing, soon)):
        if deadline is None or moment + LEEWAY <= deadline:
            return moment
    return now


def _next_digest(timing: Timing, moment: int) -> int:
    zone, minute = ZoneInfo(timing.zone), timing.digest or 0
    today = local(moment, timing.zone).date()
    days = (today + timedelta(days=number) for number in range(3))
    return next(at for day in days if (at := moment_of(day, minute, zone)) >= moment)


def _end_of_quiet(timing: Timing, moment: int) -> int:
    """Return `moment`, or the end of the quiet hours that it lies in."""
    if timing.quiet is None:
        return moment
    zone, (start, _) = ZoneInfo(timing.zone), timing.quiet
    today = local(moment, timing.zone).date()
    for day in (today - ONE_DAY, today):
        end = moment_of(day, start + timing.quiet.minutes, zone)
        if moment_of(day, start, zone) <= moment < end:
            return end
    return moment
