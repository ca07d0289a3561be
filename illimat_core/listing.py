"""The whole list of a seat's legal actions: exact, lazy, in canonical order (ACTIONS.md 2)."""

from collections.abc import Iterator

from illimat_core.actions import Action, EndTurn, Harvest, Sow, Stockpile
from illimat_core.cards import FIELDS, FOOLS, Card, FieldId, Luminary, Season, Seat, in_deck_order
from illimat_core.editions import edition_of
from illimat_core.errors import RuleError
from illimat_core.hooks import Act, Table
from illimat_core.payments import payments, sizes, stockpile_values, values_of
from illimat_core.plays import allowed
from illimat_core.seasons import seasons_to_name, turning_cards
from illimat_core.state import State
from illimat_core.takes import harvest_takes, stockpile_takes
from illimat_core.turn import free_actions, open_after_play


def legal_actions(state: State, seat: Seat | None) -> Iterator[Action]:
    """Each action a seat may take now, once. ``forfeit`` and ``ask_passive`` are never listed."""
    if state.over or seat not in state.awaited:
        return
    table, pending = Table(state, edition_of(state)), state.pending
    if pending:
        yield from table.edition.decisions[pending.kind].options(table, pending, seat)  # type: ignore[arg-type]
        return
    assert seat is not None
    if not state.turn.played:
        yield from sows(table, seat)
        yield from harvests(table, seat)
        yield from stockpiles(table, seat)
    yield from _free(table, seat)


def _free(table: Table, seat: Seat) -> Iterator[Action]:
    found = free_actions(table)
    for kind in ("exchange", "rake_sow", "loom_stockpile"):
        for at, free in found:
            if free.type == kind:
                yield from free.options(table, at, seat)
    if table.state.turn.played and not any(free.owed for _, free in open_after_play(table)):
        yield EndTurn()


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
    for card in in_deck_order(table.state.players[seat].hand):
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
                yield from _harvests_in(table, field, cards)


def _harvests_in(table: Table, field: FieldId, cards: tuple[Card, ...]) -> Iterator[Harvest]:
    single, with_fool = len(cards) == 1, not FOOLS.isdisjoint(cards)
    setters = turning_cards(table, field, cards)
    for value in values_of(cards):
        for take in harvest_takes(table, field, value, len(cards)):
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
    for card in in_deck_order(table.state.players[seat].hand):
        for field in open_fields:
            for value in stockpile_values(table, seat, card):
                for take in stockpile_takes(table, field, card, value):
                    for season in _seasons(table, field, card):
                        yield Stockpile(
                            card=card, field=field, value=value, take=take, season=season
                        )


def _seasons(table: Table, field: FieldId, card: Card) -> tuple[Season | None, ...]:
    """What ``season`` may be where a single card is played into a field."""
    setters = turning_cards(table, field, (card,))
    return seasons_to_name(table, setters[0] if setters else None)
