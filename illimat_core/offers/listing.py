"""The complete list of a seat's legal actions: exact, lazy, in canonical order (ACTIONS.md 2)."""

from collections.abc import Iterator
from heapq import merge
from itertools import dropwhile, groupby

from illimat_core.actions import Action, EndTurn, Pass, type_of
from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import Seat
from illimat_core.editions import edition_of
from illimat_core.rules.enumeration import harvests, sows, stockpiles
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.order import TYPE_ORDER, order_of
from illimat_core.rules.turn import free_actions, open_after_play
from illimat_core.state import State


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
    table = Tabletop(state, edition_of(state), budget=budget, after=after)
    listed = _listed(table, seat)
    if after is not None:
        last = order_of(after)
        listed = dropwhile(lambda action: order_of(action) <= last, listed)
    yield from listed


def _listed(table: Tabletop, seat: Seat | None) -> Iterator[Action]:
    """Yield the actions of a seat; most takes that come before ``table.after`` are skipped."""
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


def _answers(table: Tabletop, seat: Seat | None) -> Iterator[Action]:
    """Yield the answers to an open decision, with the pass in its place in canonical order."""
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


def _free(table: Tabletop, seat: Seat) -> Iterator[Action]:
    found = free_actions(table)
    for kind in table.edition.free:
        offered = [free.options(table, at, seat) for at, free in found if free.type == kind]
        # There are two if the Audience acts as a luminary that is also on the board.
        for action, _ in groupby(merge(*offered, key=order_of)):
            yield action
    if may_end_turn(table):
        yield EndTurn()


def may_end_turn(table: Tabletop) -> bool:
    """Return whether the turn may end: the play is made, no free action is required (R-TURN-2)."""
    owed = any(free.owed for _, free in open_after_play(table))
    return table.state.turn.played and not owed
