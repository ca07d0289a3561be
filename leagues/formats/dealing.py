"""Dealing the entrants of a division to groups."""

from collections.abc import Sequence

from leagues.errors import LeagueError
from leagues.formats.records import Pair, pair_of
from leagues.lots import shuffled


def deal(
    entrants: Sequence[str],
    groups: int,
    apart: frozenset[Pair] = frozenset(),
    *,
    key: bytes,
    label: str = "",
) -> list[list[str]]:
    """Return groups of equal strength from entrants in the order of theirs, the strongest first.

    In each turn as many entrants are dealt as there are groups, one to each by lot, so sizes differ
    by at most one. Then entrants dealt in the same turn are exchanged as long as fewer who blocked
    each other share a group. Because of the lots, nobody can tell who was exchanged.
    Raises LeagueError for more groups than entrants.
    """
    if not 0 < groups <= len(entrants):
        raise LeagueError("groups", "There are one or more groups, and entrants for each.")
    dealt: list[list[str | None]] = []
    for turn, start in enumerate(range(0, len(entrants), groups)):
        row: list[str | None] = [*entrants[start : start + groups]]
        row += [None] * (groups - len(row))
        drawn = shuffled(key, f"{label}/turn/{turn}", map(str, range(groups)))
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
                    before = clashes(turn, group) + clashes(turn, other)
                    row[group], row[other] = row[other], row[group]
                    if clashes(turn, group) + clashes(turn, other) < before:
                        better = True
                        break
                    row[group], row[other] = row[other], row[group]
    return [[name for row in dealt if (name := row[group]) is not None] for group in range(groups)]
