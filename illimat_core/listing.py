"""The whole list of a seat's legal actions: exact, lazy, in canonical order (ACTIONS.md 2)."""

from collections.abc import Iterator
from heapq import merge
from itertools import dropwhile, groupby

from illimat_core.actions import Action, EndTurn, Pass, type_of
from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import Seat
from illimat_core.editions import edition_of
from illimat_core.hooks import Table
from illimat_core.order import TYPE_ORDER, order_of
from illimat_core.playable import harvests, sows, stockpiles
from illimat_core.state import State
from illimat_core.turn import free_actions, open_after_play


def legal_actions(
    state: State,
    seat: Seat | None,
    *,
    after: Action | None = None,
    budget: Budget = UNBOUNDED,
) -> Iterator[Action]:
    """Each action a seat may take now, once. ``forfeit`` and ``ask_passive`` are never listed.

    ``after`` leaves out what does not come after an action in canonical form, legal or not; to get
    there takes no more steps than to go on from there. Raises ``BudgetSpentError`` where to find
    the next action takes more steps than the budget has left.
    """
    if state.over or seat not in state.awaited:
        return
    table = Table(state, edition_of(state), budget=budget, after=after)
    listed = _listed(table, seat)
    if after is not None:
        last = order_of(after)
        listed = dropwhile(lambda action: order_of(action) <= last, listed)
    yield from listed


def _listed(table: Table, seat: Seat | None) -> Iterator[Action]:
    """The actions of a seat; of sets that come before ``table.after`` most are passed over."""
    state = table.state
    if state.pending:
        yield from _answers(table, seat)
        return
    assert seat is not None
    if not state.turn.played:
        yield from sows(table, seat)
        yield from harvests(table, seat)
        yield from stockpiles(table, seat)
    yield from _free(table, seat)


def _answers(table: Table, seat: Seat | None) -> Iterator[Action]:
    """The answers to an open decision, with the pass in its place."""
    pending = table.state.pending
    assert pending is not None
    to_pass = pending.optional
    options = table.edition.decisions[pending.kind].options
    for action in options(table, pending, seat):  # type: ignore[arg-type]
        if to_pass and TYPE_ORDER[type_of(action)] > TYPE_ORDER["pass"]:
            yield Pass()
            to_pass = False
        yield action
    if to_pass:
        yield Pass()


def _free(table: Table, seat: Seat) -> Iterator[Action]:
    found = free_actions(table)
    for kind in table.edition.free:
        offered = [free.options(table, at, seat) for at, free in found if free.type == kind]
        # Two where the Audience acts as a luminary that lies there too.
        for action, _ in groupby(merge(*offered, key=order_of)):
            yield action
    if ends(table):
        yield EndTurn()


def ends(table: Table) -> bool:
    """Whether the turn may be ended now: after the play, with nothing owed (R-TURN-2)."""
    owed = any(free.owed for _, free in open_after_play(table))
    return table.state.turn.played and not owed
