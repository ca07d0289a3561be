"""The whole list of a seat's legal actions: exact, lazy, in canonical order (ACTIONS.md 2)."""

from collections.abc import Iterator
from heapq import merge
from itertools import groupby
from typing import Any, Final

from msgspec.structs import astuple

from illimat_core.actions import TYPES, Action, EndTurn, Pass, type_of
from illimat_core.cards import ORDER, SEASONS, Card, Seat
from illimat_core.editions import edition_of
from illimat_core.hooks import Table
from illimat_core.playable import harvests, sows, stockpiles
from illimat_core.state import State
from illimat_core.turn import free_actions, open_after_play

_PLACE: Final = {name: place for place, name in enumerate(TYPES)}


def legal_actions(state: State, seat: Seat | None) -> Iterator[Action]:
    """Each action a seat may take now, once. ``forfeit`` and ``ask_passive`` are never listed."""
    if state.over or seat not in state.awaited:
        return
    table = Table(state, edition_of(state))
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
        if to_pass and _PLACE[type_of(action)] > _PLACE["pass"]:
            yield Pass()
            to_pass = False
        yield action
    if to_pass:
        yield Pass()


def _free(table: Table, seat: Seat) -> Iterator[Action]:
    found = free_actions(table)
    for kind in ("exchange", "rake_sow", "loom_stockpile"):
        offered = [free.options(table, at, seat) for at, free in found if free.type == kind]
        # Two where the Audience acts as a luminary that lies there too.
        for action, _ in groupby(merge(*offered, key=_order)):
            yield action
    if ends(table):
        yield EndTurn()


def _order(action: Action) -> list[Any]:
    """What free actions of a type are sorted by: their members as they are declared."""
    return [_rank(member) for member in astuple(action)]


def _rank(member: Any) -> Any:
    if isinstance(member, tuple):
        return [ORDER[card] for card in member]
    if isinstance(member, str):
        return ORDER[Card(member)] if member in ORDER else SEASONS.index(member)
    return -1 if member is None else member


def ends(table: Table) -> bool:
    """Whether the turn may be ended now: after the play, with nothing owed (R-TURN-2)."""
    owed = any(free.owed for _, free in open_after_play(table))
    return table.state.turn.played and not owed
