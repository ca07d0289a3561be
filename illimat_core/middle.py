"""The middle of a turn: the member ``pending`` of a position, enough to go on from there."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from illimat_core.cards import DEALER, FIELDS, ORDER, Card, FieldId, Seat
from illimat_core.decisions import Kind, Pending, Step
from illimat_core.editions import CURRENT
from illimat_core.errors import PositionError
from illimat_core.hooks import Act
from illimat_core.state import State, Turn

ACTS: Final[tuple[Act, ...]] = ("sow", "harvest", "stockpile")
_DECIDED_AT: Final[frozenset[Kind]] = frozenset(
    {"echo", "audience", "audience_spectator", "absent_spectator", "fields_season"}
)
_DONE_AT: Final = frozenset(
    {"clear", "claim", "reseed", "reveal", "take_effect", "top_up", "show_the_chosen"}
)


class Middle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a position says beside its other members.

    ``beneath`` tells whose the cards under the Children are, where two act as the Children;
    ``unwinnable`` that solitaire cannot be won any more.
    """

    turn: Turn | None = None
    decision: Pending | None = None
    passive: dict[str, Card] = {}
    chosen: dict[str, tuple[Card, ...]] = {}
    beneath: dict[FieldId, tuple[Card, ...]] = {}
    unwinnable: bool = False


def middle_of(state: State) -> Middle:
    """The middle of a state; an empty one between turns with nothing open."""
    turn, fields = state.turn, list(zip(FIELDS, state.fields, strict=True))
    begun = Turn(seat=turn.seat, open=tuple(at for at, field in fields if field.face_up))
    beneath = {at: field.beneath for at, field in fields if field.beneath}
    players = [(str(seat), player) for seat, player in enumerate(state.players)]
    pending = state.pending
    return Middle(
        turn=None if turn == begun else turn,
        # Versions count a stream's events; a position has none.
        decision=msgspec.structs.replace(pending, since=0) if pending else None,
        passive={seat: player.passive for seat, player in players if player.passive},
        chosen={seat: player.chosen for seat, player in players if player.chosen is not None},
        beneath=beneath if len(beneath) > 1 else {},
        unwinnable=state.unwinnable,
    )


def read_middle(given: Any, seats: int, turn: Seat) -> Middle:
    """Read the member of a position whose turn is that of a seat.

    Raises ``PositionError`` for what leads nowhere.
    """
    try:
        middle = msgspec.convert(given, Middle, strict=False)
    except msgspec.ValidationError as error:
        raise PositionError(f"pending: {error}.") from None
    named = [*middle.passive, *middle.chosen]
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
    if kind in _DECIDED_AT and decision.at is None:
        raise PositionError(f"pending: {kind} needs at, the field it is about.")
    if kind == "echo" and decision.act not in ACTS:
        raise PositionError(f"pending: echo needs act, one of {', '.join(ACTS)}.")
    for step in decision.resume:
        _check_step(step)


def _check_step(step: Step) -> None:
    if step.name not in CURRENT.steps:
        raise PositionError(f"pending: there is no step {step.name!r}.")
    if step.name in _DONE_AT and step.at is None:
        raise PositionError(f"pending: {step.name} needs at, the field it is about.")
    if step.name == "draw_replacements" and step.seat is None:
        raise PositionError("pending: draw_replacements needs seat.")


def _check_cards(middle: Middle) -> None:
    named: list[Iterable[Card]] = [middle.passive.values(), *middle.chosen.values()]
    named += [*middle.beneath.values(), middle.turn.fresh if middle.turn else ()]
    named += [middle.decision.cards if middle.decision else ()]
    for card in (card for cards in named for card in cards):
        if card not in ORDER:
            raise PositionError(f"pending: {card!r} is no card.")
