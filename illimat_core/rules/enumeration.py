"""Lazy lists of the plays a seat may make: every sow, harvest and stockpile, in order."""

from collections.abc import Iterator

from illimat_core.actions import Harvest, Sow, Stockpile
from illimat_core.cards import FIELDS, FOOLS, Card, FieldId, Luminary, Season, Seat
from illimat_core.errors import RuleError
from illimat_core.rules.hooks import Act, Tabletop
from illimat_core.rules.order import first_take
from illimat_core.rules.payments import (
    payable_counts,
    payments,
    single_cards,
    stockpile_values,
    values_of,
)
from illimat_core.rules.plays import check_allowed
from illimat_core.rules.seasons import seasons_to_name, turning_cards
from illimat_core.rules.takes import (
    Pool,
    Takes,
    harvest_pool,
    harvest_takes,
    stockpile_pool,
    stockpile_takes,
)


def permits(
    table: Tabletop, seat: Seat, act: Act, field: FieldId, by: Luminary | None = None
) -> bool:
    """Return whether luminaries, the season and No Repeats let a seat act in a field."""
    try:
        check_allowed(table, seat, act, field, by)
    except RuleError:
        return False
    return True


def sows(
    table: Tabletop, seat: Seat, fields: tuple[FieldId, ...] = FIELDS, by: Luminary | None = None
) -> Iterator[Sow]:
    open_fields = [field for field in fields if permits(table, seat, "sow", field, by)]
    for card in single_cards(table, seat):
        for field in open_fields:
            for season in _seasons(table, field, card):
                yield Sow(card=card, field=field, season=season)


def harvests(
    table: Tabletop, seat: Seat, fields: tuple[FieldId, ...] = FIELDS, by: Luminary | None = None
) -> Iterator[Harvest]:
    open_fields = [field for field in fields if permits(table, seat, "harvest", field, by)]
    pools = {f: Pool(items) for f in open_fields if (items := harvest_pool(table, f))}
    for cards in payments(table, seat, pools):
        values = values_of(cards)
        for field, pool in pools.items():
            able = [value for value in values if pool.may_sum_to(value)]
            if able and len(cards) in payable_counts(table, seat, field):
                for value in able:
                    takes = harvest_takes(table, seat, field, value, len(cards), pool=pool)
                    yield from _harvests_of(table, field, cards, value, takes)


def _harvests_of(
    table: Tabletop, field: FieldId, cards: tuple[Card, ...], value: int, takes: Takes
) -> Iterator[Harvest]:
    single, with_fool = len(cards) == 1, not FOOLS.isdisjoint(cards)
    first = first_take(table, Harvest, cards, field, value if with_fool else None)
    if first is None:
        return
    setters = turning_cards(table, field, cards)
    for take in takes.since(first):
        for setter in setters or (None,):
            for season in seasons_to_name(table, setter):
                yield Harvest(
                    card=cards[0] if single else None,
                    cards=None if single else cards,
                    field=field,
                    take=take,
                    value=value if with_fool else None,
                    season_card=setter if len(setters) > 1 else None,
                    season=season,
                )


def stockpiles(
    table: Tabletop, seat: Seat, fields: tuple[FieldId, ...] = FIELDS, by: Luminary | None = None
) -> Iterator[Stockpile]:
    open_fields = [field for field in fields if permits(table, seat, "stockpile", field, by)]
    pools = {f: pool for f in open_fields if (pool := stockpile_pool(table, f)).items}
    for card in single_cards(table, seat):
        values = stockpile_values(table, seat, card)
        for field, pool in pools.items():
            for value in values:
                if not pool.may_complete(card, value):
                    continue
                first = first_take(table, Stockpile, card, field, value)
                if first is None:
                    continue
                takes = stockpile_takes(table, field, card, value, pool=pool)
                for take in takes.since(first):
                    for season in _seasons(table, field, card):
                        yield Stockpile(
                            card=card, field=field, value=value, take=take, season=season
                        )


def _seasons(table: Tabletop, field: FieldId, card: Card) -> tuple[Season | None, ...]:
    setters = turning_cards(table, field, (card,))
    return seasons_to_name(table, setters[0] if setters else None)
