"""The Universe: a harvest into its field takes from the whole board (R-LUM-UNIVERSE)."""

from illimat_core.cards import FIELDS, FieldId
from illimat_core.messages import english
from illimat_core.rules.hooks import Rules, Tabletop

english(
    {
        "universe.name": "the Universe",
        "universe.short": "A harvest here may also take from other fields.",
        "universe.in_play": (
            "A harvest into its field may also take items of other fields, as if they lay in its "
            "own, if it takes at least one from there."
        ),
    }
)


def all_other_fields(_: Tabletop, at: FieldId) -> tuple[FieldId, ...]:
    return tuple(field for field in FIELDS if field != at)


RULES = Rules(
    luminary="universe",
    reaches=all_other_fields,
    mixes_fields=True,
)
