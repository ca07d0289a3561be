"""Formats: who plays whom, at which table and in which seat."""

from typing import Final

from leagues.formats import groups, round_robin, swiss
from leagues.formats.designs import SIZES
from leagues.formats.records import Format

MOST_IN_SWISS: Final = 1000
ANY: Final = frozenset({2, 3, 4})
TWO: Final = frozenset({2})

FORMATS: Final = {
    one.name: one
    for one in (
        Format("groups", ANY, SIZES[-1], by_round=False, pair=groups.pair),
        Format("round_robin", TWO, round_robin.MOST, by_round=False, pair=round_robin.pair, meet=1),
        Format(
            "double_round_robin",
            TWO,
            round_robin.MOST,
            by_round=False,
            pair=round_robin.pair_twice,
            meet=2,
        ),
        Format("swiss", ANY, MOST_IN_SWISS, by_round=True, pair=swiss.pair),
        Format("single_tables", ANY, MOST_IN_SWISS, by_round=False, pair=swiss.pair),
    )
}
"""All formats by name. Single tables are a Swiss of one round."""
