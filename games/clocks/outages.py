"""Outages: spans in which the server sent no heartbeat, credited to every running clock.

A forward jump of the database's clock looks the same, and is credited the same.
"""

from collections.abc import Iterable
from typing import Final

from games.clocks.spans import MINUTE, Span, by_start

SILENCE: Final = 5 * MINUTE  # the shortest time without a heartbeat that is an outage


def outage_between(beat: int, following: int) -> Span | None:
    """Return the outage between two successive heartbeats, or between the last one and now."""
    if following - beat < SILENCE:
        return None
    return Span(beat, following, "outage")


def merge_outages(outages: Iterable[Span]) -> tuple[Span, ...]:
    """Merge outages that overlap or touch, and sort them."""
    result: list[Span] = []
    for span in sorted(outages, key=by_start):
        if result and span.start <= result[-1].end:
            last = result.pop()
            span = Span(last.start, max(last.end, span.end), "outage")  # noqa: PLW2901 - grows
        result.append(span)
    return tuple(result)
