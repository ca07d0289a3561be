"""Verdicts on what was drawn: whether a fair dealer could have drawn it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from trials.fairness.dealing import DrawnOutcomes
from trials.fairness.fits import Fit, Question

ERROR: Final = 0.001
"""The share of runs in which a fair dealer is found unfair."""


class Verdict(NamedTuple):
    """How well the outcomes of each question fit, and how many seeds were drawn again.

    A probability below `bound` is unfair. The more questions there are, the lower it is, so that
    all of them together find a fair dealer unfair in a share of ERROR of the runs.
    """

    fits: Mapping[Question, Fit]
    bound: float
    repeated: int

    @property
    def unfair(self) -> Sequence[Question]:
        """The questions whose outcomes a fair dealer would hardly ever have drawn."""
        return [each for each, fit in self.fits.items() if fit.probability < self.bound]


def judge(dealt: DrawnOutcomes) -> Verdict:
    fits = {each: each.fit(dealt.counts[each], each.size) for each in sorted(dealt.counts)}
    bound = 1 - (1 - ERROR) ** (1 / len(fits))
    return Verdict(fits, bound, len(dealt.seeds) - len(set(dealt.seeds)))
