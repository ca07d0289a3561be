"""The Boat: a harvest into its field also takes groups of the field opposite (R-LUM-BOAT).

The season over there does not restrict it; the Drought does, and no group mixes the fields.
"""

from illimat_core.cards import FieldId, opposite
from illimat_core.messages import english
from illimat_core.rules.hooks import LuminaryRules, Tabletop

english(
    {
        "boat.name": "the Boat",
        "boat.short": "A harvest here may reach the field opposite.",
        "boat.in_play": (
            "A harvest into its field may also take groups of the same value from the opposite "
            "field, whatever the season there."
        ),
    }
)


def the_field_opposite(_: Tabletop, at: FieldId) -> tuple[FieldId, ...]:
    return (opposite(at),)


RULES = LuminaryRules(
    luminary="boat",
    emblem=(
        "M-12 5H13L9 11.6H-8zM0 5V-13M0-13C7-9 9-3 8.6 2H0M-2-9C-7-5-9-1-9.4 2H-2"
        "M-15 14C-12 12-10 12-7 14S-2 16 1 14 6 12 9 14 13 15.6 15 14"
    ),
    reaches=the_field_opposite,
)
