"""When a person counts as notified that it is their turn.

Nobody loses on time without timely notice: a clock runs out only when it has also run for 12 hours
since the notice, or for a quarter of what it showed when the decision opened, if that is less.
After the game has stood still, people are told again. That gives them back only what it took.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from games.clocks.spans import DAY, HOUR, MINUTE, Span

FAILING: Final = 3 * DAY  # from when an address fails until its owner counts as notified
LEAD: Final = 12 * HOUR
GRACE: Final = 5 * MINUTE  # for a notice to leave after the person's own hold ends


class DecisionNotice(msgspec.Struct, frozen=True):
    """The delivery of the notice of one decision; moments in microseconds.

    `off`: the person switched such notices off. `left_at`: when it left the server. `held_until`:
    until when the person's own digest or quiet hours hold it back. `failed_at`: since when the
    person's address has failed, which may be before the decision opened. `again`: when it left
    again, after the game had stood still.
    """

    off: bool = False
    left_at: int | None = None
    held_until: int | None = None
    failed_at: int | None = None
    again: tuple[int, ...] = ()

    @property
    def is_awaited(self) -> bool:
        """Whether it is not known when it leaves."""
        return not self.off and self.left_at is None and self.failed_at is None

    def notified_at(self, opened: int, used_up: int, now: int) -> int:
        """Return when the person counts as notified of a decision that opened at `opened`.

        `used_up` is when the time for it is used up. A notice that has not left yet counts as
        leaving now. A notice that the person holds back counts from when it was due, unless the
        server delays it further.
        """
        if self.off:
            return opened
        if self.failed_at is not None:
            return max(opened, self.failed_at + FAILING)
        left = now if self.left_at is None else self.left_at
        if self.held_until is not None and min(left, used_up) <= self.held_until + GRACE:
            return opened
        return max(opened, left)

    def retellings(self, known: int | None, resumed: Iterable[int], now: int) -> list[Span]:
        """Return the times that it took to tell a person again of a decision they had known of.

        They know of it since the moment `known`, if at all. `resumed` are the moments at which the
        game went on after it had stood still. A notice that the person holds back takes no time.
        """
        if self.off or self.failed_at is not None or known is None:
            return []
        spans = []
        for moment in resumed:
            told = min(
                (each for each in (self.left_at, *self.again) if each and each >= moment),
                default=now,
            )
            held = self.held_until if self.held_until and self.held_until > moment else None
            if known < moment < told and not (held and told <= held + GRACE):
                spans.append(Span(moment, told, "seat_vacant"))
        return spans


def lead(shown: int) -> int:
    """Return how long a clock that showed `shown` must run after the notice."""
    return min(LEAD, shown // 4)
