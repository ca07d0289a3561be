"""The Collective: a harvest into its field may play any number of cards as one (R-LUM-COLLECTIVE).

Their sum must be the value of a single item there, which the harvest takes as a group of its own.
"""

from illimat_core.messages import english
from illimat_core.rules.hooks import Joins, LuminaryRules

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

RULES = LuminaryRules(
    luminary="collective",
    emblem=(
        "M-6-9Q0-14 6-9M-9-4H9M-11 1H11M-11 6H11M-6-9C-14-2-12 8-10 11H10C12 8 14-2 6-9z"
        "M-2.4 11V8.4A2.4 2.4 0 0 1 2.4 8.4V11M12-12l1.6-1.6M-13-11.4-14.6-13"
    ),
    joins=Joins(most=65, single_item=True),
)
