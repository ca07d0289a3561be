"""The Maiden: while she is in play Winter restricts nothing, on the whole board (R-LUM-MAIDEN)."""

from illimat_core.cards import FieldId
from illimat_core.messages import english
from illimat_core.rules.hooks import Act, LuminaryRules, Tabletop

english(
    {
        "maiden.name": "the Maiden",
        "maiden.short": "Winter restricts no harvest.",
        "maiden.in_play": "Winter restricts no harvest, anywhere on the board.",
    }
)


def winter_restricts_nothing(_: Tabletop, __: FieldId, act: Act, ___: FieldId) -> bool:
    return act == "harvest"


RULES = LuminaryRules(
    luminary="maiden",
    emblem=(
        "M-7-4 0-12 7-4M-7-4H7V11H-7zM0-4V-7M-10 13H10"
        "M0 7.5C-3.4 5.4-1.6 2.6 0-.6 1.6 2.6 3.4 5.4 0 7.5zM-12-9v3M-13.5-7.5h3M12-9v3"
        "M10.5-7.5h3"
    ),
    lifts_season=winter_restricts_nothing,
)
