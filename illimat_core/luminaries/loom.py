"""The Loom: once a turn a stockpile in its field, whatever the season (R-LUM-LOOM)."""

from collections.abc import Iterator

from msgspec.structs import replace

from illimat_core.actions import LoomStockpile, Stockpile
from illimat_core.cards import HAND, FieldId, Seat
from illimat_core.events import HandDiscarded
from illimat_core.menu_entries import LoomStockpileTemplate
from illimat_core.messages import english
from illimat_core.rules.hooks import Draft, FreeAction, LuminaryRules, MenuOffers, Outcome, Tabletop
from illimat_core.rules.order import first_take
from illimat_core.rules.payments import single_cards, stockpile_values
from illimat_core.rules.plays import (
    PlayOutcome,
    check_stockpile,
    find_items,
    perform,
    summer_after,
)
from illimat_core.rules.seasons import seasons_to_name, turning_cards
from illimat_core.rules.takes import stockpile_takes
from illimat_core.rules.turn import draw_to

english(
    {
        "loom.name": "the Loom",
        "loom.short": "Once a turn you may also make a stockpile here.",
        "loom.in_play": (
            "Once a turn you may also make a stockpile in its field, whatever the season."
        ),
        "loom.on_claim": "Your hand goes out of play, and you draw up to four cards.",
    }
)


def two_hand_cards_and_an_item(table: Tabletop, at: FieldId, seat: Seat) -> bool:
    return len(table.state.players[seat].hand) > 1 and bool(table.state.field(at).items)


def stockpile_in_its_field(
    table: Tabletop, at: FieldId, seat: Seat, action: LoomStockpile
) -> Outcome:
    stockpile = as_stockpile(at, action)
    summer = summer_after(table, stockpile)
    items = find_items(table, action.take, [at])
    check_stockpile(table, seat, action.card, action.value, items)
    plan = PlayOutcome(items, action.value, summer)
    return lambda draft: perform(draft, seat, stockpile, plan, "loom")


def as_stockpile(at: FieldId, action: LoomStockpile) -> Stockpile:
    return Stockpile(
        card=action.card, field=at, value=action.value, take=action.take, season=action.season
    )


def stockpiles_in_its_field(table: Tabletop, at: FieldId, seat: Seat) -> Iterator[LoomStockpile]:
    for card in single_cards(table, seat):
        setters = turning_cards(table, at, (card,))
        for value in stockpile_values(table, seat, card):
            first = first_take(table, LoomStockpile, card, value)
            if first is None:
                continue
            for take in stockpile_takes(table, at, card, value).since(first):
                for season in seasons_to_name(table, setters[0] if setters else None):
                    yield LoomStockpile(card=card, value=value, take=take, season=season)


def stockpiles_in_a_menu(offers: MenuOffers, at: FieldId) -> Iterator[LoomStockpileTemplate]:
    for card in single_cards(offers.table, offers.seat):
        season = offers.season_of_one(at, card)
        stockpiles = list(offers.stockpiles(at, card))
        bare = LoomStockpileTemplate(at=at, card=card, season=season, stockpile=[])
        if stockpiles and offers.reserve(bare):
            yield replace(bare, stockpile=stockpiles)


def discard_your_hand_and_draw_up(draft: Draft, _: FieldId) -> None:
    seat = draft.state.turn.seat
    hand = draft.state.players[seat].hand
    if hand:
        draft.emit(HandDiscarded(seat=seat, count=len(hand), cards=hand))
    draw_to(draft, seat, HAND)


RULES = LuminaryRules(
    luminary="loom",
    emblem=(
        "M-12-12H12M-12 12H12M-8-12V12M-3-12V12M2-12V12M7-12V12M-12-5H-8M-3-5H2M7-5H12"
        "M-8-1H-3M2-1H7M-12 3H-8M-3 3H2M7 3H12"
    ),
    free=FreeAction(
        action=LoomStockpile,
        card=lambda action: action.card,
        take=lambda action: action.take,
        open=two_hand_cards_and_an_item,
        check=stockpile_in_its_field,
        options=stockpiles_in_its_field,
        entries=stockpiles_in_a_menu,
    ),
    on_claim=discard_your_hand_and_draw_up,
)
