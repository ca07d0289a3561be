"""The draft: a state and the events decided so far, the only mutable object in deciding."""

from typing import Any

from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import DEALER, FieldId, Seat
from illimat_core.decisions import Kind, Pending, Step
from illimat_core.events import DecisionOpened, Event
from illimat_core.folding import evolve
from illimat_core.rules.hooks import Edition, Tabletop
from illimat_core.state import State


class Draft(Tabletop):
    """The object that effects write to: each emitted event immediately updates its state."""

    __slots__ = ("agenda", "asked", "events")

    def __init__(self, state: State, edition: Edition, *, budget: Budget = UNBOUNDED) -> None:
        super().__init__(state, edition, budget=budget)
        self.events: list[Event] = []
        self.agenda: list[Step] = []
        self.asked: bool = False

    def emit(self, event: Event) -> None:
        """Record an event and evolve the state by it."""
        self.state: State = evolve(self.state, event)
        self.events.append(event)

    def next(self, *steps: Step) -> None:
        """Put steps at the front of the agenda, the first one first."""
        self.agenda[:0] = steps

    def ask(self, kind: Kind, *seats: Seat | None, at: FieldId | None = None, **more: Any) -> None:
        """Open a decision, which suspends the agenda until it is answered.

        An effect asks last: everything that follows must already be on the agenda. Seats that have
        left are not asked (R-END-3); with nobody to ask, the game goes on.
        """
        if self.asked:
            raise AssertionError("An effect asked twice; asking is the last thing it may do.")
        players = self.state.players
        asked = tuple(s for s in seats if s is None or s == DEALER or not players[s].gone)
        if len(asked) == 1 and self.state.options.automaton_at(asked[0]):
            # An automaton declines what is optional, and chance decides what is not.
            asked = () if more.get("optional") else (DEALER,)
        if not asked:
            return
        resume = tuple(self.agenda)
        self.emit(DecisionOpened(kind=kind, awaiting=asked, at=at, resume=resume, **more))
        self.agenda = []
        self.asked = True

    def resume(self, pending: Pending) -> None:
        """Resume the agenda that an answered decision interrupted."""
        self.agenda = list(pending.resume)

    def settle(self) -> None:
        """Run steps until none is left or a decision is open."""
        while self.agenda and not self.asked and not self.state.over:
            step = self.agenda.pop(0)
            self.edition.steps[step.name].run(self, step)


def step(name: str, at: FieldId | None = None, *, seat: Seat | None = None, count: int = 0) -> Step:
    """Return the step of this name, about a field ``at`` or a ``seat`` if given."""
    return Step(name=name, at=at, seat=seat, count=count)
