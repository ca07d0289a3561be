"""Designs: who sits where at which table of a group, so that seats and meetings are balanced.

A design has base blocks, whose elements are added to each element of a group (Bose's method of
differences): the base block 0, 1, 3, 6 of seven entrants gives the tables 0 1 3 6, 1 2 4 0, … 6 0 2
5. So everybody sits once in each seat for each base block, and two entrants meet as often as
their difference occurs in the base blocks. The designs are kept in `kept.json`, which
`trials.designs` writes: for 4 to 32 entrants the meetings of any two differ by at most `spread`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Final

import msgspec

from leagues.errors import LeagueError

KEPT: Final = Path(__file__).with_name("kept.json")
GAMES: Final = {2: (4, 6, 8), 3: (3, 6), 4: (4, 8)}
"""The games that everybody in a group may play, by the entrants at a table."""
USUAL_GAMES: Final = {2: 6, 3: 6, 4: 4}
SIZES: Final = range(4, 33)
"""The sizes of groups."""


class Design(msgspec.Struct, frozen=True):
    """The tables of a group: `blocks` are added to each element of a product of cyclic groups.

    `cycle` has the orders of the cyclic groups. The product's element i, in lexicographic order,
    stands for entrant i. `spread` is by how much the meetings of any two entrants differ.
    """

    at_table: int
    games: int
    cycle: tuple[int, ...]
    blocks: tuple[tuple[int, ...], ...]
    spread: int

    @property
    def size(self) -> int:
        """The number of entrants."""
        return prod(self.cycle)

    def tables(self) -> list[tuple[int, ...]]:
        """Return the entrants of each table, by seat."""
        elements = list(product(*map(range, self.cycle)))
        number = {element: index for index, element in enumerate(elements)}
        return [
            tuple(number[_sum(self.cycle, elements[member], shift)] for member in block)
            for block in self.blocks
            for shift in elements
        ]

    def meetings(self) -> Counter[tuple[int, int]]:
        """Return how often each two entrants meet; the lesser comes first."""
        return Counter(
            (one, other)
            for table in self.tables()
            for one in table
            for other in table
            if one < other
        )


def _sum(cycle: Iterable[int], one: Iterable[int], other: Iterable[int]) -> tuple[int, ...]:
    return tuple((a + b) % n for n, a, b in zip(cycle, one, other, strict=True))


@cache
def kept() -> dict[tuple[int, int, int], Design]:
    """Return the kept designs, by entrants, entrants at a table, and games for each entrant."""
    designs = msgspec.json.decode(KEPT.read_bytes(), type=list[Design])
    return {(design.size, design.at_table, design.games): design for design in designs}


def design_for(size: int, at_table: int, games: int) -> Design:
    """Return the kept design of a group. Raises LeagueError if there is none."""
    if at_table not in GAMES:
        raise LeagueError("at_table", "Tables have two, three or four entrants.")
    if size not in SIZES:
        raise LeagueError(
            "entrants", "A group has {least} to {most} entrants.", least=SIZES[0], most=SIZES[-1]
        )
    if games not in GAMES[at_table]:
        raise LeagueError(
            "games",
            "With {at_table} at a table, everybody can play one of these numbers of games: "
            "{games}.",
            at_table=at_table,
            games=", ".join(map(str, GAMES[at_table])),
        )
    return kept()[size, at_table, games]


def differences(cycle: tuple[int, ...], block: Iterable[int]) -> Iterator[int]:
    """Yield the differences of each two elements of a block, both ways, as elements."""
    elements = list(product(*map(range, cycle)))
    number = {element: index for index, element in enumerate(elements)}
    inside = [elements[member] for member in block]
    for one in inside:
        for other in inside:
            if one != other:
                yield number[tuple((a - b) % n for n, a, b in zip(cycle, one, other, strict=True))]
