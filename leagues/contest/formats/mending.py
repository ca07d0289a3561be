"""Filling the tables of a round, and exchanging entrants who should not meet."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from leagues.contest.formats.records import Request, pair_of, pairs_of

BLOCKED: Final = 10**15
"""What it costs a table that two at it blocked each other."""
MET: Final = 10**10
"""What it costs for each game in which two have met."""
UNIT: Final = 60
"""What a point of difference costs."""
TENURE: Final = 7
"""For at most how many exchanges an entrant who was moved stays; it varies to avoid circles."""
MOST_STEPS: Final = 2
"""How many pairs and exchanges are looked at for each two entrants, at most."""
PATIENCE: Final = 60
"""After how many exchanges without success the search ends."""


class PlaceExchange(NamedTuple):
    """Two entrants who may change places, and by how much the cost changes."""

    change: int
    table: int
    place: int
    other_table: int
    other_place: int


class Tables:
    """The tables of a round: `members` of each, and `steps`, the pairs and exchanges looked at.

    `points` are those of the entrants in units.
    """

    def __init__(self, request: Request, ordered: Sequence[str], sizes: Sequence[int]) -> None:
        """Fill tables of these sizes from the entrants in the order of their points."""
        self.met = Counter(pair for table in request.past for pair in pairs_of(table))
        self._apart = request.apart
        self.points = {name: int(request.points.get(name, 0) * UNIT) for name in ordered}
        self._most = MOST_STEPS * len(ordered) * (len(ordered) + PATIENCE)
        self.steps = 0
        self.members: list[list[str]] = []
        left = dict.fromkeys(ordered)
        for size in sizes:
            self.members.append(self._fill(left, size))

    def cost(self, table: Iterable[str]) -> int:
        """Return what is wrong with a table: less is better."""
        names = list(table)
        points = [self.points[name] for name in names]
        found = max(points) - min(points)
        return found + sum(self._clash(*two) for two in combinations(names, 2))

    def total(self) -> int:
        return sum(map(self.cost, self.members))

    @property
    def clash(self) -> bool:
        """Whether any meet again or blocked each other."""
        return any(self.cost(table) >= MET for table in self.members)

    def mend(self) -> None:
        """Exchange entrants until none meet again or blocked each other, or enough was tried.

        The best exchange of an entrant who should sit elsewhere is made even if it makes things
        worse, so that the search leaves dead ends (tabu search, Glover 1986); an entrant who was
        moved stays for a while. The best tables found are kept.
        """
        costs = [self.cost(table) for table in self.members]
        best, kept = sum(costs), [list(table) for table in self.members]
        stays_until: dict[str, int] = {}
        turn = success = 0
        while max(costs) >= MET and turn - success < PATIENCE and self.steps < self._most:
            turn += 1
            staying = {name for name, until in stays_until.items() if until >= turn}
            exchange = self._best_exchange(costs, staying)
            if exchange is None:
                continue
            _, one, place, other, other_place = exchange
            for name in self._exchange(one, place, other, other_place):
                stays_until[name] = turn + 1 + turn * turn % TENURE
            costs[one], costs[other] = self.cost(self.members[one]), self.cost(self.members[other])
            if sum(costs) < best:
                best, kept, success = sum(costs), [list(table) for table in self.members], turn
        self.members = kept

    def _fill(self, left: dict[str, None], size: int) -> list[str]:
        """Take the first entrant left, and those nearest behind who clash the least."""
        table: list[str] = []
        while len(table) < size:
            chosen, least = "", -1
            for name in left:
                self.steps += 1
                clash = sum(self._clash(name, other) for other in table)
                if least < 0 or clash < least:
                    chosen, least = name, clash
                if clash == 0:
                    break
            table.append(chosen)
            del left[chosen]
        return table

    def _clash(self, one: str, other: str) -> int:
        two = pair_of(one, other)
        return BLOCKED * (two in self._apart) + MET * self.met[two]

    def _clashing(self, costs: Sequence[int]) -> Iterable[tuple[int, int]]:
        """Yield the table and place of each entrant who should not sit there."""
        for number, table in enumerate(self.members):
            if costs[number] >= MET:
                for place, name in enumerate(table):
                    if any(self._clash(name, other) for other in table if other != name):
                        yield number, place

    def _best_exchange(
        self, costs: Sequence[int], staying: Collection[str]
    ) -> PlaceExchange | None:
        """Return the first exchange found that leaves fewer clashes, or else the best one."""
        best: PlaceExchange | None = None
        for table, place in self._clashing(costs):
            if self.members[table][place] in staying:
                continue
            found = min(self._exchanges(costs, table, place, staying), default=best)
            if best is None or (found and found < best):
                best = found
            if best and best.change <= -MET:
                break
        return best

    def _exchanges(
        self, costs: Sequence[int], one: int, place: int, staying: Collection[str]
    ) -> Iterator[PlaceExchange]:
        for other, table in enumerate(self.members):
            if other == one:
                continue
            for other_place, name in enumerate(table):
                if name not in staying:
                    self.steps += 1
                    self._exchange(one, place, other, other_place)
                    cost = self.cost(self.members[one]) + self.cost(table)
                    self._exchange(one, place, other, other_place)
                    change = cost - costs[one] - costs[other]
                    yield PlaceExchange(change, one, place, other, other_place)

    def _exchange(self, one: int, place: int, other: int, other_place: int) -> tuple[str, str]:
        here, there = self.members[one], self.members[other]
        here[place], there[other_place] = there[other_place], here[place]
        return here[place], there[other_place]
