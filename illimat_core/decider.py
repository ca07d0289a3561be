"""Deciding: the events an action leads to, or the rule that refuses it (RULES.md section 15)."""

from collections.abc import Callable, Mapping
from typing import Final

from illimat_core.actions import (
    TYPES,
    Action,
    AskPassive,
    EndTurn,
    Forfeit,
    Harvest,
    Pass,
    Play,
    Sow,
    Stockpile,
    malformed,
    parse,
    type_of,
)
from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import DEALER, FIELDS, Seat
from illimat_core.decisions import Kind, step
from illimat_core.editions import CURRENT, edition_of
from illimat_core.errors import RuleError
from illimat_core.events import DecisionAnswered, Event, GameStarted, PassiveShown
from illimat_core.folding import fold
from illimat_core.options import Options
from illimat_core.rules.chance import answer
from illimat_core.rules.forfeit import check_forfeit, forfeit
from illimat_core.rules.hooks import ACTS, Draft, Edition, Outcome, Tabletop
from illimat_core.rules.plays import PlayOutcome, check_several, plan
from illimat_core.rules.plays import check as check_play
from illimat_core.rules.sources import Source
from illimat_core.rules.turn import (
    check_end_of_turn,
    end_turn,
    find_free_action,
    make_play,
    take_free_action,
)
from illimat_core.state import State

UNASKED: Final = ("forfeit", "ask_passive")
"""The types of action that a seat may take while it is not awaited."""


def begin(options: Options, commitments: tuple[str, ...] = ()) -> list[Event]:
    """Return the first events of a new game, after which it waits for chance to deal."""
    return open_game(GameStarted(edition=CURRENT.name, options=options, commitments=commitments))


def open_game(started: GameStarted) -> list[Event]:
    state = fold([started])
    draft = Draft(state, edition_of(state))
    draft.next(step("deal"))
    draft.settle()
    return [started, *draft.events]


def read(state: State, seat: Seat | None, given: Mapping[str, object]) -> Action:
    """Parse a seat's action from its JSON form.

    Raises ``RuleError``: R-TURN-1 if the game does not wait for it, R-END-3 if the seat may not
    forfeit, R-ACT-1 if it is malformed.
    """
    table, kind = Tabletop(state, edition_of(state)), given.get("type")
    if kind == "forfeit":
        check_forfeit(state, seat)
    elif kind not in UNASKED:
        _check_awaited(state, seat)
    if not isinstance(kind, str) or kind not in TYPES:
        raise malformed("action.unknown", member="type", types=list(TYPES))
    _check_answers(table, kind)
    cards, field = given.get("cards"), given.get("field")
    if kind in ACTS and isinstance(cards, list | tuple) and len(cards) > 1 and field in FIELDS:
        assert seat is not None
        check_several(table, seat, kind, field)
    return parse(given)


def decide(
    state: State, seat: Seat | None, action: Action, *, budget: Budget = UNBOUNDED
) -> list[Event]:
    """Return the events that a seat's action leads to, up to where the game waits again.

    Raises ``RuleError`` if the rules refuse it, ``BudgetSpentError`` if checking it takes more
    steps than the budget has; then nothing has happened.
    """
    return _draft_action(state, seat, action, budget).events


def advance(
    state: State,
    seat: Seat | None,
    action: Action,
    source: Source,
    *,
    budget: Budget = UNBOUNDED,
) -> tuple[State, list[Event]]:
    """Decide, and let chance answer until the game waits for somebody or is over."""
    draft = _draft_action(state, seat, action, budget)
    return settle_chance(draft.state, draft.events, source)


def settle_chance(state: State, events: list[Event], source: Source) -> tuple[State, list[Event]]:
    """Let chance answer as long as it is asked; return the state and all events by then."""
    while state.chance_awaited:
        draft = _draft_action(state, DEALER, answer(Tabletop(state, edition_of(state)), source))
        state, events = draft.state, events + draft.events
    return state, events


def apply(state: State, seat: Seat | None, action: Action) -> tuple[State, list[Event]]:
    """Play an action that is known to be legal, up to where the game waits again, unchecked.

    Use it for actions that ``legal_actions`` has just listed, and for replays. ``decide`` leads to
    the same events, and refuses illegal actions. Here an illegal action raises any exception, or
    leads to a state that no game can reach.
    """
    draft = Draft(state, edition_of(state))
    _find_outcome(draft, seat, action, _plan_unchecked)(draft)
    draft.settle()
    return draft.state, draft.events


def _plan_unchecked(table: Tabletop, _: Seat, play: Play) -> PlayOutcome:
    return plan(table, play)


