"""The table of a division that is split into groups."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from leagues.standings.table import Row


def merged(tables: Sequence[Sequence[Row]]) -> tuple[Row, ...]:
    """Return the table of a division from those of its groups.

    All who have a place in their group stand before those who have the next place in theirs. Among
    themselves, points per game decide, then the tie-breaks that need no common games, then the lot.
    The places that are still possible follow from those in the groups, and no row has a reason.
    """
    if len(tables) == 1:
        return tuple(tables[0])
    final = all(row.best == row.worst for table in tables for row in table)
    rows = sorted((row for table in tables for row in table), key=_order)
    return tuple(
        msgspec.structs.replace(
            row,
            place=place,
            best=place if final else 1 + _within(tables, row.best - 1),
            worst=place if final else _within(tables, row.worst),
            reason=None,
        )
        for place, row in enumerate(rows, start=1)
    )


def _within(tables: Sequence[Sequence[Row]], place: int) -> int:
    """Return how many have this place in their group, or a better one."""
    return sum(min(len(table), place) for table in tables)


def _order(row: Row) -> tuple[Any, ...]:
    per_game = Fraction(row.points, row.games or 1)
    return row.place, -per_game, -row.share, -row.wins, -row.opposition, row.lot, row.entrant
