"""Checks of a harvest's cards and items: their number, their sums, and conditions of luminaries."""

from collections.abc import Sequence

from illimat_core.actions import Harvest
from illimat_core.cards import Seat
from illimat_core.errors import RuleError
from illimat_core.rules.hooks import LuminaryRules, Tabletop
from illimat_core.rules.payments import needs_single_item, payable_counts, values_of
from illimat_core.rules.sums import Splitter, kind_of, one_sum
from illimat_core.state import Item

Items = Sequence[Item]


def check_harvest(table: Tabletop, seat: Seat, play: Harvest, items: Items) -> None:
    """Refuse a harvest of more cards or of other items than allowed (section 15, step 5)."""
    _check_number(table, seat, play)
    value = _value(play)
    if not items:
        raise RuleError("R-HARV-1", "harvest.nothing")
    _check_sums(table, items, value)
    for item in items:
        if item.name in table.state.turn.fresh:
            raise RuleError("R-HARV-5", "harvest.fresh", card=item.name)
    if table.state.options.harvest == "single_set" and not one_sum(items, value):
        raise RuleError("R-VAR-SINGLE-SET", "harvest.one_group")
    own = [item for item in items if item in table.state.field(play.field).items]
    rules = table.rules_in(play.field)
    if rules and rules.reaches:
        _check_reaching(table, rules, play, own, items, value=value)
    if rules and needs_single_item(table, seat, play.field, len(play.played)):
        _check_single_item(table, rules, own, items, value=value)


def _check_number(table: Tabletop, seat: Seat, play: Harvest) -> None:
    if len(play.played) in payable_counts(table, seat, play.field):
        return
    rules = table.rules_in(play.field)
    if rules and rules.joins:
        raise RuleError(rules.rule, "harvest.too_many", most=rules.joins.most)
    raise RuleError("R-TURN-1", "harvest.one_or_all")


def _value(play: Harvest) -> int:
    values = values_of(play.played)
    value = play.value if play.value is not None else values[0]
    if value not in values:
        raise RuleError("R-HARV-2", "harvest.value", cards=play.played, value=value)
    return value


def _check_sums(table: Tabletop, items: Items, value: int) -> None:
    for item in items:
        if item.multiple and item.value != value:
            raise RuleError("R-HARV-3", "stockpile.locked", card=item.name, value=item.value)
    if not _splits(table, items, value):
        raise RuleError("R-HARV-1", "sum.no_groups", value=value)


def _splits(table: Tabletop, items: Items, value: int) -> bool:
    return Splitter(value, table.budget).splits(
        [kind_of(item) for item in items if not item.multiple]
    )


def _check_reaching(
    table: Tabletop, rules: LuminaryRules, play: Harvest, own: Items, items: Items, *, value: int
) -> None:
    """Require an item of the luminary's own field (R-LUM-BOAT, R-LUM-UNIVERSE).

    The Boat's groups do not mix the fields, the Universe's may.
    """
    others = [item for item in items if item not in own]
    if not own:
        raise RuleError(rules.rule, "harvest.own_field", field=play.field)
    if not rules.mixes_fields and not (
        _splits(table, own, value) and _splits(table, others, value)
    ):
        raise RuleError(rules.rule, "harvest.fields_apart", value=value)
    reached = [f for f in table.state.fields if any(item in f.items for item in others)]
    if table.state.options.universe_reach == "one" and len(reached) > 1:
        raise RuleError(rules.rule, "harvest.one_other_field")


def _check_single_item(
    table: Tabletop, rules: LuminaryRules, own: Items, items: Items, *, value: int
) -> None:
    """Require of several cards a single item of their sum as a group (R-LUM-COLLECTIVE)."""
    for item in own:
        rest = [other for other in items if other is not item]
        if not item.multiple and one_sum([item], value) and _splits(table, rest, value):
            return
    raise RuleError(rules.rule, "harvest.single_item", value=value)
