"""Folding: how each event changes a state. This is bookkeeping and never consults a rule.

A game finished years ago must fold to the same state, whatever the rules are by then.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from illimat_core import events as e
from illimat_core.errors import UnknownEventError
from illimat_core.folding import luminaries, plays, rounds, table
from illimat_core.folding.changes import Folds
from illimat_core.state import Player, State

_FOLDS: Final[Folds] = {
    **rounds.FOLDS,
    **plays.FOLDS,
    **luminaries.FOLDS,
    **table.FOLDS,
}


def evolve(state: State, event: e.Event) -> State:
    """Return the state after an event.

    Raises ``UnknownEventError`` for an event this program does not know.
    """
    return _FOLDS.get(type(event), _unknown)(state, event)


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """Return the state after a whole stream, or after further events of a folded state.

    Raises ``UnknownEventError`` where a stream does not begin with GameStarted.
    """
    left = iter(events)
    if state is None:
        state = _begun(left)
    for event in left:
        state = _FOLDS.get(type(event), _unknown)(state, event)
    return state


def _unknown(_: State, event: e.Event) -> State:
    raise UnknownEventError(f"No fold for an event of type {type(event).__name__}.")


def _begun(events: Iterator[e.Event]) -> State:
    event = next(events, None)
    if event is None:
        raise UnknownEventError("An empty stream is no game.")
    if not isinstance(event, e.GameStarted):
        raise UnknownEventError(f"A game begins with GameStarted, not {type(event).__name__}.")
    players = (Player(),) * event.options.seats
    return State(options=event.options, edition=event.edition, players=players, version=1)
