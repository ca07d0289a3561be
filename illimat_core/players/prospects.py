"""Prospects: what a state promises a seat, in points of the round and for winning the game.

A point counts less for a side that is far ahead or behind, and most near the end of an even game.
"""

from math import erf, pi, sqrt
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


class Prospect(NamedTuple):
    """``worth`` is what counts: the chance to win, in points. ``margin`` is that of the round."""

    worth: float
    margin: float


class Goal(NamedTuple):
    """What a seat plays for: to win the game.

    ``lead`` are the points that it is ahead since earlier rounds, ``later`` is the expected number
    of rounds after this one, and ``scale`` the number of points for a chance of 1.
    """

    judge: Judge
    lead: float
    later: float
    scale: float

    def prospect(self, state: State) -> Prospect:
        """Return what a world promises."""
        return self.of_margin(state, self.judge.value(state))

    def of_margin(self, state: State, expected: float) -> Prospect:
        """Return what a world promises whose round's margin is expected to be so large."""
        if not self.scale:
            return Prospect(expected, expected)
        if state.over:
            winners = state.winners or ()
            chance = (self.judge.seat in winners) / len(winners) if winners else 0.0
        else:
            doubt = _doubt(0 if is_scored(state, self.judge.round) else cards_left(state))
            chance = _below((self.lead + expected) / _with_later_rounds(doubt, self.later))
        return Prospect(self.scale * (chance - 0.5), expected)


def goal_of(known: Knowledge, judge: Judge) -> Goal:
    """Return the goal of a seat. With more than two sides it is the round's margin alone."""
    table = known.table
    options, side = table.options, table.options.side(judge.seat)
    if len(options.sides) != 2:
        return Goal(judge, 0.0, 0.0, 0.0)
    (other,) = [each for each in options.sides if each != side]
    scores = table.players[side[0]].score, table.players[other[0]].score
    if options.rounds is None:
        later = max(0.0, (options.target_score - max(scores)) / USUAL_POINTS - 1)
    else:
        later = options.rounds - table.round
    doubt = _with_later_rounds(_doubt(cards_left(table)), later)
    return Goal(judge, scores[0] - scores[1], later, sqrt(2 * pi) * doubt)


def _doubt(cards: int) -> float:
    """Return the standard deviation of the margin around what is expected."""
    return LEAST_DOUBT + OF_A_CARD * sqrt(cards)


def _with_later_rounds(doubt: float, later: float) -> float:
    return sqrt(doubt * doubt + later * OF_A_ROUND**2)


def _below(deviations: float) -> float:
    """Return the share of a normal distribution that lies below so many deviations."""
    return 0.5 + 0.5 * erf(deviations / sqrt(2))
