"""The standings of a group: its entrants in order, and what decided it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from leagues.contest.lots import lot
from leagues.contest.reasons import Reason
from leagues.contest.standings.counting import Count, Line, count, points_for_byes
from leagues.contest.standings.outlook import outlook
from leagues.contest.standings.records import NOTHING, GroupRecord


class Among(msgspec.Struct, frozen=True):
    """A place, and the best and the worst that are still possible."""

    place: int
    best: int
    worst: int


class RankedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the standings.

    `relative` decides before points if tables have different sizes: 1 for the first of a table, 0
    for the last, and evenly between them. It is None if all have the same size.
    `between` is what the entrant took from those who are level in all that comes before it, at the
    tables where they met: the sum of the differences of their points. `share` is the mean share of
    the winner's score, without walkovers, and `opposition` the mean of the opponents' points per
    game. `byes` are the points for byes and for games that opponents dropped out of, which are left
    out of points per game. `lot` decides the rest; less is better. Until the lots are drawn, it is
    None, and rows that nothing else parts share a place.
    `void` says that what the entrant finished is void. `reason` says why this row is ahead of the
    next. `best` and `worst` are the places still possible, unless the entrant withdraws.
    `paired` is the place among those who were paired, without substitutes, who have none: it
    decides who is promoted or relegated, and who takes over from whom changes nothing about it.
    `final` says that only lots and corrections can still change the standings: all games are over,
    and no withdrawal can void any.

    `trend` is the number of places gained since the round before the last one of which a game
    counts; a loss is negative. It is None if there is no such round, or the entrant had no part in
    it or those before.
    """

    place: int
    entrant: str
    points: Fraction
    relative: Fraction | None = None
    games: int
    between: Fraction
    share: Fraction
    wins: Fraction
    opposition: Fraction
    byes: Fraction = NOTHING
    lot: int | None
    void: bool
    reason: Reason | None
    best: int
    worst: int
    paired: Among | None = None
    final: bool = False
    trend: int | None = None


class _Sums(msgspec.Struct):
    points: Fraction = NOTHING
    relative: Fraction = NOTHING
    sizes: Counter[int] = msgspec.field(default_factory=Counter)
    alike: bool = True  # those level by places played at tables of the same sizes
    games: int = 0
    shares: int = 0
    share: Fraction = NOTHING
    wins: Fraction = NOTHING
    between: Fraction = NOTHING
    opposition: Fraction = NOTHING
    byes: Fraction = NOTHING
    lot: int = 0
    void: bool = False

    def order(self, ties: Iterable[str]) -> tuple[Fraction | int, ...]:
        """Return what decides the place, but for the lot."""
        parted = ties if self.alike else ()
        return (self.void, -self.relative, *(-getattr(self, name) for name in parted))


def standings(season: GroupRecord) -> tuple[RankedRow, ...]:
    """Return the standings of a group, the first place first.

    It does not depend on the order of members, fixtures or results, and takes about as many steps
    as there are seats, times the logarithm of the number of members.
    Raises LeagueError for results that contradict the fixtures.
    """
    counted = count(season)
    sums = _sums(season, counted)
    substitutes = {member.substitute for member in season.members}
    first = {name: own for name, own in sums.items() if name not in substitutes}
    places = _places(season, sums)
    after = [*list(places)[1:], None]
    final, mixed = _is_final(season, counted), season.mixed
    possible = _possible_places(season, counted, places, final=final)
    paired = _possible_places(season, counted, _places(season, first), final=final)
    trends = _trends(season, counted, places)
    return tuple(
        RankedRow(
            place=place,
            entrant=name,
            points=sums[name].points,
            relative=sums[name].relative if mixed else None,
            games=sums[name].games,
            between=sums[name].between,
            share=sums[name].share,
            wins=sums[name].wins,
            opposition=sums[name].opposition,
            byes=sums[name].byes,
            lot=sums[name].lot if season.drawn else None,
            void=sums[name].void,
            reason=_reason(season, sums[name], other, sums[other]) if other else None,
            best=possible[name].best,
            worst=possible[name].worst,
            paired=paired.get(name),
            final=final,
            trend=trends.get(name),
        )
        for (name, place), other in zip(places.items(), after, strict=True)
    )


def assign_places(orders: Mapping[str, Any], lots: Mapping[str, int] | None) -> dict[str, int]:
    """Return the place of each name by what decides the order, in the order of the standings.

    Names that are level have a place each by their lots, or share one without them; in which order
    these are listed then follows from the names alone.
    """
    if lots is not None:
        orders = {name: (order, lots[name]) for name, order in orders.items()}
    places: dict[str, int] = {}
    ahead = None
    for number, name in enumerate(sorted(orders, key=lambda each: (orders[each], each)), start=1):
        level = ahead is not None and orders[ahead] == orders[name]
        places[name] = places[ahead] if level and ahead is not None else number
        ahead = name
    return places


def settle_places(places: Mapping[str, int]) -> dict[str, Among]:
    """Return the places that are still possible if only lots can change any."""
    sharing = Counter(places.values())
    return {name: Among(at, at, at + sharing[at] - 1) for name, at in places.items()}


def _places(season: GroupRecord, sums: Mapping[str, _Sums]) -> dict[str, int]:
    orders = {name: own.order(season.rules.ties) for name, own in sums.items()}
    lots = {name: own.lot for name, own in sums.items()}
    return assign_places(orders, lots if season.drawn else None)


def _is_final(season: GroupRecord, counted: Count) -> bool:
    """Return whether neither games to come nor withdrawals can change anything."""
    over = not counted.open and not season.rounds_left
    return over and (season.drawn or not counted.at_risk)


