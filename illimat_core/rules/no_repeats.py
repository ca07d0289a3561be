"""The option No Repeats: the field where you harvested on your previous turn is closed."""

from illimat_core.cards import FIELDS, REPEATER, FieldId, Luminary, Seat
from illimat_core.rules.grouping import Grouping
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.payments import stockpile_values, sums_to_pay
from illimat_core.rules.seasons import is_open
from illimat_core.rules.takes import can_harvest, can_stockpile


def is_barred(table: Tabletop, seat: Seat, field: FieldId, by: Luminary | None) -> bool:
    """Return whether a field is barred now (R-VAR-NO-REPEATS).

    The option does not apply to a main play if no other is legal (R-TURN-5), nor to free actions.
    """
    barred = table.state.players[seat].harvested_in
    if not table.state.options.no_repeats or field not in barred or by not in {None, REPEATER}:
        return False
    return by == REPEATER or any(_playable(table, seat, f) for f in FIELDS if f not in barred)


def _playable(table: Tabletop, seat: Seat, field: FieldId) -> bool:
    return (
        is_open(table, "sow", field)
        or (is_open(table, "harvest", field) and _harvestable(table, seat, field))
        or (is_open(table, "stockpile", field) and _stockpilable(table, seat, field))
    )


def _harvestable(table: Tabletop, seat: Seat, field: FieldId) -> bool:
    groups = Grouping()
    return any(
        can_harvest(table, seat, field, value, count=count, groups=groups)
        for count, value in sums_to_pay(table, seat, field)
    )


def _stockpilable(table: Tabletop, seat: Seat, field: FieldId) -> bool:
    groups = Grouping()
    return any(
        can_stockpile(table, field, card, value, groups)
        for card in table.state.players[seat].hand
        for value in stockpile_values(table, seat, card)
    )
