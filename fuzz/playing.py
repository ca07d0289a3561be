"""A game under way, with all that is needed to play it again."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from fuzz.options import Json, dice
from fuzz.players import Temper, choose, listed, random_temper, unasked
from illimat_core import (
    Action,
    Event,
    SeededSource,
    advance,
    as_json,
    begin,
    fold,
    read_options,
    settle_chance,
)
from illimat_core.cards import Seat

Thing = TypeVar("Thing")


class Recorder(SeededSource):
    """Chance from a seed, which remembers what it gave."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.given: list[Any] = []

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        order = super().shuffle(label, things)
        self.given.append(list(order))
        return order

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        picked = super().pick(label, things)
        self.given.append(picked)
        return picked


class Move(NamedTuple):
    """What is to be done next, and the list it was taken from: empty for what nobody asked for."""

    seat: Seat | None
    action: Action
    listed: list[Action]


class Game:
    """A game of random players; the same for the same options and seed."""

    def __init__(
        self, options: Mapping[str, Any], seed: int, *, temper: Temper | None = None
    ) -> None:
        self.options = dict(options)
        self.seed = seed
        self.random: Random = dice(seed)
        self.temper = temper or random_temper(self.random)
        self.chance = Recorder(seed.to_bytes(8, "big"))
        self.actions: list[Json] = []
        self.events: list[Event] = begin(read_options(options))
        self.state, self.events = settle_chance(fold(self.events), self.events, self.chance)
        self.first = self.state
        self.chance.given.clear()

    def next_move(self) -> Move | None:
        """What somebody wants to do; None where somebody is awaited who can do nothing."""
        state, random = self.state, self.random
        wish = unasked(state, random, self.temper)
        if wish:
            return Move(*wish, [])
        seat = random.choice(state.awaited)
        actions = listed(state, seat)
        if not actions:
            return None
        return Move(seat, choose(state, actions, random, self.temper), actions)

    def make(self, seat: Seat | None, action: Action) -> list[Event]:
        """Let a seat act; the events it led to."""
        self.actions.append({"seat": seat, **as_json(action)})
        self.state, events = advance(self.state, seat, action, self.chance)
        self.events += events
        return events

    def play(self) -> "Game":
        """Play to the end. Raises ``ValueError`` where the game cannot go on."""
        while not self.state.over:
            move = self.next_move()
            if move is None:
                raise ValueError(f"{self.state.awaited} can do nothing.")
            self.make(move.seat, move.action)
        return self
