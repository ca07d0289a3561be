"""The Boat: a harvest into its field also takes groups of the field opposite (R-LUM-BOAT).

The season over there does not restrict it; the Drought does, and no group mixes the fields.
"""

from illimat_core.cards import FieldId, opposite
from illimat_core.messages import english
from illimat_core.rules.hooks import Rules, Tabletop

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


RULES = Rules(
    luminary="boat",
    reaches=the_field_opposite,
)
