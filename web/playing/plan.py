"""The plan of a turn: actions that are to be sent together, and what follows from them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.reading import selectors
from games.reading.tables import Table
from games.refusals import RuleError
from illimat_core import Budget, BudgetSpentError, State, ahead, preview
from illimat_core.console.shorthand import expand
from illimat_core.decider import UNASKED
from illimat_core.errors import TypedInputError
from illimat_core.messages import Language
from illimat_core.views import AnnouncedEvent
from illimat_core.words.narration import narrate
from web.frame.card_chips import marking
from web.playing import wording

IMPOSSIBLE = (RuleError, TypedInputError, BudgetSpentError)


class MovePlan(NamedTuple):
    """Actions that wait to be sent, what each leads to in sentences, and the state after them."""

    actions: list[dict[str, Any]]
    told: list[list[str]]
    state: State


class Foreseen(NamedTuple):
    """What an action leads to in sentences, or why it is refused, and by which rule.

    `goes_on` is whether something else can be sent together with it.
    """

    told: list[str]
    refusal: str = ""
    rule: str = ""
    goes_on: bool = False


def plan_of(table: Table, state: State, planned: Sequence[str], language: Language) -> MovePlan:
    """Return the plan for actions in shorthand; it ends before the first that is not possible."""
    plan, budget = MovePlan([], [], state), Budget(selectors.CHECKED_STEPS)
    for text in planned:
        try:
            action = expand(text)
            told = _told(table, preview(plan.state, table.seat, action, budget=budget), language)
            after = ahead(plan.state, table.seat, action, budget=budget)
        except IMPOSSIBLE:
            return plan
        if action["type"] in UNASKED or not _asks(after, table):
            return plan
        plan = MovePlan([*plan.actions, action], [*plan.told, told], after)
    return plan


def foresee(table: Table, state: State, action: dict[str, Any], language: Language) -> Foreseen:
    """Return what an action of the viewer leads to, as far as they may know before they send it."""
    budget = Budget(selectors.CHECKED_STEPS)
    try:
        events = preview(state, table.seat, action, budget=budget)
        told = _told(table, events, language)
        if any(isinstance(event, AnnouncedEvent) for event in events):
            return Foreseen(told)
        after = ahead(state, table.seat, action, budget=budget)
    except RuleError as error:
        return Foreseen([], marking(language).tell(error.message), error.rule)
    except BudgetSpentError:
        return Foreseen([], wording.too_hard())
    return Foreseen(told, goes_on=_asks(after, table))


def _asks(state: State, table: Table) -> bool:
    """Return whether the viewer is asked for another action."""
    return table.seat in state.awaited and not state.over


def _told(table: Table, events: Sequence[Any], language: Language) -> list[str]:
    names, marked = table.addressed, marking(language)
    told = [
        wording.describe_announced(event, names, marked)
        if isinstance(event, AnnouncedEvent)
        else narrate(event, names, marked)
        for event in events
    ]
    return [sentence for sentence in told if sentence]
