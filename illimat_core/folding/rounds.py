"""Folds of the beginning and end of games and rounds, of turns and of decisions."""

from typing import Final

from msgspec.structs import replace

from illimat_core import events as e
from illimat_core.cards import FIELDS
from illimat_core.decisions import Pending
from illimat_core.folding.changes import Folds, change_player, face_up
from illimat_core.state import Field, Player, State, Turn, item_of


def _first_dealer_drawn(state: State, event: e.FirstDealerDrawn) -> State:
    return replace(state, dealer=event.seat, version=state.version + 1)


def _round_dealt(state: State, event: e.RoundDealt) -> State:
    new = dict(zip(event.down, event.luminaries, strict=True))
    fields = []
    for at, cards in zip(FIELDS, event.fields, strict=True):
        old = state.field(at) if at in event.kept else Field()
        luminary = new.get(at, old.luminary)
        fields.append(replace(old, items=tuple(item_of((c,)) for c in cards), luminary=luminary))
    return replace(
        state,
        round=event.round,
        dealer=event.dealer,
        summer=event.summer,
        fields=tuple(fields),
        beneath=(),
        deck=event.deck,
        reserve=event.reserve,
        board=event.okuses,
        players=tuple(Player(score=p.score, gone=p.gone) for p in state.players),
        turn=Turn(seat=event.first, open=face_up(tuple(fields))),
        stars_as=None,
        was_audience=None,
        fields_next="SW",
        set_began=state.set_began if event.kept or state.reserve else event.round,
        version=state.version + 1,
    )


def _hand_dealt(state: State, event: e.HandDealt) -> State:
    players = change_player(state.players, event.seat, hand=event.cards)
    return replace(state, players=players, version=state.version + 1)


def _turn_passed(state: State, event: e.TurnPassed) -> State:
    last, players = state.turn, state.players
    if players[last.seat].harvested_in != last.harvested_in:
        players = change_player(players, last.seat, harvested_in=last.harvested_in)
    if players[event.seat].passive:
        players = change_player(players, event.seat, passive=None, asked=())
    return replace(
        state,
        players=players,
        turn=Turn(seat=event.seat, open=face_up(state.fields), bonus=event.bonus),
        version=state.version + 1,
    )


def _player_forfeited(state: State, event: e.PlayerForfeited) -> State:
    players = change_player(
        state.players, event.seat, gone=True, hand=(), passive=None, asked=(), chosen=None
    )
    return replace(state, players=players, version=state.version + 1)


def _fields_moved_on(state: State, event: e.FieldsMovedOn) -> State:
    return replace(state, fields_next=event.field, version=state.version + 1)


def _decision_opened(state: State, event: e.DecisionOpened) -> State:
    version = state.version + 1
    pending = Pending(
        kind=event.kind,
        awaiting=event.awaiting,
        at=event.at,
        optional=event.optional,
        act=event.act,
        cards=event.cards,
        resume=event.resume,
        since=version,
    )
    return replace(state, pending=pending, version=version)


def _decision_answered(state: State, event: e.DecisionAnswered) -> State:
    pending = state.pending
    left = tuple(seat for seat in pending.awaiting if seat != event.seat) if pending else ()
    still = replace(pending, awaiting=left) if pending and left else None
    return replace(state, pending=still, version=state.version + 1)


def _round_scored(state: State, event: e.RoundScored) -> State:
    players = tuple(
        replace(player, score=score, private=())
        for player, score in zip(state.players, event.scores, strict=True)
    )
    points = tuple(tally.points - tally.penalty for tally in event.tallies)
    return replace(state, players=players, round_points=points, version=state.version + 1)


def _tiebreak_called(state: State, _: e.TiebreakCalled) -> State:
    return replace(state, tiebreak=True, version=state.version + 1)


def _game_ended(state: State, event: e.GameEnded) -> State:
    players = state.players
    for seat in state.seats:  # discards a choice that is no longer needed
        if players[seat].chosen is not None:
            players = change_player(players, seat, chosen=None)
    return replace(
        state,
        players=players,
        tiebreak=False,
        over=True,
        winners=event.winners,
        pending=None,
        version=state.version + 1,
    )


FOLDS: Final[Folds] = {
    e.FirstDealerDrawn: _first_dealer_drawn,
    e.RoundDealt: _round_dealt,
    e.HandDealt: _hand_dealt,
    e.TurnPassed: _turn_passed,
    e.PlayerForfeited: _player_forfeited,
    e.FieldsMovedOn: _fields_moved_on,
    e.DecisionOpened: _decision_opened,
    e.DecisionAnswered: _decision_answered,
    e.RoundScored: _round_scored,
    e.TiebreakCalled: _tiebreak_called,
    e.GameEnded: _game_ended,
}
