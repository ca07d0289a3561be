"""Designs: who sits where at which table of a group, so that seats and meetings are balanced.

A design has base blocks, whose elements are added to each element of a group (Bose's method of
differences): the base block 0, 1, 3, 6 of seven entrants gives the tables 0 1 3 6, 1 2 4 0, … 6 0 2
5. So everybody sits once in each seat for each base block, and two entrants meet as often as
their difference occurs in the base blocks. If not everybody can sit once more in each seat, or
if that balances meetings better, a design has no cycle, and its blocks are the tables. Then seats
differ by at most one. The designs are kept in `kept.json`, which `trials.designs` writes: the
meetings of any two differ by at most `spread`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Final

import msgspec

from leagues.contest.errors import LeagueError

KEPT: Final = Path(__file__).with_name("kept.json")
SIZES: Final = range(4, 33)
"""The sizes of groups."""
PERMITTED: Final = {
    2: {4: SIZES, 6: SIZES, 8: SIZES},
    3: {
        2: range(6, 16, 3),
        3: SIZES,
        4: range(6, 16, 3),
        5: range(6, 16, 3),
        6: SIZES,
    },
    4: {
        2: range(4, 17, 2),
        3: range(4, 17, 4),
        4: SIZES,
        5: range(4, 17, 4),
        6: range(4, 17, 2),
        8: SIZES,
    },
}
"""The sizes of groups that have a design, by the entrants at a table and the games of each.

Each first size is a multiple of the step to the next, and the last is at least twice the first. So
as many entrants as are a multiple of the step can be split into such groups.
"""
USUAL_GAMES: Final = {2: 6, 3: 6, 4: 4}


class Design(msgspec.Struct, frozen=True):
    """The tables of a group: `blocks` are added to each element of a product of cyclic groups.

    `cycle` has the orders of the cyclic groups. The product's element i, in lexicographic order,
    stands for entrant i. Without a `cycle`, the blocks are the tables. `spread` is by how much the
    meetings of any two entrants differ.
    """

    at_table: int
    games: int
    cycle: tuple[int, ...]
    blocks: tuple[tuple[int, ...], ...]
    spread: int

    @property
    def size(self) -> int:
        return prod(self.cycle) if self.cycle else 1 + max(map(max, self.blocks))

    def tables(self) -> list[tuple[int, ...]]:
        """Return the entrants of each table, by seat."""
        if not self.cycle:
            return list(self.blocks)
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


_DESIGNS = msgspec.json.Decoder(list[Design]).decode


@cache
def kept() -> dict[tuple[int, int, int], Design]:
    """Return the kept designs, by entrants, entrants at a table, and games for each entrant."""
    designs = _DESIGNS(KEPT.read_bytes())
    return {(design.size, design.at_table, design.games): design for design in designs}


def design_for(size: int, at_table: int, games: int) -> Design:
    """Return the kept design of a group. Raises LeagueError if there is none."""
    if at_table not in PERMITTED:
        raise LeagueError("at_table", "Tables have two, three or four entrants.")
    check_size("entrants", size)
    check_games(at_table, games)
    if size not in PERMITTED[at_table][games]:
        raise LeagueError(
            "entrants",
            "In groups of these sizes, everybody can play {games} games at tables of {at_table}: "
            "{sizes}.",
            games=games,
            at_table=at_table,
            sizes=", ".join(map(str, PERMITTED[at_table][games])),
        )
    return kept()[size, at_table, games]


def check_size(member: str, size: int) -> None:
    """Raise LeagueError, with this member, if no group has this number of entrants."""
    if size not in SIZES:
        raise LeagueError(
            member, "A group has {least} to {most} entrants.", least=SIZES[0], most=SIZES[-1]
        )


def check_games(at_table: int, games: int) -> None:
    """Raise LeagueError if no group can play this number of games at tables of that size."""
    if games not in PERMITTED[at_table]:
        raise LeagueError(
            "games",
            "With {at_table} at a table, everybody can play one of these numbers of games: "
            "{games}.",
            at_table=at_table,
            games=", ".join(map(str, PERMITTED[at_table])),
        )


def differences(cycle: tuple[int, ...], block: Iterable[int]) -> Iterator[int]:
    """Yield the differences of each two elements of a block, both ways, as elements."""
    elements = list(product(*map(range, cycle)))
    number = {element: index for index, element in enumerate(elements)}
    inside = [elements[member] for member in block]
    for one in inside:
        for other in inside:
            if one != other:
                yield number[tuple((a - b) % n for n, a, b in zip(cycle, one, other, strict=True))]
