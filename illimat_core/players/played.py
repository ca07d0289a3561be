"""Decisions of a finished game, recovered from its events: who decided what, knowing what."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from illimat_core.actions import Action, EndTurn, Harvest, Sow, Stockpile
from illimat_core.cards import DEALER, FOOLS, SEASONS, Seat
from illimat_core.decider import decide
from illimat_core.editions import edition_of
from illimat_core.errors import RuleError
from illimat_core.events import (
    CardsHarvested,
    CardSown,
    DecisionAnswered,
    Event,
    StockpileMade,
    redact,
)
from illimat_core.folding import evolve, fold
from illimat_core.offers.listing import legal_actions
from illimat_core.players.knowledge import Knowledge, follow, know
from illimat_core.players.memory import Memory, remember
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.turn import free_actions, open_after_play
from illimat_core.state import State

LISTED: Final = 2_000
"""Of an open decision so many answers are compared with what happened."""
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
        found = _action_at(state, events, place)
        if found:
            seat, action = found
            known = know(state, seat, memories[seat])
            yield Decided(known, know(state, None, public), action)
        end = place + (len(decide(state, *found)) if found else 1)
        for event in events[place:end]:
            memories = [follow(each, state, [redact(event, each.seat)]) for each in memories]
            public = remember(public, [redact(event, None)])
            state = evolve(state, event)
        place = end


def _action_at(state: State, events: Sequence[Event], place: int) -> tuple[Seat, Action] | None:
    """Return the seat and the action of which the events from a place on are the outcome."""
    event = events[place]
    # The event that ends a turn names the next seat; outside a decision the turn says who acts.
    seat = getattr(event, "seat", None) if state.pending else state.turn.seat
    if state.over or seat is None or seat not in state.awaited or seat == DEALER:
        return None
    if state.options.automaton_at(seat):
        return None
    found = max(_explained(state, events, place, seat), key=lambda each: each[0], default=None)
    return (seat, found[1]) if found else None


def _explained(
    state: State, events: Sequence[Event], place: int, seat: Seat
) -> Iterator[tuple[int, Action]]:
    """Yield the actions whose outcome stands at a place, each with the number of its events.

    Of a play that may choose the season there are several: the one that leaves the Illimat where
    it is explains the card alone, the one that turned it explains the turn, too.
    """
    for action in _candidates(state, seat, events[place]):
        try:
            outcome = decide(state, seat, action)
        except RuleError:
            continue
        if outcome == list(events[place : place + len(outcome)]):
            yield len(outcome), action


def _candidates(state: State, seat: Seat, event: Event) -> Iterator[Action]:
    """Yield the actions that may begin with an event."""
    if isinstance(event, DecisionAnswered):
        yield from islice(legal_actions(state, seat), LISTED)
    elif not state.pending:
        if not state.turn.played and getattr(event, "by", None) is None:
            yield from _plays(event)
        table = Tabletop(state, edition_of(state))
        free = free_actions(table)
        yield from chain.from_iterable(rules.options(table, at, seat) for at, rules in free)
        if state.turn.played and open_after_play(table):
            yield EndTurn()


def _plays(event: Event) -> Iterator[Action]:
    """Yield the main plays that an event may record; which of them is legal, the rules know."""
    for season in (None, *SEASONS):
        if isinstance(event, CardSown):
            yield Sow(card=event.card, field=event.field, season=season)
        elif isinstance(event, StockpileMade):
            yield Stockpile(
                card=event.card,
                field=event.field,
                value=event.value,
                take=event.take,
                season=season,
            )
        elif isinstance(event, CardsHarvested):
            single = len(event.cards) == 1
            for setter in (None, *(() if single else event.cards)):
                yield Harvest(
                    card=event.cards[0] if single else None,
                    cards=None if single else event.cards,
                    field=event.field,
                    take=event.take,
                    value=None if FOOLS.isdisjoint(event.cards) else event.value,
                    season_card=setter,
                    season=season,
                )
