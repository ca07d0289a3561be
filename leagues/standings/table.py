"""The table of a season: its entrants in order, and what decided it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import msgspec

from leagues.lots import lot
from leagues.reasons import Reason
from leagues.standings.counting import Count, Line, count, points_for_byes
from leagues.standings.outlook import outlook
from leagues.standings.records import NOTHING, Season

TIE_BREAKS: Final = ("points", "between", "share", "wins", "opposition")
"""What the order depends on, the most important first; a lot decides what is left."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table.

    `between` is what the entrant took from those with as many points, at the tables where they met:
    the sum of the differences of their points. `share` is the mean share of the winner's score, and
    `opposition` the mean of the opponents' points per game. `lot` decides the rest; less is better.
    `void` says that the entrant's games are void. `reason` says why this row is ahead of the next.
    `best` and `worst` are the places still possible, unless the entrant withdraws.

    `trend` is the number of places gained since the round before the last one of which a game
    counts; a loss is negative. It is None if there is no such round, or the entrant had no part in
    it or those before.
    """

    place: int
    entrant: str
    points: Fraction
    games: int
    between: Fraction
    share: Fraction
    wins: Fraction
    opposition: Fraction
    lot: int
    void: bool
    reason: Reason | None
    best: int
    worst: int
    trend: int | None = None


class _Sums(msgspec.Struct):
    points: Fraction = NOTHING
    games: int = 0
    share: Fraction = NOTHING
    wins: Fraction = NOTHING
    between: Fraction = NOTHING
    opposition: Fraction = NOTHING
    lot: int = 0
    void: bool = False

    @property
    def order(self) -> tuple[Fraction | int, ...]:
        return (self.void, *(-getattr(self, name) for name in TIE_BREAKS), self.lot)


def standings(season: Season) -> tuple[Row, ...]:
    """Return the table of a season, the first place first.

    It does not depend on the order of members, fixtures or results, and takes about as many steps
    as there are seats, times the logarithm of the number of members.
    Raises LeagueError for results that contradict the fixtures.
    """
    counted = count(season)
    sums = _sums(season, counted)
    ordered = _order(sums)
    reasons = [_reason(sums[name], after, sums[after]) for name, after in pairwise(ordered)]
    possible = outlook(season, counted, ordered)
    trends = _trends(season, counted, ordered)
    return tuple(
        Row(
            place=place,
            entrant=name,
            points=sums[name].points,
            games=sums[name].games,
            between=sums[name].between,
            share=sums[name].share,
            wins=sums[name].wins,
            opposition=sums[name].opposition,
            lot=sums[name].lot,
            void=sums[name].void,
            reason=reason,
            best=possible[name][0],
            worst=possible[name][1],
            trend=trends.get(name),
        )
        for place, (name, reason) in enumerate(
            zip(ordered, (*reasons, None), strict=False), start=1
        )
    )


def _order(sums: Mapping[str, _Sums]) -> list[str]:
    return sorted(sums, key=lambda name: (*sums[name].order, name))


def _trends(season: Season, counted: Count, ordered: Sequence[str]) -> dict[str, int]:
    """Return how many places members of the present table gained since the round before.

    The order then is that by the games and byes before the last round of which a game counts. It
    follows from the results, in whatever order they arrive: a late result of an earlier round is
    part of both orders, and so is everything that voids games.
    """
    round_of = {fixture.id: fixture.round for fixture in season.fixtures}
    last = max((round_of[table] for table in counted.lines), default=1)
    lines = {table: each for table, each in counted.lines.items() if round_of[table] < last}
    if not lines:
        return {}
    byes = tuple(bye for bye in season.byes if bye.round < last)
    there = {bye.entrant for bye in byes}
    there |= {line.entrant for each in lines.values() for line in each}
    for fixture in season.fixtures:
        if fixture.round < last:
            there.update(fixture.entrants)
    members = tuple(member for member in season.members if member.id in there)
    before = _order(
        _sums(
            msgspec.structs.replace(season, members=members, byes=byes),
            msgspec.structs.replace(counted, lines=lines),
        )
    )
    places = {name: place for place, name in enumerate(before, start=1)}
    return {
        name: places[name] - place for place, name in enumerate(ordered, start=1) if name in places
    }


def _sums(season: Season, counted: Count) -> dict[str, _Sums]:
    """Add up what the games gave each member."""
    sums = {
        member.id: _Sums(
            lot=lot(season.key, f"standings/{member.id}"), void=member.id in counted.void
        )
        for member in season.members
    }
    for name, points in points_for_byes(season).items():
        sums[name].points += points * (not sums[name].void)
    for line in (line for lines in counted.lines.values() for line in lines):
        own = sums[line.entrant]
        own.games += 1
        own.points += line.points
        own.share += line.share
        own.wins += line.win
    means = {name: Fraction(own.points, own.games or 1) for name, own in sums.items()}
    meetings: dict[str, int] = defaultdict(int)
    for lines in counted.lines.values():
        for line, other in _meetings(lines):
            own = sums[line.entrant]
            meetings[line.entrant] += 1
            own.opposition += means[other.entrant]
            if own.points == sums[other.entrant].points:
                own.between += line.points - other.points
    for name, own in sums.items():
        own.share /= own.games or 1
        own.opposition /= meetings[name] or 1
    return sums


def _meetings(lines: Iterable[Line]) -> Iterable[tuple[Line, Line]]:
    """Yield each line of a table with each line of another seat."""
    return ((line, other) for line in lines for other in lines if line.seat != other.seat)


def _reason(own: _Sums, other: str, less: _Sums) -> Reason:
    if less.void and not own.void:
        return Reason("withdrawn", {"other": other})
    for key in TIE_BREAKS:
        value, lesser = getattr(own, key), getattr(less, key)
        if value != lesser:
            return Reason(key, {"other": other, "value": str(value), "less": str(lesser)})
    return Reason("lot", {"other": other})
