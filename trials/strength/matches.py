"""Games between house players: the same deals for both sides, with seats rotated."""

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, NamedTuple

from illimat_core import (
    SeededSource,
    State,
    apply,
    begin,
    fold,
    read_options,
    redact,
    settle_chance,
)
from illimat_core.actions import Action
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import Knowledge, follow, know
from illimat_core.players.levels import check_budget, level_named
from illimat_core.players.memory import Memory
from trials.jsons import Json

Player = Callable[[Knowledge, Dice], Action]
Watch = Callable[[State], None]
"""Called with each state before a choice."""


class Contender(NamedTuple):
    """A level with a budget, the level's own if None."""

    level: str
    budget: int | None = None

    def player(self) -> Player:
        """Return the player. Raises ``PlayerError`` for an unknown level or impossible budget."""
        level = level_named(self.level)
        budget = level.budget if self.budget is None else check_budget(self.budget)
        return lambda known, dice: level.choose(known, dice, budget)

    def __str__(self) -> str:
        """Return it as one would type it."""
        return self.level if self.budget is None else f"{self.level}:{self.budget}"


def read_entrant(text: str) -> Contender:
    """Return what `steady` or `strong:60` stands for; raises ``PlayerError`` for anything else."""
    level, colon, budget = text.partition(":")
    # int reads other digits as well, and spaces; 0 is no budget either
    number = int(budget) if budget.isascii() and budget.isdigit() else 0
    entrant = Contender(level, number if colon else None)
    entrant.player()
    return entrant


class Match(NamedTuple):
    """One entrant against others in the same game. With one player there are no others."""

    name: str
    options: Json
    one: Contender
    others: Contender

    def shares(self, seed: int) -> list[float]:
        """Return the first entrant's share of the win of one deal, from each of its seats.

        In a game of teams it has both seats of a side.
        """
        options = read_options(self.options)
        one, others = self.one.player(), self.others.player()
        found = []
        for side in options.sides:
            if side[0] < options.players:
                seats = [one if seat in side else others for seat in range(options.players)]
                found.append(share(play(self.options, seed, seats), side))
        return found


class DealResult(NamedTuple):
    """The result of one deal: the mean share over the seats, and the processor time in seconds."""

    share: float
    seconds: float


def deal(match: Match, seed: int) -> DealResult:
    began = process_time()
    shares = match.shares(seed)
    return DealResult(sum(shares) / len(shares), process_time() - began)


def play(options: Json, seed: int, players: Sequence[Player], watch: Watch | None = None) -> State:
    """Return the end of a game between players, by seat. The deal depends on the seed alone."""
    key = seed.to_bytes(8, "big")
    source = SeededSource(key)
    begun = begin(read_options(options))
    state, _ = settle_chance(fold(begun), begun, source)
    seats = range(state.options.players)
    memories = [Memory(seat) for seat in seats]
    dice = [Dice(key, f"player/{seat}") for seat in seats]
    while not state.over:
        if watch:
            watch(state)
        seat = state.awaited[0]
        place = state.turn.seat if seat is None else seat
        action = players[place](know(state, seat, memories[place]), dice[place])
        after, events = settle_chance(*apply(state, seat, action), source)
        memories = [
            follow(memory, state, [redact(event, memory.seat) for event in events])
            for memory in memories
        ]
        state = after
    return state


def share(state: State, seats: Sequence[int]) -> float:
    """Return the part of the win that falls to some seats; winners of a tie share it."""
    winners = state.winners or ()
    return sum(seat in seats for seat in winners) / len(winners) if winners else 0.0


def round_of(options: dict[str, Any]) -> Json:
    """Return the options for a game of one round."""
    return options | {"rounds": 1}
