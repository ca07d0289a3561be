"""Previews and batches: what an action would do, told without telling anything hidden."""

from collections.abc import Mapping, Sequence
from typing import Any

from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import Seat
from illimat_core.chance import Source
from illimat_core.decider import advance, decide, read
from illimat_core.errors import RuleError
from illimat_core.events import Event, redact
from illimat_core.news import Asker, announced
from illimat_core.state import State


def preview(
    state: State,
    seat: Seat | None,
    given: Mapping[str, object],
    *,
    budget: Budget = UNBOUNDED,
) -> list[dict[str, Any]]:
    """The events an action would lead to, up to the first that would tell its sender anything new.

    That one is given with counts only, and nothing after it. Raises ``RuleError`` where the action
    is refused, ``BudgetSpentError`` where to check it takes more steps than the budget has.
    """
    events = decide(state, seat, read(state, seat, given), budget=budget)
    asker = Asker(state, seat)
    shown: list[dict[str, Any]] = []
    for event in events:
        if asker.learns_from(event):
            return [*shown, announced(event)]
        shown.append(redact(event, seat))
    return shown


def batch(
    state: State,
    seat: Seat | None,
    given: Sequence[Mapping[str, object]],
    source: Source,
    *,
    budget: Budget = UNBOUNDED,
) -> tuple[State, list[Event]]:
    """Several actions at once, all or nothing (ACTIONS.md section 2).

    Raises ``RuleError`` with the ``index`` of the action at fault. Whatever stands behind an action
    after which its sender would learn something new is refused, whatever it is. Raises
    ``BudgetSpentError`` where to check all of it takes more steps than the budget has.
    """
    events: list[Event] = []
    asker, learnt = Asker(state, seat), False
    for index, action in enumerate(given):
        try:
            _check_nothing_learnt(learnt)
            state, more = advance(state, seat, read(state, seat, action), source, budget=budget)
        except RuleError as error:
            error.index = index
            raise
        learnt = any(asker.learns_from(event) for event in more)
        events += more
    return state, events


def _check_nothing_learnt(learnt: bool) -> None:
    if learnt:
        raise RuleError(
            "R-TURN-1", "A batch ends with the first action that tells you something new."
        )
