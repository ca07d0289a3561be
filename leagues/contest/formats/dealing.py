"""Dealing the entrants of a division to groups."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import TypeAlias

from leagues.contest.errors import LeagueError
from leagues.contest.formats.records import Pair, pair_of
from leagues.contest.lots import shuffled

Dealt: TypeAlias = list[list[str | None]]
"""The entrant of each group, turn by turn; None for a group that gets nobody in a turn."""


def deal(
    entrants: Sequence[str],
    groups: int,
    apart: frozenset[Pair] = frozenset(),
    *,
    key: bytes,
    label: str = "",
    step: int = 1,
) -> list[list[str]]:
    """Return groups of equal strength from entrants in the order of theirs, the strongest first.

    In each turn as many entrants are dealt as there are groups, one to each by lot. The last turns
    may not be enough for all groups; then the same get one in each of `step` turns. So if the
    entrants are a multiple of `step`, the groups' sizes are, too, and differ by at most one step.
    Then entrants dealt in the same turn are exchanged as long as fewer who blocked each other share
    a group. Because of the lots, nobody can tell who was exchanged.
    Raises LeagueError for more groups than entrants.
    """
    if not 0 < groups <= len(entrants):
        raise LeagueError("groups", "There are one or more groups, and entrants for each.")
    dealt: Dealt = []
    for turn, names in enumerate(split_into_rows(entrants, groups, step)):
        row: list[str | None] = [*names, *[None] * (groups - len(names))]
        # Entrants who are dealt to only some groups go to the same ones in each turn.
        lot = turn - turn % step if len(names) < groups else turn
        drawn = shuffled(key, f"{label}/turn/{lot}", map(str, range(groups)))
        dealt.append([row[int(each)] for each in drawn])
    better = bool(apart)
    while better:  # each exchange leaves fewer clashes
        better = False
        for row in dealt:
            for group in range(groups):
                better |= _exchange(dealt, row, group, apart, step)
    return [[name for row in dealt if (name := row[group]) is not None] for group in range(groups)]


def _exchange(
    dealt: Dealt, row: list[str | None], group: int, apart: frozenset[Pair], step: int
) -> bool:
    """Exchange a group's entrant of a turn if that leaves fewer clashes; return whether it did."""

    def clashes(*there: int) -> int:
        return sum(_clashes(row[each], [turn[each] for turn in dealt], apart) for each in there)

    if not clashes(group):
        return False
    for other in range(len(row)):
        if step > 1 and row[other] is None:  # who moves alone changes the sizes
            continue
        before = clashes(group, other)
        row[group], row[other] = row[other], row[group]
        if clashes(group, other) < before:
            return True
        row[group], row[other] = row[other], row[group]
    return False


def _clashes(name: str | None, others: Iterable[str | None], apart: frozenset[Pair]) -> int:
    return sum(
        name is not None and other is not None and pair_of(name, other) in apart
        for other in others
        if other != name
    )


def split_into_rows(entrants: Sequence[str], groups: int, step: int) -> Iterator[Sequence[str]]:
    """Yield who is dealt in each turn: one for each group, and in the last `step` turns fewer."""
    full = len(entrants) // (groups * step) * groups * step
    for start in range(0, full, groups):
        yield entrants[start : start + groups]
    if left := entrants[full:]:
        share = ceil(len(left) / step)
        for start in range(0, len(left), share):
            yield left[start : start + share]
