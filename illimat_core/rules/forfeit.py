"""Forfeiting: the rest of the leaver's turn, and who wins (R-END-3)."""

from illimat_core.cards import Seat
from illimat_core.decisions import Pending
from illimat_core.errors import RuleError
from illimat_core.events import DecisionAnswered, GameEnded, PlayerForfeited
from illimat_core.messages import Message
from illimat_core.rules.hooks import Draft
from illimat_core.rules.turn import end_turn
from illimat_core.state import State


def check_forfeit(state: State, seat: Seat | None) -> None:
    if automaton := state.options.automaton_at(seat):
        raise RuleError("R-END-3", "forfeit.automaton", automaton=Message(automaton.name, {}))
    if state.over or seat not in state.staying:
        raise RuleError("R-END-3", "forfeit.gone")


def forfeit(draft: Draft, seat: Seat) -> None:
    """Let a player leave; with one side left the game is over and that side wins (R-END-3)."""
    hand = draft.state.players[seat].hand
    draft.emit(PlayerForfeited(seat=seat, count=len(hand), cards=hand))
    state, options = draft.state, draft.state.options
    playing = [each for each in state.staying if not options.automaton_at(each)]
    left = [side for side in options.sides if not set(side).isdisjoint(playing)]
    if len(left) < 2:
        draft.emit(GameEnded(winners=tuple(playing), reason="forfeit"))
    else:
        _pass_over(draft, seat)


def _pass_over(draft: Draft, seat: Seat) -> None:
    """Answer for a seat that leaves: pass every choice it is asked for, and continue."""
    pending = draft.state.pending
    if pending and seat in pending.awaiting:
        _pass(draft, pending, seat)
    elif pending and _has_lapsed(draft, pending):
        _pass(draft, pending, draft.state.turn.seat)
    elif pending is None and draft.state.turn.seat == seat:
        end_turn(draft)


def _pass(draft: Draft, pending: Pending, seat: Seat) -> None:
    draft.emit(DecisionAnswered(seat=seat, kind=pending.kind))
    if draft.state.pending is None:
        draft.resume(pending)


def _has_lapsed(draft: Draft, pending: Pending) -> bool:
    """Return whether a question has become void: the only okus to take left with its holder."""
    rules = draft.edition.decisions[pending.kind]
    return rules.lapses and not any(rules.options(draft, pending, draft.state.turn.seat))
