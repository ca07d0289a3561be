"""The Drought: nothing is harvested from the field in Summer (R-LUM-DROUGHT)."""

from illimat_core.cards import FieldId
from illimat_core.hooks import Act, Description, Rules, Table


def no_harvest_where_it_is_summer(table: Table, _: FieldId, act: Act, field: FieldId) -> bool:
    return act == "harvest" and field == table.state.summer


RULES = Rules(
    luminary="drought",
    description=Description(
        in_play="Nothing is harvested from the field in Summer.",
    ),
    forbids=no_harvest_where_it_is_summer,
)
