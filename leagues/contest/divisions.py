"""Divisions: who is promoted and relegated, and who plays where in the next season.

Divisions are numbered from 0, the top one. Each season gives its entrants a **claim** to a division
of the next. Filling divisions never places anybody below their claim.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

import msgspec

from leagues.contest.errors import LeagueError
from leagues.contest.standings.ranking import RankedRow

MOST_MISSED = 2
"""Seasons in a row that somebody can miss and keep their claim."""


class Outcome(StrEnum):
    """What a season, or what is certain of it, means for an entrant."""

    FIRST = "first"  # in the standings of the top division; people are told, claims say `SAFE`
    PROMOTED = "promoted"
    SAFE = "safe"  # from relegation
    RELEGATED = "relegated"


class Claim(msgspec.Struct, frozen=True):
    """An entrant's claim to a division: by which outcome, at which place of which division.

    `missed` counts the seasons since.
    """

    division: int
    outcome: Outcome
    came_from: int
    place: int
    missed: int = 0

    @property
    def order(self) -> tuple[int, bool, int, int]:
        """What decides who is raised first: the division, that they stayed there, their place."""
        promoted = self.outcome is Outcome.PROMOTED
        return (self.division, promoted, self.place, self.missed)


class Assignment(msgspec.Struct, frozen=True):
    """An entrant's division in the next season, and the claim that led to it, if any.

    `raised` says that they play above their claim, to fill a vacancy.
    """

    entrant: str
    division: int
    claim: Claim | None = None
    raised: bool = False


def outcomes(
    rows: Sequence[RankedRow],
    *,
    promoted: int,
    relegated: int,
    withdrawn: frozenset[str] = frozenset(),
) -> dict[str, Outcome]:
    """Return what is certain, for each entrant for whom something is.

    The first `promoted` who did not withdraw go up, and the last `relegated` places go down. So
    somebody below the places of promotion may still go up, if others withdraw, and somebody who
    withdrew does not, wherever they are. Only those who were paired count: a substitute's row takes
    nobody's place, so that nothing certain is taken back when one is named.
    """
    paired = [(row.entrant, row.paired) for row in rows if row.paired]
    stay = len(paired) - relegated
    certain = {}
    for entrant, among in paired:
        if among.worst <= promoted and entrant not in withdrawn:
            certain[entrant] = Outcome.PROMOTED
        elif among.best > stay:
            certain[entrant] = Outcome.RELEGATED
        elif among.worst <= stay:
            certain[entrant] = Outcome.SAFE
    return certain


def claims(
    orders: Sequence[Sequence[str]],
    *,
    promoted: int,
    relegated: int,
    withdrawn: frozenset[str] = frozenset(),
    substitutes: frozenset[str] = frozenset(),
    before: Mapping[str, Claim] | None = None,
) -> dict[str, Claim]:
    """Return the claims after a season, given the final order of each division, the top one first.

    Below the top division, the first `promoted` who did not withdraw claim the division above;
    above the bottom one, the last `relegated` claim that below. All others claim their own. If so
    many withdrew that somebody would do both, they are promoted. A `substitute` is neither, and
    takes nobody's place among those who are; they claim the division in which they played.
    An entrant who has a claim of `before` and did not play keeps it for `MOST_MISSED` seasons, and
    so does a substitute whose claim is to a higher division than the one in which they played.
    Raises LeagueError for an entrant in two divisions.
    """
    found: dict[str, Claim] = {}
    bottom = len(orders) - 1
    for division, order in enumerate(orders):
        paired = [name for name in order if name not in substitutes]
        fit = [name for name in paired if name not in withdrawn]
        up = set(fit[:promoted]) if division else set()
        last = paired[max(0, len(paired) - relegated) :] if division < bottom else ()
        down = set(last) - up
        for place, name in enumerate(order, start=1):
            if name in found:
                raise LeagueError("entrants", "{entrant} is in two divisions.", entrant=name)
            move = -1 if name in up else 1 if name in down else 0
            outcome = {-1: Outcome.PROMOTED, 0: Outcome.SAFE, 1: Outcome.RELEGATED}[move]
            found[name] = Claim(division + move, outcome, division, place)
    kept = {
        name: msgspec.structs.replace(claim, missed=claim.missed + 1)
        for name, claim in (before or {}).items()
        if claim.missed < MOST_MISSED
        and (name not in found or (name in substitutes and claim.division < found[name].division))
    }
    return found | kept


def fill(
    registered: Sequence[str],
    claimed: Mapping[str, Claim],
    divisions: int,
    step: int = 1,
    moved: Mapping[str, int] = MappingProxyType({}),
) -> tuple[tuple[Assignment, ...], ...]:
    """Fill divisions of the next season, the top one first, with all who registered.

    An entrant with a claim plays at least there, if that division exists. From the top, each
    division gets an equal part of those left, or all with a claim to it, if these are more.
    Vacancies go to the best of the division below who stayed there, then to those promoted to it,
    then to lower divisions, and only then to those who were just relegated. Newcomers come last, in
    the order of `registered`, the strongest first. Sizes are multiples of `step`, except that the
    last division gets all who are left; so without claims they differ by at most one step.

    An entrant who is `moved` plays in that division, or in the last one, but never below their
    claim; they count as having a claim to it. They play higher only if nobody else is left to fill
    a division. Raises LeagueError for somebody who registered twice, more divisions than entrants,
    or a division that would be empty because everybody has a claim above.
    """
    if len({*registered}) < len(registered):
        raise LeagueError("entrants", "An entrant is registered twice.")
    if not 0 < divisions <= max(1, len(registered)):
        raise LeagueError("divisions", "There are one or more divisions, and entrants for each.")
    claims_to = {name: claim.division for name, claim in claimed.items()}
    last = divisions - 1
    goals = {name: min(goal, claims_to.get(name, last), last) for name, goal in moved.items()}
    entitled = claims_to | goals
    left, filled = [*registered], []
    for division in range(divisions):
        size = len(left) // step // (divisions - division) * step
        claiming = sum(entitled.get(name, divisions) <= division for name in left)
        waiting = sorted(left, key=lambda name: _rank_by_claim(claimed.get(name), division))
        first = sorted(waiting, key=lambda name: _moved(goals.get(name), division))
        chosen = {*first[: None if division == last else max(size, claiming + -claiming % step)]}
        left = [name for name in left if name not in chosen]
        filled.append(
            tuple(
                Assignment(name, division, claim, _raised(claim, division) and name not in goals)
                for name in waiting
                if name in chosen
                for claim in [claimed.get(name)]
            )
        )
    if registered and not all(filled):
        empty = filled.index(()) + 1
        raise LeagueError("divisions", "Nobody is left for division {division}.", division=empty)
    return tuple(filled)


def _raised(claim: Claim | None, division: int) -> bool:
    return claim is not None and claim.division > division


def _moved(goal: int | None, division: int) -> int:
    """Return what comes first: who is moved to a division, the others, who is moved below."""
    return 0 if goal is None else -1 if goal <= division else 1


def _rank_by_claim(claim: Claim | None, division: int) -> tuple[object, ...]:
    """Return what decides who plays in a division: a claim, then not being relegated from it."""
    if claim is None:
        return (True,)
    above = claim.division > division
    relegated = above and claim.outcome is Outcome.RELEGATED and claim.came_from <= division
    return (False, above, relegated, claim.order)
