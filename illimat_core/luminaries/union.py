"""The Union: a harvest into its field may play two cards as one of their sum (R-LUM-UNION)."""

from illimat_core.messages import english
from illimat_core.rules.hooks import Joins, Rules

english(
    {
        "union.name": "the Union",
        "union.short": "Two hand cards may harvest here as one.",
        "union.in_play": (
            "A harvest into its field may play two hand cards as one card of their summed value."
        ),
    }
)

RULES = Rules(
    luminary="union",
    joins=Joins(most=2),
)
