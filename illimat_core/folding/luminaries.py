"""Folds of the events that luminaries cause."""

from typing import Any, Final

from msgspec.structs import replace

from illimat_core import events as e
from illimat_core.cards import COVER, ORDER, Card, Seat
from illimat_core.folding.changes import Folds, change_field, change_player, remove_cards
from illimat_core.state import Player, SeenCard, State, item_of

_BARE: Final[dict[str, Any]] = {"luminary": None, "face_up": False, "acts_as": None}


def _harvest_unseen(
    state: State, seat: Seat, cards: tuple[Card, ...], by: tuple[Seat, ...]
) -> tuple[Player, ...]:
    player = state.players[seat]
    seats = tuple(sorted(by))
    seen = (*player.private, *(SeenCard(card, seats) for card in cards))
    private = tuple(sorted(seen, key=lambda each: ORDER[each.card]))
    return change_player(state.players, seat, harvested=player.harvested + cards, private=private)


def _luminary_discarded(state: State, event: e.LuminaryDiscarded) -> State:
    fields = change_field(state.fields, event.field, **_BARE)
    return replace(
        state,
        fields=fields,
        beneath=state.beneath if any(field.shows(COVER) for field in fields) else (),
        unwinnable=state.unwinnable or event.unwinnable,
        version=state.version + 1,
    )


def _luminary_revealed(state: State, event: e.LuminaryRevealed) -> State:
    return replace(
        state,
        fields=change_field(state.fields, event.field, luminary=event.luminary, face_up=True),
        reserve=state.reserve[1:] if event.from_reserve else state.reserve,
        version=state.version + 1,
    )


def _luminary_claimed(state: State, event: e.LuminaryClaimed) -> State:
    claimed = (*state.players[event.seat].claimed, event.luminary)
    acted = state.field(event.field).acts_as
    return replace(
        state,
        players=change_player(state.players, event.seat, claimed=claimed),
        fields=change_field(state.fields, event.field, **_BARE),
        was_audience=acted or state.was_audience,
        version=state.version + 1,
    )


def _luminary_named(state: State, event: e.LuminaryNamed) -> State:
    fields = change_field(state.fields, event.field, acts_as=event.luminary)
    return replace(state, fields=fields, version=state.version + 1)


def _cards_exchanged(state: State, event: e.CardsExchanged) -> State:
    hand = tuple(
        event.take if card == event.give else card for card in state.players[event.seat].hand
    )
    items = tuple(
        replace(item, groups=((event.give,),)) if item.name == event.take else item
        for item in state.field(event.field).items
    )
    used = (*state.turn.used, event.field) if event.free else state.turn.used
    return replace(
        state,
        players=change_player(state.players, event.seat, hand=hand),
        fields=change_field(state.fields, event.field, items=items),
        turn=replace(state.turn, used=used),
        version=state.version + 1,
    )


def _cards_tucked(state: State, event: e.CardsTucked) -> State:
    return replace(
        state,
        beneath=state.beneath + event.cards,
        deck=state.deck[event.count :],
        version=state.version + 1,
    )


def _tucked_cards_taken(state: State, event: e.TuckedCardsTaken) -> State:
    return replace(
        state,
        players=_harvest_unseen(state, event.seat, event.cards, (event.seat,)),
        beneath=(),
        version=state.version + 1,
    )


def _cards_hidden(state: State, event: e.CardsHidden) -> State:
    items = list(state.field(event.field).items)
    for name, card in zip(event.beneath, event.cards, strict=True):
        place = next(i for i, item in enumerate(items) if item.name == name)
        items[place] = replace(items[place], hidden=(*items[place].hidden, card))
    return replace(
        state,
        fields=change_field(state.fields, event.field, items=tuple(items)),
        deck=state.deck[event.count :],
        version=state.version + 1,
    )


def _card_given(state: State, event: e.CardGiven) -> State:
    if event.card is None:
        return replace(state, version=state.version + 1)
    giver, taker = state.players[event.seat], state.players[event.to]
    left = remove_cards(giver.harvested, (event.card,))
    private = tuple(seen for seen in giver.private if seen.card != event.card)
    players = change_player(state.players, event.seat, harvested=left, private=private)
    return replace(
        state,
        players=change_player(players, event.to, harvested=(*taker.harvested, event.card)),
        version=state.version + 1,
    )


