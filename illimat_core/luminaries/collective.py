"""The Collective: a harvest into its field may play any number of cards as one (R-LUM-COLLECTIVE).

Their sum must be the value of a single item there, which the harvest takes as a group of its own.
"""

from illimat_core.messages import english
from illimat_core.rules.hooks import Joins, Rules

english(
    {
        "collective.name": "the Collective",
        "collective.short": "Any number of hand cards may harvest here as one.",
        "collective.in_play": (
            "A harvest into its field may play any number of hand cards as one card of their "
            "summed value, if a loose card or single stockpile of that value is taken there."
        ),
    }
)

RULES = Rules(
    luminary="collective",
    joins=Joins(most=65, single_item=True),
)
