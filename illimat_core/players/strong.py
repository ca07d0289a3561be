"""Determinised search: the best actions are played on in many worlds, to the seat's next turn.

All candidates are tried in the same worlds. After each stage the worse half is dropped (sequential
halving); the evaluation one step ahead counts as ``PRIOR`` worlds.
"""

from typing import Final, NamedTuple

from illimat_core.actions import Action
from illimat_core.players import greedy, steady
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.moves import Chance, play_on
from illimat_core.players.worlds import Unseen
from illimat_core.state import State

CANDIDATES: Final = 8
PRIOR: Final = 6
FIRST_LOOK: Final = 3
"""The number of worlds in which candidates are chosen."""
LONGEST: Final = 40
"""No world is played on for more actions."""


class Candidate(NamedTuple):
    """An action with its mean value, in points of the round's margin."""

    value: float
    action: Action


def choose(known: Knowledge, dice: Dice, budget: int) -> Action:
    """Choose by playing on in worlds; the budget is for two seats, and more seats share it."""
    return weigh(known, dice, budget)[0].action


def weigh(known: Knowledge, dice: Dice, budget: int) -> list[Candidate]:
    """Return the candidates of a search, the best first, then those dropped last."""
    unseen = Unseen(known)
    judge = steady.judge_for(known, unseen)
    worlds = [unseen.world(dice) for _ in range(FIRST_LOOK)]
    ranked = steady.rank(judge, worlds, known.seat, dice)[:CANDIDATES]
    if len(ranked) == 1:
        return [Candidate(*ranked[0])]
    games = 2 * budget // max(2, len(known.table.players))
    totals = [PRIOR * value for value, _ in ranked]
    counts = [PRIOR] * len(ranked)
    left, order = list(range(len(ranked))), list(range(len(ranked)))
    stages = max(1, (len(left) - 1).bit_length())
    for _ in range(stages):
        for _ in range(max(1, games // (stages * len(left)))):
            world, seed = unseen.world(dice), dice.below(1 << 60)
            for place in left:
                luck = Dice.of(seed)
                after = play_on(world, known.seat, ranked[place][1], Chance(luck))
                totals[place] += judge.value(to_next_turn(judge, after, luck))
                counts[place] += 1
        order[: len(left)] = sorted(left, key=lambda place: -totals[place])
        left = order[: (len(left) + 1) // 2]
    return [Candidate(totals[place] / counts[place], ranked[place][1]) for place in order]


def to_next_turn(judge: steady.Judge, state: State, dice: Dice) -> State:
    """Play on greedily until the seat's next turn begins, or the round is over."""
    turned = state.turn.seat != judge.seat
    for _ in range(LONGEST):
        if state.over or state.round != judge.round or state.chance_awaited:
            break
        turned = turned or state.turn.seat != judge.seat
        if turned and not state.pending and state.turn.seat == judge.seat:
            break
        seat = state.awaited[0]
        state = play_on(state, seat, greedy.choose(state, seat, dice), Chance(dice))
    return state
