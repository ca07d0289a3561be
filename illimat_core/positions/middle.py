"""The middle of a turn: the member ``pending`` of a position, from which the turn continues."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from illimat_core.cards import DEALER, FIELDS, ORDER, Card, Seat
from illimat_core.decisions import Pending, Step
from illimat_core.editions import CURRENT
from illimat_core.errors import PositionError
from illimat_core.records import converter
from illimat_core.rules.hooks import ACTS, Tabletop
from illimat_core.rules.turn import open_after_play
from illimat_core.state import State, Turn
from illimat_core.views import Middle

_LAST: Final = tuple(name for name, rules in CURRENT.steps.items() if rules.last)


def middle_of(state: State) -> Middle:
    """Return the middle of a state; it is empty between turns without an open decision."""
    turn, fields = state.turn, list(zip(FIELDS, state.fields, strict=True))
    begun = Turn(seat=turn.seat, open=tuple(at for at, field in fields if field.face_up))
    players = [(str(seat), player) for seat, player in enumerate(state.players)]
    pending = state.pending
    return Middle(
        turn=None if turn == begun else turn,
        # Versions count a stream's events; a position has none.
        decision=msgspec.structs.replace(pending, since=0) if pending else None,
        passive={seat: player.passive for seat, player in players if player.passive},
        asked={seat: player.asked for seat, player in players if player.asked},
        chosen={seat: player.chosen for seat, player in players if player.chosen is not None},
        unwinnable=state.unwinnable,
        tiebreak=state.tiebreak,
    )


_convert = converter(Middle, strict=False)


def read_middle(given: Any, seats: int, turn: Seat) -> Middle:
    """Parse the member ``pending``; raise ``PositionError`` if no turn can continue from it."""
    try:
        middle = _convert(given)
    except msgspec.ValidationError as error:
        raise PositionError(f"pending: {error}.") from None
    named = [*middle.passive, *middle.asked, *middle.chosen]
    if middle.turn and middle.turn.bonus not in {0, 1}:
        raise PositionError("pending: bonus is 0 or 1.")
    if middle.turn and middle.turn.seat != turn:
        raise PositionError(f"pending: turn is that of seat {turn}, not of {middle.turn.seat}.")
    if middle.decision:
        named += [str(s) for s in middle.decision.awaiting if s not in {DEALER, None}]
        _check_decision(middle.decision)
    for seat in named:
        if seat not in map(str, range(seats)):
            raise PositionError(f"pending: there is no seat {seat}.")
    _check_cards(middle)
    return middle


def _check_decision(decision: Pending) -> None:
    kind = decision.kind
    if kind not in CURRENT.decisions or not decision.awaiting:
        raise PositionError(f"pending: nobody can answer {kind!r}.")
    rules = CURRENT.decisions[kind]
    if rules.needs_field and decision.at is None:
        raise PositionError(f"pending: {kind} needs at, the field it is about.")
    if rules.repeats and decision.act not in ACTS:
        raise PositionError(f"pending: {kind} needs act, one of {', '.join(ACTS)}.")
    for step in decision.resume:
        _check_step(step)
    if kind != "deal" and (not decision.resume or decision.resume[-1].name not in _LAST):
        raise PositionError(f"pending: resume ends with {' or '.join(_LAST)}.")


def _check_step(step: Step) -> None:
    rules = CURRENT.steps.get(step.name)
    if rules is None or not rules.resumed:
        raise PositionError(f"pending: there is no step {step.name!r} to resume with.")
    if step.count < 0:
        raise PositionError(f"pending: count of {step.name} is at least 0.")
    if rules.needs_field and step.at is None:
        raise PositionError(f"pending: {step.name} needs at, the field it is about.")


def check_middle(state: State) -> None:
    """Raise ``PositionError`` for a middle of a turn that no game can reach."""
    _check_turn(state)
    _check_passive(state)
    if state.tiebreak and not state.options.tiebreak_round:
        raise PositionError("pending: a tie is played off by the option tiebreak_round only.")
    pending = state.pending
    if state.over and pending is not None:
        raise PositionError(f"pending: {pending.kind} is asked, but the game is over.")
    _check_chosen(state)
    if pending is None:
        return
    if not _is_asked(state, pending):
        raise PositionError(f"pending: {pending.kind} does not wait for {[*pending.awaiting]}.")
    cleared = {each.field for each in state.turn.cleared}
    for step in pending.resume:
        if step.name == "clear" and step.at not in cleared:
            raise PositionError(f"pending: clear comes after a harvest that cleared {step.at}.")
        if CURRENT.steps[step.name].needs_seat and step.seat not in state.seats:
            raise PositionError(f"pending: {step.name} needs the seat that draws.")
    if not _is_answerable(state, pending):
        raise PositionError(f"pending: {pending.kind} has no answer here.")


def _check_turn(state: State) -> None:
    turn = state.turn
    cleared = [each.field for each in turn.cleared]
    for named in (turn.open, turn.used, turn.fresh, turn.harvested_in, cleared):
        if len(set(named)) < len(named):
            raise PositionError(f"pending: turn names something twice: {', '.join(named)}.")
    stockpiles = {item.name for field in state.fields for item in field.items if item.value}
    for card in turn.fresh:
        if card not in stockpiles:
            raise PositionError(f"pending: {card}, in fresh, is not the name of a stockpile.")
    for field in turn.used:
        if field not in turn.open:
            raise PositionError(f"pending: {field} is used, but no luminary was open there.")
    if turn.bonus and not state.options.freebooter:
        raise PositionError("pending: a bonus comes of the option freebooter only.")
    if not (turn.played or turn.used) and (cleared or turn.harvested_in):
        raise PositionError("pending: before any play nothing is harvested or cleared.")
    if turn.played and not (
        state.pending or state.over or open_after_play(Tabletop(state, CURRENT))
    ):
        raise PositionError("pending: the play is made and nothing is open: the turn is over.")


def _check_chosen(state: State) -> None:
    pending = state.pending
    together = pending is not None and CURRENT.decisions[pending.kind].asked == "together"
    for seat, player in enumerate(state.players):
        if player.chosen is None:
            continue
        if not together:
            raise PositionError(f"pending: seat {seat} has chosen, but nobody was asked to.")
        if len(set(player.chosen)) < len(player.chosen):
            raise PositionError(f"pending: seat {seat} has chosen a card twice.")
        for card in player.chosen:
            if card not in player.hand:
                raise PositionError(f"pending: {card}, chosen by seat {seat}, is not in its hand.")


def _check_passive(state: State) -> None:
    for seat, player in enumerate(state.players):
        if player.passive and state.options.passive_card != "on_request":
            raise PositionError(f"pending: seat {seat}'s passive card is nobody's to ask for.")
        if player.passive and player.gone:
            raise PositionError(f"pending: seat {seat} left, and shows no passive card.")
        if player.asked and not player.passive:
            raise PositionError(f"pending: seat {seat} has no passive card that was asked for.")
        against = set(state.seats) - set(state.options.side(seat))
        if len(set(player.asked)) < len(player.asked) or not against.issuperset(player.asked):
            raise PositionError(f"pending: asked of seat {seat} names opponents, each once.")


def _is_asked(state: State, pending: Pending) -> bool:
    seats, turn, rules = pending.awaiting, state.turn.seat, CURRENT.decisions[pending.kind]
    if rules.asked == "spectator":
        return seats == (None,)
    if rules.asked == "together":
        return set(seats) <= {*state.staying} and len(set(seats)) == len(seats)
    by_itself = state.options.automaton_at(turn) is not None
    by_chance = rules.asked == "chance" or (by_itself and rules.by_chance is not None)
    return seats == ((DEALER,) if by_chance else (turn,))


def _is_answerable(state: State, pending: Pending) -> bool:
    table, rules = Tabletop(state, CURRENT), CURRENT.decisions[pending.kind]
    if not rules.answerable(table):
        return False
    if pending.optional and not rules.lapses:
        return True
    players = [seat for seat in pending.awaiting if seat not in {DEALER, None}]
    return all(next(rules.options(table, pending, seat), None) for seat in players)


def _check_cards(middle: Middle) -> None:
    named: list[Iterable[Card]] = [middle.passive.values(), *middle.chosen.values()]
    named += [middle.turn.fresh if middle.turn else ()]
    named += [middle.decision.cards if middle.decision else ()]
    for card in (card for cards in named for card in cards):
        if card not in ORDER:
            raise PositionError(f"pending: {card!r} is no card.")
