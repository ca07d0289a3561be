"""The standings of a division that is split into groups."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from leagues.contest.standings.presets import TIES, USUAL_TIES
from leagues.contest.standings.ranking import (
    Among,
    RankedRow,
    assign_places,
    per_game,
    settle_places,
)

PARTED_BY: Final = [each for each in TIES[USUAL_TIES] if each not in {"points", "between"}]
"""The tie-breaks that need no common games, in the usual order: only a Swiss, which has no groups,
can declare another."""


def merge_groups(groups: Sequence[Sequence[RankedRow]], *, drawn: bool) -> tuple[RankedRow, ...]:
    """Return the standings of a division from those of its groups.

    All who have a place in their group stand before those who have the next place in theirs. Among
    themselves, points per game decide, then the tie-breaks that need no common games, and once the
    lots are `drawn`, the lot; until then rows that nothing parts share a place. The places that are
    still possible follow from those in the groups, and no row has a reason.
    """
    if len(groups) == 1:
        return tuple(groups[0])
    everybody = _together(groups, lambda row: Among(row.place, row.best, row.worst), drawn=drawn)
    paired = _together(groups, lambda row: row.paired, drawn=drawn)
    rows = {row.entrant: row for group in groups for row in group}
    return tuple(
        msgspec.structs.replace(
            rows[name],
            place=among.place,
            best=among.best,
            worst=among.worst,
            paired=paired.get(name),
            reason=None,
        )
        for name, among in everybody.items()
    )


def _together(
    standings: Sequence[Sequence[RankedRow]],
    among: Callable[[RankedRow], Among | None],
    *,
    drawn: bool,
) -> dict[str, Among]:
    """Return the places in all groups together, in order, of those with places in their groups."""
    groups = [[(row, own) for row in rows if (own := among(row))] for rows in standings]
    sizes = [len(group) for group in groups]
    orders = {row.entrant: _order(row, own.place) for group in groups for row, own in group}
    lots = {row.entrant: row.lot or 0 for group in groups for row, _ in group}
    places = assign_places(orders, lots if drawn else None)
    # Places that are certain are not enough: points still decide between groups.
    if all(row.final and own.best == own.worst for group in groups for row, own in group):
        return settle_places(places)
    possible = {row.entrant: own for group in groups for row, own in group}
    together = {}
    for name, place in places.items():
        best = 1 + _within(sizes, possible[name].best - 1)
        worst = _within(sizes, possible[name].worst)
        # Not all of those who share a place in another group can end up ahead.
        together[name] = Among(min(place, worst), best, worst)
    return together


def _within(sizes: Sequence[int], place: int) -> int:
    """Return how many have this place in their group, or a better one."""
    return sum(min(size, place) for size in sizes)


def _order(row: RankedRow, place: int) -> tuple[Any, ...]:
    return place, -per_game(row), *(-getattr(row, name) for name in PARTED_BY)
