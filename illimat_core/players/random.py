"""The random player: any legal action will do."""

from collections.abc import Callable, Iterator
from typing import Final

from illimat_core.actions import Action
from illimat_core.budget import Budget
from illimat_core.cards import FIELDS, FieldId, Seat
from illimat_core.editions import edition_of
from illimat_core.offers.listing import legal_actions
from illimat_core.players.dice import Dice
from illimat_core.players.moves import first_of
from illimat_core.rules.enumeration import harvests, sows, stockpiles
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.turn import free_actions
from illimat_core.state import State

Listing = Callable[[Tabletop, Seat, tuple[FieldId, ...]], Iterator[Action]]

MAX_CANDIDATES: Final = 40
"""Only the first actions of a kind in a field are considered: a list may be very long."""
PLAYS: Final[tuple[Listing, ...]] = (sows, harvests, stockpiles)


def choose(state: State, seat: Seat | None, dice: Dice) -> Action:
    """Pick a legal action of an awaited seat (None: a spectator), first by kind and field."""
    budget = Budget()
    for actions in _kinds(state, seat, dice, budget):
        if found := tuple(first_of(actions, MAX_CANDIDATES, budget)):
            return dice.pick(found)
    raise ValueError(f"Seat {seat} has nothing to do.")


def _kinds(
    state: State, seat: Seat | None, dice: Dice, budget: Budget
) -> Iterator[Iterator[Action]]:
    """Yield the legal actions in random order, those of a kind and field together."""
    if seat is None or state.pending or state.turn.played:
        yield legal_actions(state, seat, budget=budget)
        return
    table = Tabletop(state, edition_of(state), budget=budget)
    free = free_actions(table)
    for place in dice.draws(range(len(PLAYS) + len(free))):
        if place < len(PLAYS):
            yield from (PLAYS[place](table, seat, (field,)) for field in dice.draws(FIELDS))
        else:
            at, rules = free[place - len(PLAYS)]
            yield rules.options(table, at, seat)
