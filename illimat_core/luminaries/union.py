"""The Union: a harvest into its field may play two cards as one of their sum (R-LUM-UNION)."""

from illimat_core.messages import english
from illimat_core.rules.hooks import Joins, LuminaryRules

english(
    {
        "union.name": "the Union",
        "union.short": "Two hand cards may harvest here as one.",
        "union.in_play": (
            "A harvest into its field may play two hand cards as one card of their summed value."
        ),
    }
)

RULES = LuminaryRules(
    luminary="union",
    emblem=(
        "M-5 8a8 8 0 1 1 .01 0zM5 8a8 8 0 1 1 .01 0zM-5 12.6V8M5 12.6V8M-9-13-6.4-9.4M9-13 6.4-9.4"
    ),
    joins=Joins(most=2),
)
