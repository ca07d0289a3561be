"""Into tables of which sizes a number of entrants is split."""

from typing import Final

import msgspec

from leagues.contest.errors import LeagueError

OTHER: Final = {2: 2, 3: 4, 4: 3}
"""The size that tables also may have if the entrants cannot be split into equal ones."""


class Split(msgspec.Struct, frozen=True):
    """The sizes of all tables, those of the usual size first, and how many entrants have a bye."""

    tables: tuple[int, ...]
    byes: int


def split(entrants: int, at_table: int) -> Split:
    """Split entrants into tables of `at_table`, with as few byes as possible.

    Tables of three and four are mixed rather than give a bye: only five entrants need one, who are
    too few for two tables. At tables of two, an odd number needs one. Of the ways without more
    byes, the one with the fewest tables of another size is chosen.
    Raises LeagueError if there are too few entrants for a table.
    """
    if at_table not in OTHER:
        raise LeagueError("at_table", "Tables have two, three or four entrants.")
    other = OTHER[at_table]
    for byes in range(entrants):
        for others in range(at_table if other != at_table else 1):
            usual, left = divmod(entrants - byes - others * other, at_table)
            if left == 0 and usual >= 0 and usual + others:
                return Split((at_table,) * usual + (other,) * others, byes)
    raise LeagueError(
        "entrants",
        "A round needs at least {least} entrants.",
        least=min(at_table, other),
    )
