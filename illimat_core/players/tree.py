"""A tree of plays to the end of a round of two, where every answer of the other seat counts.

In each world the plays that have turned out best for their seat are tried again and again, with a
look at the others now and then (UCT; Kocsis and Szepesvári 2006). From where the tree ends, the
round is played out greedily.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Final

from illimat_core.actions import Action
from illimat_core.cards import Seat
from illimat_core.players import greedy
from illimat_core.players.dice import Dice
from illimat_core.players.evaluation import cards_left, is_scored
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.moves import Chance, is_crowded, list_considered, play_on
from illimat_core.players.prospects import Goal, Prospect
from illimat_core.players.worlds import UnseenThings
from illimat_core.state import State

NEAR_THE_END: Final = 8
"""A tree is grown if no more cards are left to play."""
WORLDS: Final = 4
"""The number of trees, if more is hidden than a hand."""
PLAYS: Final = 6
"""For each game of the budget, no more plays are made, on average."""
FIRST: Final = 2
"""The evaluation of a play counts as this many tries."""
WIDTH: Final = 6
"""The number of plays that are tried at a place, the best by evaluation."""
MOST: Final = 40
"""With more than about this many plays at a place, only a sample of them is evaluated."""
CURIOSITY: Final = 2.0
"""In points: how much better than it seems a play may be that was tried seldom."""
LONGEST: Final = 40
"""No world is played on for more actions."""


@dataclass(slots=True)
class Try:
    """A play, the state after it, and the sums of what it has led to."""

    action: Action
    state: State
    seat: Seat | None
    times: int = 0
    worth: float = 0.0
    margin: float = 0.0
    answers: list["Try"] = field(default_factory=list)

    def add(self, found: Prospect, times: int = 1) -> None:
        self.times += times
        self.worth += times * found.worth
        self.margin += times * found.margin


def can_be_grown(known: Knowledge) -> bool:
    """Return whether the seat is to play, and the end of the round of two is near enough."""
    table = known.table
    near = table.options.players == 2 and cards_left(table) <= NEAR_THE_END
    return near and not is_crowded(table) and known.seat is not None and not table.pending


def grow(
    known: Knowledge, goal: Goal, actions: Sequence[Action], dice: Dice, budget: int
) -> list[Try]:
    """Return the tries of some actions in all trees, the most tried first."""
    unseen = UnseenThings(known)
    others = [player for seat, player in enumerate(known.table.players) if seat != known.seat]
    surprises = len(unseen.cards) > sum([len(player.hand) for player in others])
    count = min(budget, WORLDS if surprises else 1)
    trees = [Tree(goal, unseen.world(dice), actions, dice) for _ in range(count)]
    for tree in trees:
        tree.grow(budget // count)
    sums = trees[0].roots
    for tree in trees[1:]:
        for total, each in zip(sums, tree.roots, strict=True):
            total.times += each.times
            total.worth += each.worth
            total.margin += each.margin
    return sorted(sums, key=lambda each: (-each.times, -each.worth))


class Tree:
    """The tree of one world."""

    def __init__(self, goal: Goal, world: State, actions: Sequence[Action], dice: Dice) -> None:
        self._goal, self._dice = goal, dice
        self._seed = dice.below(1 << 60)
        self._plays = 0
        self.roots: list[Try] = self._tries(world, actions)

    def grow(self, games: int) -> None:
        """Try that many lines of play, as far as the number of plays allows."""
        for _ in range(games):
            if self._plays > PLAYS * games:
                break
            self._try_a_line()

    def _try_a_line(self) -> None:
        line: list[Try] = []
        tries = self.roots
        while tries:
            line.append(self._most_promising(tries))
            last = line[-1]
            if not last.answers and last.times > FIRST and not self._ends(last.state):
                last.answers = self._answers(last.state)
            tries = last.answers
        found = self._goal.prospect(self._played_out(line[-1].state))
        for each in line:
            each.add(found)

    def _most_promising(self, tries: list[Try]) -> Try:
        sign = 1 if tries[0].seat == self._goal.judge.seat else -1
        all_times = log(sum([each.times for each in tries]))

        def promise(each: Try) -> float:
            return sign * each.worth / each.times + CURIOSITY * sqrt(all_times / each.times)

        return max(tries, key=promise)

    def _answers(self, state: State) -> list[Try]:
        """Return the plays of the player to move, those that seem best to them."""
        seat = state.awaited[0]
        sign = -1 if seat == self._goal.judge.seat else 1
        actions = list_considered(state, seat)
        tries = self._tries(state, actions[:: 1 + len(actions) // MOST])
        return sorted(tries, key=lambda each: sign * each.worth)[:WIDTH]

    def _tries(self, state: State, actions: Sequence[Action]) -> list[Try]:
        seat = state.awaited[0]
        found = []
        for action in actions:
            # Chance falls the same for all answers, so that they compare fairly.
            each = Try(action, self._play(state, seat, action, Dice.of(self._seed)), seat)
            each.add(self._goal.prospect(each.state), FIRST)
            found.append(each)
        return found

    def _played_out(self, state: State) -> State:
        left = LONGEST
        while left and not self._ends(state):
            left -= 1
            seat = state.awaited[0]
            state = self._play(state, seat, greedy.choose(state, seat, self._dice), self._dice)
        return state

    def _play(self, state: State, seat: Seat | None, action: Action, dice: Dice) -> State:
        self._plays += 1
        return play_on(state, seat, action, Chance(dice))

    def _ends(self, state: State) -> bool:
        return is_scored(state, self._goal.judge.round) or state.chance_awaited
