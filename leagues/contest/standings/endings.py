"""The places that all endings of a few open games can lead to."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, permutations, product
from math import lcm, prod
from typing import Final, NamedTuple

from leagues.contest.standings.counting import Count, compensations, points_for_byes, units
from leagues.contest.standings.records import NOTHING, GroupRecord

MOST_STEPS: Final = 200_000
"""Endings are tried if at most this many members are compared for it.

Two games of four are few enough in a group of 32, six games of two in one of 12.
"""


class _Game(NamedTuple):
    """An open game: the numbers of the names at its table, and what it may give them.

    A seat has no number if no points count there for anybody named, but a substitute may play.
    `best` are the points that may be best for one of them, and those of the others then.
    """

    table: Sequence[int | None]
    best: Sequence[tuple[int, int]]
    endings: Sequence[Sequence[int]]


class _Course(NamedTuple):
    """Who is left of a season if some withdraw, what they have, and which games are open then.

    Points are in a unit that makes all of them whole numbers.
    """

    names: Sequence[str]
    points: Sequence[int]
    games: Sequence[_Game]


def try_endings(
    season: GroupRecord, counted: Count, among: Collection[str]
) -> dict[str, tuple[int, int]]:
    """Return the best and the worst place that each member can reach, by trying all endings.

    An open game ends with any places, no matter who leaves it, or void, and those at risk may
    withdraw, with a substitute or without. Those who are level in points may be ahead of each
    other. Nobody is returned if there are too many endings to try, and nobody whose games are void.
    With each result that arrives, there are fewer.
    """
    if not _few(season, counted, among):
        return {}
    found: dict[str, tuple[int, int]] = {}
    for gone in _subsets(counted.at_risk):
        course = _course(season, counted, gone, among)
        for name, best, worst in zip(course.names, _best(course), _worst(course), strict=True):
            known = found.get(name, (best, worst))
            found[name] = min(best, known[0]), max(worst, known[1])
    return found


def _few(season: GroupRecord, counted: Count, among: Collection[str]) -> bool:
    """Return whether all endings can be tried: no substitute who is `among` them is to play.

    They cannot if that takes too many steps (`MOST_STEPS`), which only results make fewer.
    """
    replaced = {
        unit[0] for unit in units(season) if len(unit) > 1 and not {*among}.isdisjoint(unit[1:])
    }
    if season.rounds_left or any(not replaced.isdisjoint(each.entrants) for each in counted.open):
        return False
    tables = (len(fixture.entrants) for fixture in counted.open)
    endings: int = prod(len(_endings(season.given(size))) for size in tables)
    courses: int = 2 ** len(counted.at_risk)
    members = len(season.members)
    return courses * (endings + members) * members <= MOST_STEPS


def _subsets(names: Collection[str]) -> Iterator[frozenset[str]]:
    sizes = range(len(names) + 1)
    return map(frozenset, chain.from_iterable(combinations(sorted(names), each) for each in sizes))


def _course(
    season: GroupRecord, counted: Count, gone: frozenset[str], among: Collection[str]
) -> _Course:
    """Return what becomes of a season if these withdraw, whose finished games are void then.

    Of their open games, those count in which they never decide.
    """
    void = counted.void | gone
    byes = points_for_byes(season, void)
    points = {name: byes.get(name, NOTHING) for name in among if name not in void}
    for table, lines in counted.lines.items():
        if void.isdisjoint(counted.owners[table]):
            for line in lines:
                if line.entrant in points:
                    points[line.entrant] += line.points
    for line in compensations(season, counted.latest, void).values():
        if line.entrant in points:
            points[line.entrant] += line.points
    number = {name: place for place, name in enumerate(points)}
    sizes = [len(each.entrants) for each in counted.open]
    scales = map(season.rules.scale, sizes)
    bests = [
        [(scale.most, scale.places[-1]), *season.dropped_out(size)]
        for size, scale in zip(sizes, scales, strict=True)
    ]
    endings = [_endings(season.given(size)) for size in sizes]
    given = [points.values(), *chain.from_iterable(endings)]
    unit = lcm(*(each.denominator for each in chain.from_iterable(given)))
    return _Course(
        list(points),
        [int(each * unit) for each in points.values()],
        [
            _Game(
                [number.get(name) for name in fixture.entrants],
                [(int(own * unit), int(others * unit)) for own, others in best],
                [[int(each * unit) for each in ending] for ending in ends],
            )
            for fixture, best, ends in zip(counted.open, bests, endings, strict=True)
        ],
    )


def _best(course: _Course) -> Iterator[int]:
    """Yield the best place of each: they win all their games, and leave last places to others.

    If last places give points, it may be better that an opponent has dropped out.
    """
    for own in range(len(course.names)):
        games = [game for game in course.games if own in game.table]
        places = []
        for given in product(*(game.best for game in games)):
            points = list(course.points)
            for game, (most, last) in zip(games, given, strict=True):
                for name in game.table:
                    if name is not None:
                        points[name] += most if name == own else last
            places.append(1 + sum(other > points[own] for other in points))
        yield min(places)


def _worst(course: _Course) -> Sequence[int]:
    worst = [1] * len(course.names)
    for endings in product(*(game.endings for game in course.games)):
        points = list(course.points)
        for game, given in zip(course.games, endings, strict=True):
            for name, won in zip(game.table, given, strict=True):
                if name is not None:
                    points[name] += won
        ordered = sorted(points)
        for name, own in enumerate(points):
            worst[name] = max(worst[name], len(ordered) - bisect_left(ordered, own))
    return worst


@lru_cache(maxsize=100)
def _endings(ways: tuple[tuple[Fraction, ...], ...]) -> Sequence[tuple[Fraction, ...]]:
    """Return what a game can give at a table, in any order of its seats, or if it is void."""
    void = (NOTHING,) * len(ways[0])
    orders = (permutations(given) for given in ways)
    return sorted({void, *chain.from_iterable(orders)})
