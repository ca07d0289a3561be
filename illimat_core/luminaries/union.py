"""The Union: a harvest into its field may play two cards as one of their sum (R-LUM-UNION)."""

from illimat_core.hooks import Description, Joins, Rules

RULES = Rules(
    luminary="union",
    description=Description(
        in_play=(
            "A harvest into its field may play two hand cards as one card of their summed value."
        ),
    ),
    joins=Joins(most=2),
)
