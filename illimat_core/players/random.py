"""The random player: any legal action will do."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from illimat_core.actions import Action
from illimat_core.cards import Seat
from illimat_core.chance import Source
from illimat_core.editions import edition_of
from illimat_core.hooks import Table
from illimat_core.listing import legal_actions
from illimat_core.playable import harvests, sows, stockpiles
from illimat_core.state import State
from illimat_core.turn import free_actions

MOST: Final = 40
"""Of each kind of action only the first ones are considered: a list may be very long."""


def choose(state: State, seat: Seat | None, source: Source) -> Action:
    """Pick a legal action of an awaited seat (None: a spectator): first a kind, then one of it."""
    label = f"player/{seat}/{state.version}"
    kinds = source.shuffle(f"{label}/kind", _kinds(state, seat))
    found = next(found for kind in kinds if (found := tuple(islice(kind, MOST))))
    return source.pick(f"{label}/action", found)


def _kinds(state: State, seat: Seat | None) -> list[Iterator[Action]]:
    """The legal actions, those of a kind together; there is one of at least one kind."""
    if seat is None or state.pending or state.turn.played:
        return [legal_actions(state, seat)]
    table = Table(state, edition_of(state))
    free = (rules.options(table, at, seat) for at, rules in free_actions(table))
    return [*(kind(table, seat) for kind in (sows, harvests, stockpiles)), *free]
