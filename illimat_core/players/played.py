"""Decisions of a finished game, recovered from its events: who decided what, knowing what."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from illimat_core.actions import Action, AskPassive, Forfeit
from illimat_core.cards import DEALER, Seat
from illimat_core.events import Event, redact
from illimat_core.folding import evolve, fold
from illimat_core.players.knowledge import Knowledge, follow, know
from illimat_core.players.memory import Memory, remember
from illimat_core.replaying import FoundAction, find_action_at

SPECTATOR: Final = -2
"""The seat of a memory that holds what everybody saw."""


class Decided(NamedTuple):
    """A decision of a seat: what the seat knew, what everybody knew, and what it chose."""

    known: Knowledge
    public: Knowledge
    action: Action


def decisions_of(events: Sequence[Event]) -> Iterator[Decided]:
    """Yield the decisions of players in a game, in their order.

    The events are those of the whole game. What they leave out, such as answers of chance, of
    spectators and of an automaton, is no decision here, nor are leaving and asking for a passive
    card. Raises ``UnknownEventError`` for events that are not those of a game.
    """
    state = fold(events[:1])
    memories = [Memory(seat) for seat in range(state.options.players)]
    public, place = Memory(SPECTATOR), 1
    while place < len(events):
        taken = find_action_at(state, events, place)
        seat = _decider(taken)
        if taken and seat is not None:
            known = know(state, seat, memories[seat])
            yield Decided(known, know(state, None, public), taken.action)
        end = place + (len(taken.events) if taken else 1)
        for event in events[place:end]:
            memories = [follow(each, state, [redact(event, each.seat)]) for each in memories]
            public = remember(public, [redact(event, None)])
            state = evolve(state, event)
        place = end


def _decider(taken: FoundAction | None) -> Seat | None:
    if taken is None or taken.seat == DEALER or isinstance(taken.action, Forfeit | AskPassive):
        return None
    return taken.seat
