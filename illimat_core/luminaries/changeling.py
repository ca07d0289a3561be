"""The Changeling: exchange a hand card with a loose card (R-LUM-CHANGELING).

In play, once a turn, with a loose card of its field; on its claim up to twice, with loose cards
anywhere on the board. Nothing is sown and nothing triggered by it.
"""

from collections.abc import Iterable, Iterator
from itertools import product

from illimat_core.actions import Exchange
from illimat_core.cards import FIELDS, Card, FieldId, Seat, in_deck_order
from illimat_core.decisions import Pending
from illimat_core.errors import RuleError
from illimat_core.events import CardsExchanged
from illimat_core.menu_entries import ExchangeTemplate
from illimat_core.messages import english
from illimat_core.rules.hooks import (
    DecisionRules,
    Draft,
    FreeAction,
    LuminaryRules,
    MenuOffers,
    Outcome,
    Tabletop,
)
from illimat_core.rules.plays import check_in_hand
from illimat_core.state import find_item

english(
    {
        "changeling.name": "the Changeling",
        "changeling.short": "Once a turn, swap a hand card with a loose card here.",
        "changeling.in_play": (
            "Once a turn you may exchange a hand card with a loose card of its field."
        ),
        "changeling.on_claim": (
            "You may exchange up to two hand cards with loose cards anywhere on the board."
        ),
        "changeling.claim_prompt": (
            "The Changeling is yours: exchange a hand card with a loose card, up to twice, or pass."
        ),
        "changeling.not_loose": "{card:card} is not a loose card in {field}.",
        "changeling.in_stockpile": "{card:card} is part of a stockpile.",
        "changeling.exchanged": "{card:card} was exchanged already.",
    }
)


def loose_cards(table: Tabletop, fields: Iterable[FieldId]) -> list[Card]:
    """Return the loose cards of fields, in deck order."""
    items = (item for at in fields for item in table.state.field(at).items)
    return list(in_deck_order(item.name for item in items if item.loose))


def a_hand_card_and_a_loose_card(table: Tabletop, at: FieldId, seat: Seat) -> bool:
    return bool(table.state.players[seat].hand and loose_cards(table, [at]))


def exchange_in_its_field(table: Tabletop, at: FieldId, seat: Seat, action: Exchange) -> Outcome:
    give, take = action.give, action.take
    if take not in loose_cards(table, [at]):
        raise RuleError("R-LUM-CHANGELING", "changeling.not_loose", card=take, field=at)
    exchanged = CardsExchanged(seat=seat, give=give, take=take, field=at, free=True)
    return lambda draft: draft.emit(exchanged)


def exchanges(table: Tabletop, at: FieldId, seat: Seat) -> Iterator[Exchange]:
    for give in in_deck_order(table.state.players[seat].hand):
        for take in loose_cards(table, [at]):
            yield Exchange(give=give, take=take)


def exchanges_in_a_menu(offers: MenuOffers, at: FieldId) -> Iterator[ExchangeTemplate]:
    hand = in_deck_order(offers.table.state.players[offers.seat].hand)
    yield ExchangeTemplate(at=at, give=list(hand), take=loose_cards(offers.table, [at]))


def you_may_exchange_two_cards_with_the_board(draft: Draft, _: FieldId) -> None:
    _ask(draft, ())


def _ask(draft: Draft, exchanged: tuple[Card, ...]) -> None:
    """Ask while there are a hand card and a loose card not exchanged yet (R-TURN-6)."""
    seat = draft.state.turn.seat
    hand = [card for card in draft.state.players[seat].hand if card not in exchanged]
    loose = [card for card in loose_cards(draft, FIELDS) if card not in exchanged]
    if hand and loose:
        draft.ask("changeling_claim", seat, optional=True, cards=exchanged)


def claim_exchanges(table: Tabletop, pending: Pending, seat: Seat) -> Iterator[Exchange]:
    for give, take in product(*_exchangeable(table, pending, seat)):
        yield Exchange(give=give, take=take)


def claim_exchanges_in_a_menu(table: Tabletop, pending: Pending, seat: Seat) -> ExchangeTemplate:
    give, take = _exchangeable(table, pending, seat)
    return ExchangeTemplate(give=give, take=take)


def _exchangeable(table: Tabletop, pending: Pending, seat: Seat) -> tuple[list[Card], list[Card]]:
    hand = in_deck_order(table.state.players[seat].hand)
    give = [card for card in hand if card not in pending.cards]
    return give, [card for card in loose_cards(table, FIELDS) if card not in pending.cards]


def exchange_anywhere(table: Tabletop, pending: Pending, seat: Seat, action: Exchange) -> Outcome:
    check_in_hand(table, seat, [action.give])
    at = _field_of(table, action.take)
    if action.take not in loose_cards(table, FIELDS):
        raise RuleError("R-LUM-CHANGELING", "changeling.in_stockpile", card=action.take)
    for card in (action.give, action.take):
        if card in pending.cards:
            raise RuleError("R-LUM-CHANGELING", "changeling.exchanged", card=card)

    def exchange(draft: Draft) -> None:
        draft.emit(CardsExchanged(seat=seat, give=action.give, take=action.take, field=at))
        if not pending.cards:
            _ask(draft, (action.give, action.take))

    return exchange


def _field_of(table: Tabletop, card: Card) -> FieldId:
    for at in FIELDS:
        if find_item(table.state.field(at), card):
            return at
    raise RuleError("R-CARD-4", "card.not_on_board", card=card)


RULES = LuminaryRules(
    luminary="changeling",
    emblem=(
        "M-10-9Q0-14 10-9 11 6 0 13-11 6-10-9zM0-11.4V13M-6.6-3.4Q-4.4-5.6-2.4-3.4"
        "M2.4-3.6 6.6-3.6M4.5-5.6V-1.6M-5 5.4Q-2.6 7.6 0 6.2M0 6.2Q2.6 4 5 5"
    ),
    free=FreeAction(
        action=Exchange,
        card=lambda action: action.give,
        take=lambda action: (action.take,),
        plays=False,
        open=a_hand_card_and_a_loose_card,
        check=exchange_in_its_field,
        options=exchanges,
        entries=exchanges_in_a_menu,
    ),
    on_claim=you_may_exchange_two_cards_with_the_board,
)
CLAIM = DecisionRules(
    prompt="changeling.claim_prompt",
    accepts=("exchange",),
    check=exchange_anywhere,
    options=claim_exchanges,
    template=claim_exchanges_in_a_menu,
)
