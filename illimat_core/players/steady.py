"""One step ahead: try every considered action in a world, and evaluate the outcome."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from illimat_core.actions import Action
from illimat_core.cards import Seat
from illimat_core.editions import edition_of
from illimat_core.players import greedy
from illimat_core.players.dice import Dice
from illimat_core.players.evaluation import (
    Likely,
    Weights,
    evaluate,
    likely_values,
    weights_for,
)
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.moves import Chance, list_considered, play_on
from illimat_core.players.worlds import UnseenThings
from illimat_core.rules.hooks import Asked
from illimat_core.state import State

BY_OTHERS: Final[frozenset[Asked]] = frozenset({"together", "spectator"})
"""Decisions asked of these are answered by other people before they take effect."""
CLOSELY: Final = 12
"""With more actions than this, only a sample of them is followed, by one further choice."""
DEEP: Final = 2
"""The number of further choices of the same turn that are tried."""


class Judge(NamedTuple):
    """All that is needed to judge actions for a seat."""

    seat: Seat
    round: int
    likely: Likely
    weights: Weights

    def value(self, state: State) -> float:
        return evaluate(state, (self.seat,), self.likely, self.round, self.weights)[0]

    def values(self, state: State) -> list[float]:
        """Return the worth of a world to each seat, beginning with the judge's own."""
        seats = state.seats_from(self.seat)
        return evaluate(state, seats, self.likely, self.round, self.weights)


def judge_for(known: Knowledge, unseen: UnseenThings, weights: Weights | None = None) -> Judge:
    """Return the judge for what a seat knows, by default with the fitted weights."""
    table = known.table
    seat = table.turn.seat if known.seat is None else known.seat
    likely = likely_values(unseen.cards)
    return Judge(seat, table.round, likely, weights or weights_for(table.options))


def choose(known: Knowledge, dice: Dice, budget: int, weights: Weights | None = None) -> Action:
    """Choose the action with the best mean value over as many worlds as the budget says."""
    unseen = UnseenThings(known)
    judge = judge_for(known, unseen, weights)
    worlds = [unseen.world(dice) for _ in range(budget)]
    ranked = rank(judge, worlds, known.seat, dice)
    return ranked[0][1]


def rank(
    judge: Judge, worlds: Sequence[State], seat: Seat | None, dice: Dice
) -> list[tuple[float, Action]]:
    """Return the considered actions with their mean values, the best first."""
    actions = list_considered(worlds[0], seat)
    if len(actions) == 1:
        return [(0.0, actions[0])]
    # Chance within a world falls the same for all actions, so that they compare fairly.
    seeds = [dice.below(1 << 60) for _ in worlds]
    found = []
    for place, action in enumerate(actions):
        total = 0.0
        for world, seed in zip(worlds, seeds, strict=True):
            luck = Dice.of(seed)
            after = finish(play_on(world, seat, action, Chance(luck)), luck)
            total += _follow(judge, after, luck, DEEP if len(actions) <= CLOSELY else 1)
        found.append((-total / len(worlds), place))
    found.sort()
    return [(-value, actions[place]) for value, place in found]


def finish(state: State, dice: Dice) -> State:
    """Answer decisions that are asked of all together, or of a spectator, at random."""
    while asks_others(state) and not state.over:
        seat = state.awaited[0]
        state = play_on(state, seat, greedy.choose(state, seat, dice), Chance(dice))
    return state


def asks_others(state: State) -> bool:
    """Return whether the open decision is asked of all together, or of a spectator."""
    pending, decisions = state.pending, edition_of(state).decisions
    return pending is not None and decisions[pending.kind].asked in BY_OTHERS


def _follow(judge: Judge, state: State, dice: Dice, deep: int) -> float:
    """Return the value of a world after the seat's best continuation of this turn."""
    again = (
        not state.over
        and state.awaited == (judge.seat,)
        and state.round == judge.round
        and (state.pending is not None or state.turn.played or state.turn.used)
    )
    if not again or not deep:
        return judge.value(state)
    actions = list_considered(state, judge.seat)
    if len(actions) > CLOSELY:
        deep, actions = 1, actions[:: len(actions) // CLOSELY]
    chance = Chance(dice)
    return max(
        _follow(judge, finish(play_on(state, judge.seat, action, chance), dice), dice, deep - 1)
        for action in actions
    )
