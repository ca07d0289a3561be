"""The Drought: nothing is harvested from the field in Summer (R-LUM-DROUGHT)."""

from illimat_core.cards import FieldId
from illimat_core.messages import Message, english
from illimat_core.rules.hooks import Act, Rules, Tabletop

english(
    {
        "drought.name": "the Drought",
        "drought.short": "No harvest where it is Summer.",
        "drought.in_play": "Nothing is harvested from the field in Summer.",
        "drought.no_harvest": "{field} is in drought: nothing can be harvested there.",
    }
)


def no_harvest_where_it_is_summer(
    table: Tabletop, _: FieldId, act: Act, field: FieldId
) -> Message | None:
    if act == "harvest" and field == table.state.summer:
        return Message("drought.no_harvest", {"field": field})
    return None


RULES = Rules(
    luminary="drought",
    forbids=no_harvest_where_it_is_summer,
)
