"""The Maiden: while she is in play Winter restricts nothing, on the whole board (R-LUM-MAIDEN)."""

from illimat_core.cards import FieldId
from illimat_core.hooks import Act, Description, Rules, Table


def winter_restricts_nothing(_: Table, __: FieldId, act: Act, ___: FieldId) -> bool:
    return act == "harvest"


RULES = Rules(
    luminary="maiden",
    description=Description(
        in_play="Winter restricts no harvest, anywhere on the board.",
    ),
    lifts_season=winter_restricts_nothing,
)
