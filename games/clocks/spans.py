"""Moments and lengths of time in whole microseconds; a moment counts from 1970 (UTC).

A clock runs except while a span covers it. Spans may overlap.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final, Literal, get_args

import msgspec

SECOND: Final = 1_000_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY

Cause = Literal["seat_vacant", "paused", "outage", "vacation", "weekend", "asleep"]
CAUSES: Final[tuple[Cause, ...]] = get_args(Cause)  # the first that applies is shown


class Span(msgspec.Struct, frozen=True):
    """A time from `start` until before `end` in which a clock stands, and why it does."""

    start: int
    end: int
    why: Cause


def by_start(span: Span) -> int:
    return span.start


def running_times(start: int, spans: Iterable[Span]) -> Iterator[tuple[int, int | None]]:
    """Yield the times from `start` on that no span covers; the last one has no end.

    `spans` must be sorted by start. They may go on for ever.
    """
    for span in spans:
        if span.start > start:
            yield start, span.start
        start = max(start, span.end)
    yield start, None


def elapsed(start: int, now: int, spans: Iterable[Span]) -> int:
    total = 0
    for begin, end in running_times(start, spans):
        if begin >= now:
            break
        total += (now if end is None else min(end, now)) - begin
    return total


def moment_after(start: int, length: int, spans: Iterable[Span]) -> int:
    """Return the first moment at which a clock has run for `length` since `start`."""
    for begin, end in running_times(start, spans):
        if end is None or begin + length <= end:
            return begin + length
        length -= end - begin
    raise AssertionError("the last running time has no end")


def changed_at(start: int, now: int, spans: Iterable[Span]) -> int:
    """Return when a clock that started at `start` last began to run or to stand, by `now`."""
    since = start
    for begin, end in running_times(start, spans):
        if begin > now:
            break
        since = begin
        if end is None or now < end:
            break
        since = end
    return since


def cause_at(now: int, spans: Iterable[Span]) -> Cause | None:
    begun = takewhile(lambda span: span.start <= now, spans)
    causes = {span.why for span in begun if span.end > now}
    return next((cause for cause in CAUSES if cause in causes), None)
