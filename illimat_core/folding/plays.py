"""Folds of a turn's plays and the clearing that follows them."""

from typing import Any, Final

from msgspec.structs import replace

from illimat_core import events as e
from illimat_core.cards import INDEX, REPEATER
from illimat_core.folding.changes import Folds, change_field, change_player, put, remove_cards
from illimat_core.state import Cleared, Item, State, Turn, item_of


def _turn_after(
    state: State, event: e.CardSown | e.CardsHarvested | e.StockpileMade, **changes: Any
) -> Turn:
    """Return the turn after a play: its main play is made, or a free action is used up."""
    if event.by is None:
        return replace(state.turn, played=True, **changes)
    if event.by == REPEATER:
        return replace(state.turn, **changes)
    return replace(state.turn, used=(*state.turn.used, event.field), **changes)


def _card_sown(state: State, event: e.CardSown) -> State:
    player, place = state.players[event.seat], INDEX[event.field]
    field = state.fields[place]
    hand = remove_cards(player.hand, (event.card,))
    items = (*field.items, Item(((event.card,),), hidden=event.hidden))
    return replace(
        state,
        players=put(state.players, event.seat, replace(player, hand=hand)),
        fields=put(state.fields, place, replace(field, items=items)),
        deck=state.deck[event.hides :],
        turn=_turn_after(state, event, bonus=state.turn.bonus + event.bonus),
        version=state.version + 1,
    )


def _cards_harvested(state: State, event: e.CardsHarvested) -> State:
    player, fields = state.players[event.seat], state.fields
    hand = remove_cards(player.hand, event.cards)
    harvested = player.harvested + event.cards + event.taken
    for at in (event.field, *event.reach):
        left = [item for item in state.field(at).items if item.name not in event.take]
        fields = change_field(fields, at, items=tuple(left))
    # A free harvest and the play may be into the same field.
    harvested_in = tuple(dict.fromkeys((*state.turn.harvested_in, event.field)))
    return replace(
        state,
        players=put(state.players, event.seat, replace(player, hand=hand, harvested=harvested)),
        fields=fields,
        turn=_turn_after(state, event, harvested_in=harvested_in),
        version=state.version + 1,
    )


def _stockpile_made(state: State, event: e.StockpileMade) -> State:
    player, place = state.players[event.seat], INDEX[event.field]
    field = state.fields[place]
    hand = remove_cards(player.hand, (event.card,))
    taken = [item for item in field.items if item.name in event.take]
    kept = [item for item in field.items if item.name not in event.take]
    made = Item(event.groups, event.value, tuple([card for item in taken for card in item.hidden]))
    fresh = [name for name in state.turn.fresh if name not in event.take]
    return replace(
        state,
        players=put(
            state.players, event.seat, replace(player, hand=hand, passive=event.passive, asked=())
        ),
        fields=put(state.fields, place, replace(field, items=(*kept, made))),
        turn=_turn_after(state, event, fresh=(*fresh, made.name)),
        version=state.version + 1,
    )


def _hidden_cards_turned_up(state: State, event: e.HiddenCardsTurnedUp) -> State:
    items = state.field(event.field).items + tuple(item_of((c,)) for c in event.cards)
    fields = change_field(state.fields, event.field, items=items)
    return replace(state, fields=fields, version=state.version + 1)


def _illimat_turned(state: State, event: e.IllimatTurned) -> State:
    return replace(state, summer=event.summer, version=state.version + 1)


def _field_cleared(state: State, event: e.FieldCleared) -> State:
    field = state.field(event.field)
    cleared = Cleared(event.field, field.luminary if field.face_up else None)
    turn = replace(state.turn, cleared=(*state.turn.cleared, cleared))
    return replace(state, turn=turn, version=state.version + 1)


def _hand_drawn(state: State, event: e.HandDrawn) -> State:
    player = state.players[event.seat]
    turn = replace(state.turn, bonus=0) if state.turn.bonus else state.turn
    return replace(
        state,
        players=put(state.players, event.seat, replace(player, hand=player.hand + event.cards)),
        deck=state.deck[event.count :],
        turn=turn,
        version=state.version + 1,
    )


def _okus_taken(state: State, event: e.OkusTaken) -> State:
    taker = state.players[event.seat]
    players = change_player(state.players, event.seat, okuses=(*taker.okuses, event.okus))
    board = tuple(okus for okus in state.board if okus != event.okus)
    if event.source != "board":
        left = tuple(okus for okus in players[event.source].okuses if okus != event.okus)
        players = change_player(players, event.source, okuses=left)
    return replace(state, players=players, board=board, version=state.version + 1)


def _field_seeded(state: State, event: e.FieldSeeded) -> State:
    items = state.field(event.field).items + tuple(item_of((c,)) for c in event.cards)
    return replace(
        state,
        fields=change_field(state.fields, event.field, items=items),
        deck=state.deck[len(event.cards) :],
        version=state.version + 1,
    )


def _passive_shown(state: State, event: e.PassiveShown) -> State:
    asked = (*state.players[event.seat].asked, event.asked_by)
    players = change_player(state.players, event.seat, asked=asked)
    return replace(state, players=players, version=state.version + 1)


FOLDS: Final[Folds] = {
    e.CardSown: _card_sown,
    e.CardsHarvested: _cards_harvested,
    e.StockpileMade: _stockpile_made,
    e.HiddenCardsTurnedUp: _hidden_cards_turned_up,
    e.IllimatTurned: _illimat_turned,
    e.FieldCleared: _field_cleared,
    e.HandDrawn: _hand_drawn,
    e.OkusTaken: _okus_taken,
    e.FieldSeeded: _field_seeded,
    e.PassiveShown: _passive_shown,
}