def _draft_action(
    state: State, seat: Seat | None, action: Action, budget: Budget = UNBOUNDED
) -> Draft:
    draft = Draft(state, edition_of(state), budget=budget)
    effect = check(draft, seat, action)
    draft.budget = UNBOUNDED  # an action found legal is always played to the end
    effect(draft)
    draft.settle()
    return draft


def awaited_kind(state: State) -> Kind:
    if state.pending:
        return state.pending.kind
    return "after_play" if state.turn.played else "turn"


def accepted_types(table: Tabletop) -> tuple[str, ...]:
    pending = table.state.pending
    if pending:
        optional = ("pass",) if pending.optional else ()
        accepts = table.edition.decisions[pending.kind].accepts
        return ((pending.act,) if pending.act else accepts) + optional
    return types_in_turn(table.edition)[awaited_kind(table.state)]


def types_in_turn(edition: Edition) -> dict[Kind, tuple[str, ...]]:
    """Return the types of action open in a turn, before the main play and after it (R-TURN-2)."""
    return {"turn": (*ACTS, *edition.free), "after_play": (*edition.free, "end_turn")}


def _check_awaited(state: State, seat: Seat | None) -> None:
    if seat not in state.awaited:
        raise RuleError("R-TURN-1", "turn.not_yours")


def _check_answers(table: Tabletop, kind: str) -> None:
    if kind not in UNASKED and kind not in accepted_types(table):
        types = accepted_types(table)
        raise RuleError("R-TURN-1", "turn.not_possible", type=kind, types=types)


def check(table: Tabletop, seat: Seat | None, action: Action) -> Outcome:
    """Check an action and return its outcome, or raise the ``RuleError`` that refuses it."""
    if not isinstance(action, Forfeit | AskPassive):
        _check_awaited(table.state, seat)
        _check_answers(table, type_of(action))
    return _find_outcome(table, seat, action, check_play)


def _find_outcome(
    table: Tabletop,
    seat: Seat | None,
    action: Action,
    plan_of: Callable[[Tabletop, Seat, Play], PlayOutcome],
) -> Outcome:
    """Return the outcome of an answer to the open decision; ``plan_of`` plans a main play."""
    if isinstance(action, Forfeit):
        check_forfeit(table.state, seat)
        return lambda draft: forfeit(draft, seat)  # type: ignore[arg-type]
    if isinstance(action, AskPassive):
        return _check_ask_passive(table, seat, action)
    if table.state.pending:
        return _check_answer(table, seat, action)
    assert seat is not None
    if isinstance(action, Sow | Harvest | Stockpile):
        made = plan_of(table, seat, action)
        return lambda draft: make_play(draft, seat, action, made)
    if isinstance(action, EndTurn):
        check_end_of_turn(table)
        return end_turn
    outcome = find_free_action(table, seat, action)
    return lambda draft: take_free_action(draft, outcome)


def _check_answer(table: Tabletop, seat: Seat | None, action: Action) -> Outcome:
    pending = table.state.pending
    assert pending is not None
    rules = table.edition.decisions[pending.kind]
    passed = pending.optional and isinstance(action, Pass)
    outcome = None if passed else rules.check(table, pending, seat, action)  # type: ignore[arg-type]

    def effect(draft: Draft) -> None:
        draft.emit(DecisionAnswered(seat=seat, kind=pending.kind))
        if draft.state.pending is None:
            draft.resume(pending)
        if outcome:
            outcome(draft)
        elif not passed:
            rules.answer(draft, pending, seat, action)  # type: ignore[arg-type]

    return effect


def may_ask(state: State, seat: Seat | None) -> list[Seat]:
    """Return the opponents whose passive card a seat may ask to see now (R-STOCK-7)."""
    if state.over or seat not in state.staying:
        return []
    players = enumerate(state.players)
    asked_for = [of for of, player in players if player.passive and seat not in player.asked]
    return [of for of in asked_for if seat not in state.options.side(of)]


def _check_ask_passive(table: Tabletop, seat: Seat | None, action: AskPassive) -> Outcome:
    """Check that an opponent asks, once, before the stockpiler's next turn begins (R-STOCK-7)."""
    state = table.state
    if state.options.passive_card == "private":
        raise RuleError("R-STOCK-7", "passive.private")
    card = state.players[action.of].passive if action.of in state.seats else None
    if card and seat in state.players[action.of].asked:
        raise RuleError("R-STOCK-7", "passive.asked", seat=action.of, card=card)
    if card is None or action.of not in may_ask(state, seat):
        raise RuleError("R-STOCK-7", "passive.none", seat=action.of)
    assert seat is not None
    shown = PassiveShown(seat=action.of, asked_by=seat, card=card)
    return lambda draft: draft.emit(shown)
