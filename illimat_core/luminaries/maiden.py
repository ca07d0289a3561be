"""The Maiden: while she is in play Winter restricts nothing, on the whole board (R-LUM-MAIDEN)."""

from illimat_core.cards import FieldId
from illimat_core.messages import english
from illimat_core.rules.hooks import Act, Rules, Tabletop

english(
    {
        "maiden.name": "the Maiden",
        "maiden.short": "Winter restricts no harvest.",
        "maiden.in_play": "Winter restricts no harvest, anywhere on the board.",
    }
)


def winter_restricts_nothing(_: Tabletop, __: FieldId, act: Act, ___: FieldId) -> bool:
    return act == "harvest"


RULES = Rules(
    luminary="maiden",
    lifts_season=winter_restricts_nothing,
)
