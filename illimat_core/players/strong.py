"""Determinised search: the best actions are played on in many worlds, to the seat's next turn.

All candidates are tried in the same worlds. After each stage the worse half is dropped (sequential
halving); the evaluation one step ahead counts as ``PRIOR`` worlds. Near the end of a round of two,
a tree of plays reaches its end.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from illimat_core.actions import Action
from illimat_core.players import greedy, steady, tree
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.moves import Chance, first_listed, is_crowded, listing_limit, play_on
from illimat_core.players.prospects import Goal, goal_of
from illimat_core.players.worlds import UnseenThings
from illimat_core.state import State

CANDIDATES: Final = 8
PRIOR: Final = 6
FIRST_LOOK: Final = 3
"""The number of worlds in which candidates are chosen."""
ANSWERS: Final = 6
"""This many of the answers to a question are tried, or of what a turn may end with."""
IF_CROWDED: Final = 4
"""On a crowded board, one game is played where this many are played otherwise."""
LONGEST: Final = 40
"""No world is played on for more actions."""


class Candidate(NamedTuple):
    """An action with the means of what it leads to.

    ``worth`` is what candidates are ranked by: the chance to win the game, in points. ``margin`` is
    the margin of the round.
    """

    worth: float
    margin: float
    action: Action


def choose(known: Knowledge, dice: Dice, budget: int) -> Action:
    """Choose by playing on in worlds; the budget is for two seats, and more seats share it."""
    return weigh(known, dice, budget)[0].action


def weigh(known: Knowledge, dice: Dice, budget: int) -> list[Candidate]:
    """Return the candidates of a search, the best first, then those dropped last."""
    unseen = UnseenThings(known)
    judge = steady.judge_for(known, unseen)
    goal = goal_of(known, judge)
    worlds = [unseen.world(dice) for _ in range(FIRST_LOOK)]
    ranked = steady.rank(judge, worlds, known.seat, dice)[:CANDIDATES]
    if len(ranked) == 1:
        ((margin, action),) = ranked
        return [Candidate(margin, margin, action)]
    if tree.can_be_grown(known):
        tries = tree.grow(known, goal, [action for _, action in ranked], dice, budget)
        return [Candidate(t.worth / t.times, t.margin / t.times, t.action) for t in tries]
    return _play_on(known, goal, ranked, dice, budget)


def _play_on(
    known: Knowledge,
    goal: Goal,
    ranked: Sequence[tuple[float, Action]],
    dice: Dice,
    budget: int,
) -> list[Candidate]:
    """Return candidates by what they lead to at the seat's next turn."""
    unseen = UnseenThings(known)
    games = 2 * affordable_games(known.table, budget) // max(2, len(known.table.players))
    before = [goal.of_margin(known.table, margin) for margin, _ in ranked]
    totals = [[PRIOR * each.worth, PRIOR * each.margin] for each in before]
    counts = [PRIOR] * len(ranked)
    left, order = list(range(len(ranked))), list(range(len(ranked)))
    stages = max(1, (len(left) - 1).bit_length())
    for _ in range(stages):
        for _ in range(max(1, games // (stages * len(left)))):
            world, seed = unseen.world(dice), dice.below(1 << 60)
            for place in left:
                luck = Dice.of(seed)
                after = play_on(world, known.seat, ranked[place][1], Chance(luck))
                found = goal.prospect(play_to_next_turn(goal.judge, after, luck))
                totals[place][0] += found.worth
                totals[place][1] += found.margin
                counts[place] += 1
        order[: len(left)] = sorted(left, key=lambda place: -totals[place][0])
        left = order[: (len(left) + 1) // 2]
    return [
        Candidate(totals[p][0] / counts[p], totals[p][1] / counts[p], ranked[p][1]) for p in order
    ]


def affordable_games(state: State, games: int) -> int:
    """Return how many of the given number of games to play: fewer on a crowded board."""
    return games // IF_CROWDED if is_crowded(state) else games


def play_to_next_turn(judge: steady.Judge, state: State, dice: Dice) -> State:
    """Play on until the seat's next turn begins, or the round is over.

    Plays are greedy; of a few answers to other decisions, a seat gives the one it values most.
    """
    turned = state.turn.seat != judge.seat
    for _ in range(LONGEST):
        if state.over or state.round != judge.round or state.chance_awaited:
            break
        turned = turned or state.turn.seat != judge.seat
        if turned and not state.pending and state.turn.seat == judge.seat:
            break
        state = _next(judge, state, dice)
    return state


def _next(judge: steady.Judge, state: State, dice: Dice) -> State:
    seat, chance = state.awaited[0], Chance(dice)
    answers = state.pending or state.turn.played
    if seat is None or not answers or steady.asks_others(state):
        return play_on(state, seat, greedy.choose(state, seat, dice), chance)
    tried = dice.shuffle([*first_listed(state, seat, listing_limit(state))])[:ANSWERS]
    worlds = [play_on(state, seat, action, chance) for action in tried]
    return max(worlds, key=judge._replace(seat=seat).value)
