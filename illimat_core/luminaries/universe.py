"""The Universe: a harvest into its field takes from the whole board (R-LUM-UNIVERSE)."""

from illimat_core.cards import FIELDS, FieldId
from illimat_core.messages import english
from illimat_core.rules.hooks import LuminaryRules, Tabletop

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


RULES = LuminaryRules(
    luminary="universe",
    emblem=(
        "M0 7.4a7.4 7.4 0 1 1 .01 0"
        "M-6.6-2.6C-12 0-15 4-14 6-12.4 8.6-2 6 5.6 1S15.6-8.6 14-10.2C12.8-11.4 9-10 "
        "5.8-8.4M-10-10v4M-12-8h4M9 9v4M7 11h4"
    ),
    reaches=all_other_fields,
    mixes_fields=True,
)
