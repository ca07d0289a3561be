"""The plays a seat may make, one at a time: every sow, harvest and stockpile, in order."""

from collections.abc import Iterator

from illimat_core.actions import Harvest, Sow, Stockpile
from illimat_core.cards import FIELDS, FOOLS, Card, FieldId, Luminary, Season, Seat
from illimat_core.errors import RuleError
from illimat_core.hooks import Act, Table
from illimat_core.order import first_take
from illimat_core.payments import payments, single_cards, sizes, stockpile_values, values_of
from illimat_core.plays import allowed
from illimat_core.seasons import seasons_to_name, turning_cards
from illimat_core.takes import harvest_takes, stockpile_takes


def permits(table: Table, seat: Seat, act: Act, field: FieldId, by: Luminary | None = None) -> bool:
    """Whether seasons and luminaries let a seat act in a field."""
    try:
        allowed(table, seat, act, field, by)
    except RuleError:
        return False
    return True


def sows(
    table: Table, seat: Seat, fields: tuple[FieldId, ...] = FIELDS, by: Luminary | None = None
) -> Iterator[Sow]:
    """Every sow of a seat in some of the fields."""
    open_fields = [field for field in fields if permits(table, seat, "sow", field, by)]
    for card in single_cards(table, seat):
        for field in open_fields:
            for season in _seasons(table, field, card):
                yield Sow(card=card, field=field, season=season)


def harvests(
    table: Table, seat: Seat, fields: tuple[FieldId, ...] = FIELDS, by: Luminary | None = None
) -> Iterator[Harvest]:
    """Every harvest of a seat in some of the fields."""
    open_fields = [field for field in fields if permits(table, seat, "harvest", field, by)]
    for cards in payments(table, seat, open_fields):
        for field in open_fields:
            if len(cards) in sizes(table, seat, field):
                yield from _harvests_in(table, seat, field, cards)


def _harvests_in(
    table: Table, seat: Seat, field: FieldId, cards: tuple[Card, ...]
) -> Iterator[Harvest]:
    single, with_fool = len(cards) == 1, not FOOLS.isdisjoint(cards)
    setters = turning_cards(table, field, cards)
    for value in values_of(cards):
        first = first_take(table, Harvest, cards, field, value if with_fool else None)
        if first is None:
            continue
        for take in harvest_takes(table, seat, field, value, len(cards)).since(first):
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
    table: Table, seat: Seat, fields: tuple[FieldId, ...] = FIELDS, by: Luminary | None = None
) -> Iterator[Stockpile]:
    """Every stockpile of a seat in some of the fields."""
    open_fields = [field for field in fields if permits(table, seat, "stockpile", field, by)]
    for card in single_cards(table, seat):
        for field in open_fields:
            for value in stockpile_values(table, seat, card):
                first = first_take(table, Stockpile, card, field, value)
                if first is None:
                    continue
                for take in stockpile_takes(table, field, card, value).since(first):
                    for season in _seasons(table, field, card):
                        yield Stockpile(
                            card=card, field=field, value=value, take=take, season=season
                        )


def _seasons(table: Table, field: FieldId, card: Card) -> tuple[Season | None, ...]:
    """What ``season`` may be where a single card is played into a field."""
    setters = turning_cards(table, field, (card,))
    return seasons_to_name(table, setters[0] if setters else None)
