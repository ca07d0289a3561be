"""The Drought: nothing is harvested from the field in Summer (R-LUM-DROUGHT)."""

from illimat_core.cards import FieldId
from illimat_core.messages import Message, english
from illimat_core.rules.hooks import Act, LuminaryRules, Tabletop

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


RULES = LuminaryRules(
    luminary="drought",
    emblem=(
        "M0-4a4.6 4.6 0 1 1 .01 0zM0-15V-12.6M-8-11.6-6.2-10M8-11.6 6.2-10M-13 1H13"
        "M-7 1-9 6-4 8-6 14M4 1 2 5 7 8.4 5 14M-13 8-9 6M13 6.4 7 8.4"
    ),
    forbids=no_harvest_where_it_is_summer,
)
