"""A random game under way, with all that is needed to reproduce it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

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
from trials.dice import dice
from trials.jsons import Json
from trials.random_games.players import Temper, choose, listed, random_temper, unasked

Thing = TypeVar("Thing")


class Recorder(SeededSource):
    """Seeded chance that records its answers."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.given: list[Any] = []

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the things in random order, and record it."""
        order = super().shuffle(label, things)
        self.given.append(list(order))
        return order

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return a random thing, and record it."""
        picked = super().pick(label, things)
        self.given.append(picked)
        return picked


class Move(NamedTuple):
    """What is to be done next, and the list it was taken from: empty for what nobody asked for."""

    seat: Seat | None
    action: Action
    listed: list[Action]


class Game:
    """A game of random players; the same options and seed give the same game."""

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
        """Return the next move; None if an awaited seat has no legal action."""
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
        self.actions.append({"seat": seat, **as_json(action)})
        self.state, events = advance(self.state, seat, action, self.chance)
        self.events += events
        return events

    def play(self) -> "Game":
        """Play to the end; raises ValueError if the game cannot go on."""
        while not self.state.over:
            move = self.next_move()
            if move is None:
                raise ValueError(f"{self.state.awaited} can do nothing.")
            self.make(move.seat, move.action)
        return self
