"""Balancing seats and floats at tables of two, much as FIDE's Dutch system does (C.04.3).

Blocks, repeated meetings and points come first (`leagues.contest.formats.mending`). Among pairings
that are equal in these, it matters whether somebody gets the same seat for the third time running,
floats the same way as before (down to an opponent with fewer points, or up to one with more), or
gets the seat that they have had more often. Two or three tables exchange entrants as long as that
makes their pairs better; nothing that matters more becomes worse.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from leagues.contest.formats.mending import Tables
from leagues.contest.formats.records import Request

HARD: Final = 100_000
"""The cost of a seat for the third time running, and of an excess of one seat above two."""
FLOATS: Final = (10_000, 1)
"""The costs of a float the same way as in the last round, and as in the one before that."""
REPEATED: Final = 100
"""The cost of the seat that an entrant has had more often or, if both as often, had last."""
UNEVEN: Final = 10
"""The further cost for each game in which an entrant had this seat more often than the other."""
FINE: Final = 10**7
"""By what blocks, meetings and points are multiplied, so that they outweigh the costs above."""
MOST_EXCESS: Final = 2
"""How much more often an entrant may have had one seat than the other."""
NEAR: Final = 20
"""A table exchanges entrants with this many tables before it and as many behind it."""
MOST_OTHERS: Final = 2
"""The most other tables that take part in one exchange."""
STEPS_OF_TABLE: Final = 2_000
"""The most steps (other tables looked at) in one search for an exchange of a table."""
MOST_STEPS: Final = 1_000
"""The most steps in a round, for each table."""


class Costs(NamedTuple):
    """The costs of an entrant: of seat 0 and 1, and of a float down and up."""

    seats: tuple[int, int]
    floats: tuple[int, int]


def _cost_of_seat(seat: int, had: Sequence[int]) -> int:
    """Return the cost of a seat for an entrant who `had` these, the latest first."""
    excess = 2 * had.count(seat) - len(had)
    hard = HARD * ((had[:2] == [seat, seat]) + (excess >= MOST_EXCESS))
    if excess:
        return hard + (excess > 0) * (REPEATED + UNEVEN * excess)
    return hard + REPEATED * (had[:1] == [seat])


def _cost_of_float(way: int, name: str, request: Request) -> int:
    both = zip(FLOATS, request.floats, strict=False)
    return sum(cost for cost, floats in both if floats.get(name) == way)


class Balance:
    """Improves the tables of a round, and gives seats.

    `steps` counts the tables that were looked at for exchanges.
    """

    def __init__(self, request: Request, tables: Tables) -> None:
        had: dict[str, list[int]] = {name: [] for name in request.entrants}
        for table in reversed(request.past):
            for seat, name in enumerate(table):
                if name in had:
                    had[name].append(seat)
        self._had = had
        self._costs = {
            name: Costs(
                (_cost_of_seat(0, seats), _cost_of_seat(1, seats)),
                (_cost_of_float(1, name, request), _cost_of_float(-1, name, request)),
            )
            for name, seats in had.items()
        }
        self._tables = tables
        numbers = range(len(tables.members))
        self._near = [
            sorted(numbers[max(0, one - NEAR) : one + NEAR + 1], key=lambda each: abs(each - one))
            for one in numbers
        ]
        self.steps = self._pause = 0
        self.cost = cache(self._cost)

    def improve(self) -> None:
        """Exchange entrants while that is better: of two tables, then also of three."""
        numbers = range(len(self._tables.members))
        for others in range(1, MOST_OTHERS + 1):
            while sum(self._improved(number, others) for number in numbers):
                pass

    def seated(self, one: str, other: str) -> tuple[str, str]:
        """Return two entrants by seat.

        If both orders are equally good, they swap the seats of the latest game, counted from the
        last of each, in which their seats differed. If there is none, the first gets seat 0.
        """
        kept, turned = self._cost_of_seats(one, other)
        if kept == turned:
            both = zip(self._had[one], self._had[other], strict=False)
            kept += next((mine < theirs for mine, theirs in both if mine != theirs), False)
        return (one, other) if kept <= turned else (other, one)

    def _improved(self, number: int, most_others: int) -> bool:
        """Make the best exchange of a table with some near it; return whether there is one.

        Exchanges with more tables are tried only if there is none with fewer.
        """
        members = self._tables.members
        first, moving = members[number]
        cost = self.cost(first, moving)
        self._pause = min(self.steps + STEPS_OF_TABLE, MOST_STEPS * len(members))
        for others in range(1, most_others + 1) if cost else ():
            gain, changed = self._exchange(cost, (number,), first, moving, others)
            if gain:
                for place, table in changed.items():
                    members[place] = table
                return True
        return False

    def _exchange(
        self, gain: int, places: tuple[int, ...], first: str, moving: str, others: int
    ) -> tuple[int, dict[int, list[str]]]:
        """Return the gain of the best exchange with `others` more tables, and the tables after it.

        The entrant `moving` joins one of the two at another table. The other of these moves on: to
        the next table or, at last, to the `first`, who waits at the first of `places`. Chains whose
        gain is not positive on the way are given up (Lin and Kernighan 1973).
        """
        best: tuple[int, dict[int, list[str]]] = (0, {})
        members = self._tables.members
        for place in self._near[places[0]]:
            if place in places:
                continue
            if self.steps >= self._pause:
                break
            self.steps += 1
            one, other = members[place]
            freed = gain + self.cost(one, other)
            for joined, leaving in ((one, other), (other, one)):
                left = freed - self.cost(moving, joined)
                if left <= 0:
                    continue
                if others == 1:
                    total, changed = left - self.cost(leaving, first), {places[0]: [first, leaving]}
                else:
                    total, changed = self._exchange(
                        left, (*places, place), first, leaving, others - 1
                    )
                if total > best[0]:
                    best = total, changed | {place: [moving, joined]}
                if total == freed:  # nothing is wrong with these tables any more
                    return best
        return best

    def _cost(self, one: str, other: str) -> int:
        points = self._tables.points
        found = FINE * self._tables.cost((one, other)) + min(self._cost_of_seats(one, other))
        if points[one] == points[other]:
            return found
        down, up = (one, other) if points[one] > points[other] else (other, one)
        return found + self._costs[down].floats[0] + self._costs[up].floats[1]

    def _cost_of_seats(self, one: str, other: str) -> tuple[int, int]:
        here, there = self._costs[one].seats, self._costs[other].seats
        return here[0] + there[1], here[1] + there[0]
