"""Prospects: what a state promises a seat, in points of the round and for winning the game.

A point counts less for a side that is far ahead or behind, and most near the end of an even game.
"""

from collections.abc import Sequence
from math import erf, exp, pi, sqrt
from typing import Final, NamedTuple

from illimat_core.players.evaluation import cards_left, is_scored
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.steady import Judge
from illimat_core.state import State

OF_A_ROUND: Final = 6.5
"""The standard deviation of a round's margin between equal players of two."""
LEAST_DOUBT: Final = 0.8
OF_A_CARD: Final = 0.78
"""An evaluation errs by this much for each card left to play, as a standard deviation."""
USUAL_POINTS: Final = 7
"""What the leader may expect to score in a round."""
LOGISTIC: Final = 1.7
"""With this many times the distance, a logistic curve is like the normal distribution's."""
MOST_BEHIND: Final = 50.0
"""Rivals further ahead count as if they were this far, so that the exponential stays finite."""
TWO: Final = 2  # sides


class Prospect(NamedTuple):
    """``worth`` is what counts: the chance to win, in points. ``margin`` is that of the round."""

    worth: float
    margin: float


class Goal(NamedTuple):
    """What a seat plays for: to win the game.

    ``scores`` are the points of each side from earlier rounds, the seat's own side first; none if
    it plays alone. ``later`` is the expected number of rounds after this one, and ``scale`` the
    number of points for a chance of 1.
    """

    judge: Judge
    scores: tuple[float, ...] = ()
    later: float = 0.0
    scale: float = 0.0

    def prospect(self, state: State) -> Prospect:
        if len(self.scores) <= TWO:
            return self.of_margin(state, self.judge.value(state))
        values = self.judge.values(state)
        # A value is the margin over the mean of the others.
        points = [(len(values) - 1) / len(values) * each for each in values]
        return self._promise(state, values[0], points)

    def of_margin(self, state: State, expected: float) -> Prospect:
        """Assume that the other sides do equally well in the round."""
        return self._promise(state, expected, [expected, *[0.0] * (len(self.scores) - 1)])

    def _promise(self, state: State, expected: float, points: Sequence[float]) -> Prospect:
        """Return the prospect of a seat, given the points that each side expects of the round."""
        if not self.scores:
            return Prospect(expected, expected)
        if state.over:
            winners = state.winners or ()
            chance = (self.judge.seat in winners) / len(winners) if winners else 0.0
        else:
            doubt = _doubt(0 if is_scored(state, self.judge.round) else cards_left(state))
            total = [score + each for score, each in zip(self.scores, points, strict=True)]
            chance = _chance(total, _with_later_rounds(doubt, self.later))
        return Prospect(self.scale * (chance - 1 / len(self.scores)), expected)


def goal_of(known: Knowledge, judge: Judge) -> Goal:
    """Return the goal of a seat; without another side it is the round's margin alone."""
    table = known.table
    options, own = table.options, table.options.side(judge.seat)
    if len(options.sides) == 1:
        return Goal(judge)
    first = options.sides.index(own)
    sides = [*options.sides[first:], *options.sides[:first]]
    scores = tuple(float(table.players[side[0]].score) for side in sides)
    if options.rounds is None:
        later = max(0.0, (options.target_score - max(scores)) / USUAL_POINTS - 1)
    else:
        later = max(0, options.rounds - table.round)  # a tie may add rounds
    doubt = _with_later_rounds(_doubt(cards_left(table)), later)
    return Goal(judge, scores, later, sqrt(2 * pi) * doubt)


def _chance(points: Sequence[float], doubt: float) -> float:
    """Return the chance of the first side to have the most points at the end."""
    own, *others = points
    if len(others) == 1:
        return _normal_share_below((own - others[0]) / doubt)
    behind = [min(MOST_BEHIND, LOGISTIC * (other - own) / doubt) for other in others]
    return 1 / (1 + sum([exp(each) for each in behind]))


def _doubt(cards: int) -> float:
    """Return the standard deviation of the margin around what is expected."""
    return LEAST_DOUBT + OF_A_CARD * sqrt(cards)


def _with_later_rounds(doubt: float, later: float) -> float:
    return sqrt(doubt * doubt + later * OF_A_ROUND**2)


def _normal_share_below(deviations: float) -> float:
    return 0.5 + 0.5 * erf(deviations / sqrt(2))