def _possible_places(
    season: GroupRecord, counted: Count, places: Mapping[str, int], *, final: bool
) -> dict[str, Among]:
    """Return the place of each of some members among these, and those that are still possible."""
    if final:
        return settle_places(places)
    ranges = []
    if not season.mixed:
        ranges.append(outlook(season, counted, places))
    if season.mixed or season.may_mix:
        ranges.append(outlook(season.by_place, count(season.by_place), places))
    return {
        name: Among(
            place, min(each[name][0] for each in ranges), max(each[name][1] for each in ranges)
        )
        for name, place in places.items()
    }


def _trends(season: GroupRecord, counted: Count, now: Mapping[str, int]) -> dict[str, int]:
    """Return how many places members of the present standings gained since the round before.

    The order then is that by the games and byes before the last round of which a game counts. It
    follows from the results, in whatever order they arrive: a late result of an earlier round is
    part of both orders, and so is everything that voids games.
    """
    round_of = {fixture.id: fixture.round for fixture in season.fixtures}
    last = max((round_of[table] for table in counted.lines), default=1)
    lines = {table: each for table, each in counted.lines.items() if round_of[table] < last}
    if not lines:
        return {}
    compensations = {
        table: line for table, line in counted.compensations.items() if round_of[table] < last
    }
    byes = tuple(bye for bye in season.byes if bye.round < last)
    rested = msgspec.structs.replace(season, byes=byes)
    there = {bye.entrant for bye in byes} | {*points_for_byes(rested, counted.void)}
    there |= {line.entrant for each in lines.values() for line in each}
    there |= {line.entrant for line in compensations.values()}
    for fixture in season.fixtures:
        if fixture.round < last:
            there.update(fixture.entrants)
    members = tuple(member for member in season.members if member.id in there)
    counted = msgspec.structs.replace(counted, lines=lines, compensations=compensations)
    then = msgspec.structs.replace(rested, members=members)
    before = _places(season, _sums(then, counted))
    return {name: before[name] - place for name, place in now.items() if name in before}


def _sums(season: GroupRecord, counted: Count) -> dict[str, _Sums]:
    sums = {
        member.id: _Sums(
            lot=lot(season.key, f"standings/{member.id}"), void=member.id in counted.void
        )
        for member in season.members
    }
    _add_byes(sums, season, counted)
    _add_lines(sums, season, counted)
    means = {name: per_game(own) for name, own in sums.items()}
    meetings = [both for lines in counted.lines.values() for both in _meetings(lines)]
    met = Counter(line.entrant for line, _ in meetings)
    for line, other in meetings:
        sums[line.entrant].opposition += means[other.entrant]
    for name, own in sums.items():
        own.share /= own.shares or 1
        own.opposition /= met[name] or 1
    before = season.rules.ties[: season.rules.ties.index("between")]
    for line, other in meetings:
        own, theirs = sums[line.entrant], sums[other.entrant]
        if all(getattr(own, each) == getattr(theirs, each) for each in before):
            own.between += line.points - other.points
    if season.mixed:
        for name, relative in points_for_byes(season.by_place, counted.void).items():
            sums[name].relative += relative
        _mark_alike(sums.values())
    else:
        for own in sums.values():
            own.relative = NOTHING
    return sums


def _add_byes(sums: Mapping[str, _Sums], season: GroupRecord, counted: Count) -> None:
    """Add what byes give, and what makes up for opponents who dropped out."""
    for name, points in points_for_byes(season, counted.void).items():
        sums[name].byes = points
        sums[name].points += points
    for line in counted.compensations.values():
        own = sums[line.entrant]
        own.byes += line.points
        own.points += line.points
        own.relative += line.relative
        own.wins += line.win


def _add_lines(sums: Mapping[str, _Sums], season: GroupRecord, counted: Count) -> None:
    sizes = {fixture.id: len(fixture.entrants) for fixture in season.fixtures}
    for table, line in ((table, line) for table, lines in counted.lines.items() for line in lines):
        own = sums[line.entrant]
        own.games += 1
        own.sizes[sizes[table]] += 1
        own.relative += line.relative
        own.points += line.points
        own.shares += line.share is not None
        own.share += line.share or NOTHING
        own.wins += line.win


def per_game(of: RankedRow | _Sums) -> Fraction:
    """Return the points per game, which byes neither raise nor lower."""
    return Fraction(of.points - of.byes, of.games or 1)


def _mark_alike(sums: Iterable[_Sums]) -> None:
    """Let nothing but lots part those who are level by places at tables of different sizes."""
    level: dict[tuple[bool, Fraction], list[_Sums]] = defaultdict(list)
    for own in sums:
        level[own.void, own.relative].append(own)
    for each in level.values():
        alike = all(own.sizes == each[0].sizes for own in each)
        for own in each:
            own.alike = alike


def _meetings(lines: Iterable[Line]) -> Iterable[tuple[Line, Line]]:
    """Yield each line of a table with each line of another seat."""
    return ((line, other) for line in lines for other in lines if line.seat != other.seat)


def _reason(season: GroupRecord, own: _Sums, other: str, less: _Sums) -> Reason:
    if less.void and not own.void:
        return Reason("withdrawn", {"other": other})
    for key in ("relative", *(season.rules.ties if own.alike else ())):
        value, lesser = getattr(own, key), getattr(less, key)
        if value != lesser:
            return Reason(key, {"other": other, "value": str(value), "less": str(lesser)})
    key = "lot" if season.drawn else "level"
    return Reason(key if own.alike else f"{key}_by_place", {"other": other})
