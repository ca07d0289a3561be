"""What organisers can expect: how long games last, and how many are open when the season ends.

A game takes as many decisions as random games have taken, each after half a day, as correspondence
games go; how long they take is about normally distributed.
"""

from collections.abc import Iterator
from datetime import timedelta
from math import sqrt
from statistics import NormalDist, mean
from typing import Final, NamedTuple

from games.clocks.spans import DAY
from leagues.models import Season
from leagues.rules import SeasonRules, game_options, round_length
from leagues.season.declared_rules import moved_rounds

A_DAY: Final = timedelta(days=1)
A_DECISION: Final = 0.5  # days, on average; their standard deviation is as long


class Length(NamedTuple):
    """Means and standard deviations of the decisions in a round, and of the rounds to 17 points."""

    decisions: float
    decisions_vary: float
    rounds: float
    rounds_vary: float


LENGTHS: Final = {
    (2, 2): Length(33, 4, 3.0, 0.6),
    (3, 3): Length(32, 4, 3.5, 0.8),
    (4, 4): Length(42, 5, 3.6, 0.8),
    (4, 2): Length(42, 6, 2.2, 0.4),
}
"""By the seats and the sides of a game, measured in a thousand random games of each kind."""


class GameEstimate(NamedTuple):
    """How many days a game takes in the mean, and the percentage that is open at the end."""

    days: int
    adjudicated: int


def estimate_of(season: Season, rules: SeasonRules) -> GameEstimate | None:
    """Return what to expect of the games of a season; None until it has dates."""
    starts, ends = season.started_at or season.starts_at, season.ends_at
    if starts is None or ends is None:
        return None
    length = _length(rules)
    moved = [ends - begins for begins in moved_rounds(season)]
    left = moved or _left(ends - starts, rules)
    late = mean(1 - length.cdf(each / A_DAY) for each in left)
    return GameEstimate(max(1, round(length.mean)), round(100 * late))


def _left(duration: timedelta, rules: SeasonRules) -> Iterator[timedelta]:
    """Yield how long games have, in each round of the largest group that there may be."""
    format_ = rules.played_as
    rounds = format_.rounds(rules, min(rules.capacity, rules.group_size, format_.most))
    length = round_length(rules, duration, rounds)
    for number in range(rounds):
        yield duration - number * length


def _length(rules: SeasonRules) -> NormalDist:
    """Return how many days a game takes."""
    options = game_options(rules, rules.at_table)
    usual = LENGTHS[options.seats, len(options.sides)]
    rounds, rounds_vary = usual.rounds, usual.rounds_vary
    if options.rounds is not None:
        rounds, rounds_vary = options.rounds, 0
    decisions = rounds * usual.decisions
    vary = rounds * usual.decisions_vary**2 + (rounds_vary * usual.decisions) ** 2
    waits = A_DECISION
    if rules.clock.renewed is not None:
        waits = min(waits, rules.clock.renewed / DAY)
    return NormalDist(waits * decisions, waits * sqrt(decisions + vary))
