"""What a harvest must fulfil beyond where and when: number, sums, and the luminary's own terms."""

from collections.abc import Sequence

from illimat_core.actions import Harvest
from illimat_core.cards import Seat
from illimat_core.errors import RuleError
from illimat_core.hooks import Rules, Table
from illimat_core.payments import needs_single_item, sizes, values_of
from illimat_core.state import Item
from illimat_core.sums import Splitter, kind_of, one_sum

Items = Sequence[Item]


def check_harvest(table: Table, seat: Seat, play: Harvest, items: Items) -> int:
    """Return the value a harvest counts, or raise ``RuleError`` (section 15, step 5)."""
    _check_number(table, seat, play)
    value = _value(play)
    if not items:
        raise RuleError("R-HARV-1", "A harvest takes at least one group.")
    _check_sums(table, items, value)
    for item in items:
        if item.name in table.state.turn.fresh:
            raise RuleError("R-HARV-5", f"The stockpile of {item.name} was made this turn.")
    if table.state.options.harvest == "single_set" and not one_sum(items, value):
        raise RuleError("R-VAR-SINGLE-SET", "Only one group may be taken in a harvest.")
    own = [item for item in items if item in table.state.field(play.field).items]
    rules = table.rules_in(play.field)
    if rules and rules.reaches:
        _check_reaching(table, rules, play, own, items, value=value)
    if rules and needs_single_item(table, seat, play.field, len(play.played)):
        _check_single_item(table, rules, own, items, value=value)
    return value


def _check_number(table: Table, seat: Seat, play: Harvest) -> None:
    if len(play.played) in sizes(table, seat, play.field):
        return
    rules = table.rules_in(play.field)
    if rules and rules.joins:
        raise RuleError(rules.rule, f"At most {rules.joins.most} cards go as one.")
    raise RuleError("R-TURN-1", "Full Harvest plays all four cards, or one.")


def _value(play: Harvest) -> int:
    values = values_of(play.played)
    value = play.value if play.value is not None else values[0]
    if value not in values:
        raise RuleError("R-HARV-2", f"{' and '.join(play.played)} cannot count {value}.")
    return value


def _check_sums(table: Table, items: Items, value: int) -> None:
    for item in items:
        if item.multiple and item.value != value:
            raise RuleError("R-HARV-3", f"The stockpile of {item.name} is locked at {item.value}.")
    if not _splits(table, items, value):
        raise RuleError("R-HARV-1", f"These cannot be split into groups that sum to {value}.")


def _splits(table: Table, items: Items, value: int) -> bool:
    return Splitter(value, table.budget).splits(
        [kind_of(item) for item in items if not item.multiple]
    )


def _check_reaching(
    table: Table, rules: Rules, play: Harvest, own: Items, items: Items, *, value: int
) -> None:
    """At least one item of its own field; the Boat mixes no fields, the Universe goes anywhere."""
    others = [item for item in items if item not in own]
    if not own:
        raise RuleError(rules.rule, f"At least one item must be of {play.field}.")
    if not rules.mixes_fields and not (
        _splits(table, own, value) and _splits(table, others, value)
    ):
        raise RuleError(
            rules.rule, f"Each field's items must make groups of {value} by themselves."
        )
    reached = [f for f in table.state.fields if any(item in f.items for item in others)]
    if table.state.options.universe_reach == "one" and len(reached) > 1:
        raise RuleError(rules.rule, "Only one other field may be reached.")


def _check_single_item(table: Table, rules: Rules, own: Items, items: Items, *, value: int) -> None:
    """Several cards take a single item of their sum, as a group of its own (R-LUM-COLLECTIVE)."""
    for item in own:
        rest = [other for other in items if other is not item]
        if not item.multiple and one_sum([item], value) and _splits(table, rest, value):
            return
    raise RuleError(rules.rule, f"Several cards must take a single item of value {value}.")
