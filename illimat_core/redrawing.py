"""Drawing again what chance drew in a stored game, to find draws that were changed since."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from illimat_core.cards import DEALER, Card
from illimat_core.decider import decide
from illimat_core.editions import edition_of
from illimat_core.events import CardSown, Event, OutageCredited, RoundDealt
from illimat_core.folding import evolve, fold
from illimat_core.rules.chance import Source, answer
from illimat_core.rules.hooks import Tabletop
from illimat_core.state import State


def rounds_changed(
    commands: Sequence[Sequence[Event]], source_of: Callable[[int, int], Source]
) -> Iterator[int]:
    """Yield the round of each draw in a game that differs from what its source draws.

    Cards drawn from the deck differ if they did not lie on its top.

    ``commands`` are the game's events, those of each command together. ``source_of`` returns the
    source of a command, by its index and the round in which it begins.
    """
    started, *dealt = commands[0]
    state = fold([started])
    for index, events in enumerate([dealt, *commands[1:]]):
        source = source_of(index, state.round)
        # Outages are recorded before what a command draws, but only after it is drawn.
        outages = sum(1 for _ in takewhile(lambda each: isinstance(each, OutageCredited), events))
        for place, event in enumerate(events):
            if state.chance_awaited:
                drawn = _draw(state, outages, source)
                if list(events[place : place + len(drawn)]) != drawn:
                    yield state.round + (state.pending is not None and state.pending.kind == "deal")
            before, state = state, evolve(state, event)
            taken = before.deck[: max(0, len(before.deck) - len(state.deck))]
            if taken and not isinstance(event, RoundDealt) and _drawn_by(event) != taken:
                yield state.round


def _drawn_by(event: Event) -> tuple[Card, ...]:
    """Return the cards that an event takes from the deck."""
    return event.hidden if isinstance(event, CardSown) else event.cards  # type: ignore[attr-defined]


def _draw(state: State, outages: int, source: Source) -> list[Event]:
    """Return the events of what chance draws, under the labels of the version it was asked at."""
    asked = replace(state, version=state.version - outages)
    return decide(state, DEALER, answer(Tabletop(asked, edition_of(state)), source))
