"""Dealing the entrants of a division to groups."""

from collections.abc import Iterator, Sequence
from math import ceil

from leagues.contest.errors import LeagueError
from leagues.contest.formats.records import Pair, pair_of
from leagues.contest.lots import shuffled


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
    dealt: list[list[str | None]] = []
    for turn, names in enumerate(turns(entrants, groups, step)):
        row: list[str | None] = [*names, *[None] * (groups - len(names))]
        # Whoever is dealt to some groups only goes to the same ones in each turn.
        lot = turn - turn % step if len(names) < groups else turn
        drawn = shuffled(key, f"{label}/turn/{lot}", map(str, range(groups)))
        dealt.append([row[int(each)] for each in drawn])

    def clashes(turn: int, group: int) -> int:
        """Return with how many of a group the entrant of a turn is to be kept apart."""
        name = dealt[turn][group]
        others = (row[group] for row in dealt)
        return sum(
            other is not None and name is not None and pair_of(name, other) in apart
            for other in others
            if other != name
        )

    better = bool(apart)
    while better:  # each exchange leaves fewer clashes
        better = False
        for turn, row in enumerate(dealt):
            for group in range(groups):
                if not clashes(turn, group):
                    continue
                for other in range(groups):
                    if step > 1 and row[other] is None:  # who moves alone changes the sizes
                        continue
                    before = clashes(turn, group) + clashes(turn, other)
                    row[group], row[other] = row[other], row[group]
                    if clashes(turn, group) + clashes(turn, other) < before:
                        better = True
                        break
                    row[group], row[other] = row[other], row[group]
    return [[name for row in dealt if (name := row[group]) is not None] for group in range(groups)]


def turns(entrants: Sequence[str], groups: int, step: int) -> Iterator[Sequence[str]]:
    """Yield who is dealt in each turn: one for each group, and in the last `step` turns fewer."""
    full = len(entrants) // (groups * step) * groups * step
    for start in range(0, full, groups):
        yield entrants[start : start + groups]
    if left := entrants[full:]:
        share = ceil(len(left) / step)
        for start in range(0, len(left), share):
            yield left[start : start + share]