def _card_stolen(state: State, event: e.CardStolen) -> State:
    cards = (event.card,) if event.card else ()
    left = remove_cards(state.players[event.owner].hand, cards)
    players = change_player(state.players, event.owner, hand=left, passive=None, asked=())
    robbed = replace(state, players=players)
    players = _harvest_unseen(robbed, event.seat, cards, (event.seat, event.owner))
    return replace(state, players=players, version=state.version + 1)


def _season_named(state: State, event: e.SeasonNamed) -> State:
    return replace(state, stars_as=event.season, version=state.version + 1)


def _choice_made(state: State, event: e.ChoiceMade) -> State:
    players = change_player(state.players, event.seat, chosen=event.cards)
    return replace(state, players=players, version=state.version + 1)


def _chosen_cards_sown(state: State, event: e.ChosenCardsSown) -> State:
    players = state.players
    for seat, cards in event.sown:
        hand = remove_cards(players[seat].hand, cards)
        players = change_player(players, seat, hand=hand, chosen=None)
    sown = tuple(item_of((card,)) for _, cards in event.sown for card in cards)
    items = state.field(event.field).items + sown
    return replace(
        state,
        players=players,
        fields=change_field(state.fields, event.field, items=items),
        version=state.version + 1,
    )


def _cards_returned(state: State, event: e.CardsReturned) -> State:
    hand = remove_cards(state.players[event.seat].hand, event.cards)
    return replace(
        state,
        players=change_player(state.players, event.seat, hand=hand, chosen=None),
        deck=state.deck + event.cards,
        version=state.version + 1,
    )


def _deck_reshuffled(state: State, event: e.DeckReshuffled) -> State:
    return replace(state, deck=event.deck, version=state.version + 1)


def _hand_discarded(state: State, event: e.HandDiscarded) -> State:
    return replace(
        state, players=change_player(state.players, event.seat, hand=()), version=state.version + 1
    )


def _hand_sown(state: State, event: e.HandSown) -> State:
    items = state.field(event.field).items + tuple(item_of((card,)) for card in event.cards)
    return replace(
        state,
        players=change_player(state.players, event.seat, hand=()),
        fields=change_field(state.fields, event.field, items=items),
        version=state.version + 1,
    )


def _okus_returned(state: State, event: e.OkusReturned) -> State:
    left = tuple(okus for okus in state.players[event.seat].okuses if okus != event.okus)
    board = tuple(sorted((*state.board, event.okus)))
    players = change_player(state.players, event.seat, okuses=left)
    return replace(state, players=players, board=board, version=state.version + 1)


def _seats_moved(state: State, event: e.SeatsMoved) -> State:
    players = list(state.players)
    for seat, other in event.takes:
        given = state.players[other]
        score = given.score if event.scores else players[seat].score
        players[seat] = replace(players[seat], hand=given.hand, score=score, passive=None, asked=())
    return replace(state, players=tuple(players), version=state.version + 1)


FOLDS: Final[Folds] = {
    e.LuminaryDiscarded: _luminary_discarded,
    e.LuminaryRevealed: _luminary_revealed,
    e.LuminaryClaimed: _luminary_claimed,
    e.LuminaryNamed: _luminary_named,
    e.CardsExchanged: _cards_exchanged,
    e.CardsTucked: _cards_tucked,
    e.TuckedCardsTaken: _tucked_cards_taken,
    e.CardsHidden: _cards_hidden,
    e.CardGiven: _card_given,
    e.CardStolen: _card_stolen,
    e.SeasonNamed: _season_named,
    e.ChoiceMade: _choice_made,
    e.ChosenCardsSown: _chosen_cards_sown,
    e.CardsReturned: _cards_returned,
    e.DeckReshuffled: _deck_reshuffled,
    e.HandDiscarded: _hand_discarded,
    e.HandSown: _hand_sown,
    e.OkusReturned: _okus_returned,
    e.SeatsMoved: _seats_moved,
}
