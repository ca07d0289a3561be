"""Previews and batches: what an action would do, told without telling anything hidden."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from illimat_core.cards import Seat
from illimat_core.chance import Source
from illimat_core.decider import advance, decide, read
from illimat_core.errors import RuleError
from illimat_core.events import CardsReturned, Event, redact
from illimat_core.state import State

_COUNTED: Final = frozenset({"type", "seat", "field", "count", "round", "reason"})


def preview(state: State, seat: Seat | None, given: Mapping[str, object]) -> list[dict[str, Any]]:
    """The events an action would lead to, up to the first that would tell its sender anything new.

    That one is given with counts only, and nothing after it. Raises ``RuleError`` where the action
    is refused.
    """
    shown: list[dict[str, Any]] = []
    for event in decide(state, seat, read(state, seat, given)):
        if event.informs:
            return [*shown, _announced(event)]
        shown.append(redact(event, seat))
    return shown


def _announced(event: Event) -> dict[str, Any]:
    """What is known beforehand of an event that tells something new: that it comes, how much."""
    told = redact(event, None)
    announced = {name: value for name, value in told.items() if name in _COUNTED}
    if isinstance(event, CardsReturned):
        del announced["count"]  # the others' choices are secret until all have chosen (R-VIEW-2)
    if "count" not in announced and "cards" in told:
        announced["count"] = len(told["cards"])
    return announced


def batch(
    state: State, seat: Seat | None, given: Sequence[Mapping[str, object]], source: Source
) -> tuple[State, list[Event]]:
    """Several actions at once, all or nothing (ACTIONS.md section 2).

    Raises ``RuleError`` with the ``index`` of the action at fault. Whatever stands behind an action
    after which its sender would learn something new is refused, whatever it is.
    """
    events: list[Event] = []
    for index, action in enumerate(given):
        try:
            _check_nothing_learnt(events)
            state, more = advance(state, seat, read(state, seat, action), source)
        except RuleError as error:
            error.index = index
            raise
        events += more
    return state, events


def _check_nothing_learnt(events: Sequence[Event]) -> None:
    if any(event.informs for event in events):
        raise RuleError(
            "R-TURN-1", "A batch ends with the first action that tells you something new."
        )
