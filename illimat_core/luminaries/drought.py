"""The Drought: nothing is harvested from the field in Summer (R-LUM-DROUGHT)."""

from illimat_core.cards import FieldId
from illimat_core.hooks import Act, Description, Rules, Table


def no_harvest_where_it_is_summer(table: Table, _: FieldId, act: Act, field: FieldId) -> str | None:
    if act == "harvest" and field == table.state.summer:
        return f"{field} is in drought: nothing can be harvested."
    return None


RULES = Rules(
    luminary="drought",
    description=Description(
        in_play="Nothing is harvested from the field in Summer.",
    ),
    forbids=no_harvest_where_it_is_summer,
)
