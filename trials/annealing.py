"""Search for the tables of a group by simulated annealing, from a fixed seed for each group."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import exp
from random import Random
from typing import Final

from trials.dice import dice

MOST_COOLINGS: Final = 30
STEPS: Final = 40_000
"""Exchanges of two entrants that are tried in each cooling."""
HOT: Final = 2.15
COLD: Final = 0.15


class Meetings:
    """Who sits at which table, and how often each two meet."""

    def __init__(self, size: int, at_table: int, games: int) -> None:
        """Let everybody sit at as many tables as they play games, in turn."""
        places = [place % size for place in range(size * games)]
        self.tables = [
            places[start : start + at_table] for start in range(0, len(places), at_table)
        ]
        self.met = [[0] * size for _ in range(size)]
        for table in self.tables:
            for one, other in combinations(table, 2):
                self._meet(one, other, 1)
        pairs = size * (size - 1) // 2
        times, more = divmod(len(self.tables) * at_table * (at_table - 1) // 2, pairs)
        self.excess = -pairs * times**2 - more * (2 * times + 1)
        """The sum of the squares of all meetings, less what it is if they differ by at most one."""
        self.excess += sum(self.met[one][other] ** 2 for one, other in combinations(range(size), 2))

    def exchange(self, rng: Random, heat: float) -> None:
        """Exchange two entrants if that lowers the excess, or, the hotter the likelier, if not."""
        first, second = rng.choice(self.tables), rng.choice(self.tables)
        place, seat = rng.randrange(len(first)), rng.randrange(len(second))
        one, other = first[place], second[seat]
        if one in second or other in first:
            return
        ones = [who for who in first if who != one and who not in second]
        others = [who for who in second if who != other and who not in first]
        met, more = self.met[one], self.met[other]
        rise = 2 * sum(more[who] - met[who] + 1 for who in ones)
        rise += 2 * sum(met[who] - more[who] + 1 for who in others)
        if rise > 0 and rng.random() >= exp(-rise / heat):
            return
        first[place], second[seat] = other, one
        self.excess += rise
        for who in ones:
            self._meet(one, who, -1)
            self._meet(other, who, 1)
        for who in others:
            self._meet(other, who, -1)
            self._meet(one, who, 1)

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times


def annealed_tables(size: int, at_table: int, games: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield tables at which everybody sits in each seat about as often.

    If they could be found, any two meet about as often, too.
    """
    rng = dice(f"{size} entrants, {at_table} at a table, {games} games")
    for _ in range(MOST_COOLINGS):
        group = Meetings(size, at_table, games)
        for step in range(STEPS):
            if not group.excess:
                break
            group.exchange(rng, HOT + (COLD - HOT) * step / STEPS)
        yield balance_seats(group.tables, rng)


def balance_seats(tables: list[list[int]], rng: Random) -> tuple[tuple[int, ...], ...]:
    """Exchange seats until those of everybody differ by at most one, and return all in order.

    Such seats always exist: they are the colours of a bipartite graph's edges (Kőnig).
    """
    seated = Counter((who, seat) for table in tables for seat, who in enumerate(table))
    seats = range(len(tables[0]))
    everybody = {who for who, _ in seated}

    def unbalanced() -> bool:
        """Return whether the seats of somebody differ by more than one."""
        counts = ([seated[who, seat] for seat in seats] for who in everybody)
        return any(max(each) - min(each) > 1 for each in counts)

    while unbalanced():
        table = rng.choice(tables)
        one, other = rng.sample(seats, 2)
        left, right = table[one], table[other]
        fall = seated[left, one] - seated[left, other] + seated[right, other] - seated[right, one]
        if fall > 1:  # the sum of the squares does not rise
            table[one], table[other] = right, left
            seated.update([(left, other), (right, one)])
            seated.subtract([(left, one), (right, other)])
    return tuple(sorted(map(tuple, tables)))
