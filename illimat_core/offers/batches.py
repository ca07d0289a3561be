"""Previews and batches: what an action would do, without revealing anything hidden."""

from collections.abc import Mapping, Sequence

from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import Seat
from illimat_core.decider import advance, decide, read
from illimat_core.errors import RuleError
from illimat_core.events import Event, ShownEvent, redact
from illimat_core.folding import fold
from illimat_core.offers.news import Asker, announce
from illimat_core.rules.sources import Source
from illimat_core.state import State
from illimat_core.views import AnnouncedEvent


def preview(
    state: State,
    seat: Seat | None,
    given: Mapping[str, object],
    *,
    budget: Budget = UNBOUNDED,
) -> list[ShownEvent | AnnouncedEvent]:
    """Return the events an action would lead to, until one tells its sender something new.

    That event is announced with counts only, and nothing is said of those after it. Raises
    ``RuleError`` where the action is refused, ``BudgetSpentError`` where checking it takes more
    steps than the budget has.
    """
    events = decide(state, seat, read(state, seat, given), budget=budget)
    asker = Asker(state, seat)
    shown: list[ShownEvent | AnnouncedEvent] = []
    for event in events:
        if asker.learns_from(event):
            return [*shown, announce(event)]
        shown.append(redact(event, seat))
    return shown


def ahead(
    state: State,
    seat: Seat | None,
    given: Mapping[str, object],
    *,
    budget: Budget = UNBOUNDED,
) -> State:
    """Return the state after an action of which its sender learns nothing new.

    A batch may go on from there. Raises ``RuleError`` where the action is refused or ends every
    batch, ``BudgetSpentError`` where checking it takes more steps than the budget has.
    """
    events = decide(state, seat, read(state, seat, given), budget=budget)
    asker = Asker(state, seat)
    _check_nothing_learnt(any(asker.learns_from(event) for event in events))
    return fold(events, state)


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
    more: list[Event] = []
    asker = Asker(state, seat) if len(given) > 1 else None
    for index, action in enumerate(given):
        try:
            if asker:
                _check_nothing_learnt(any(asker.learns_from(event) for event in more))
            state, more = advance(state, seat, read(state, seat, action), source, budget=budget)
        except RuleError as error:
            error.index = index
            raise
        events += more
    return state, events


def _check_nothing_learnt(learnt: bool) -> None:
    if learnt:
        raise RuleError("R-TURN-1", "turn.batch_over")
