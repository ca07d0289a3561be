"""Counting results: which games count for whom, and for how much."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import islice

import msgspec

from leagues.contest.errors import LeagueError
from leagues.contest.standings.records import (
    NOTHING,
    TWO,
    FixtureRecord,
    GroupRecord,
    PointRules,
    ResultKind,
    ResultRecord,
    place_scale,
)


class Line(msgspec.Struct, frozen=True):
    """What a game that counts gave an entrant, or the substitute, of one of its seats."""

    entrant: str
    seat: int
    points: Fraction
    relative: Fraction  # 1 for the first place, 0 for the last, and evenly between them
    share: Fraction | None  # of the winner's score; None in a walkover
    win: Fraction  # 1, divided among those who share the first place


class Count(msgspec.Struct, frozen=True):
    """The games of a season, counted.

    `lines` are by table, of the games that count; `open` are the tables without a result, which may
    count: a substitute can take over any seat, and a game in which a `void` member never decides
    counts for the others. What `void` members finished is void; what members `at_risk` finished
    will be if they withdraw now. `owners` are by table with a result (`owners_of`), and
    `compensations` by table what those get instead whose opponents dropped out. `latest` are the
    results that count, by table.
    """

    lines: dict[str, tuple[Line, ...]]
    open: tuple[FixtureRecord, ...]
    void: frozenset[str]
    at_risk: frozenset[str]
    owners: dict[str, tuple[str, ...]]
    compensations: dict[str, Line]
    latest: Mapping[str, ResultRecord]


def count(season: GroupRecord) -> Count:
    """Count a season's games. Raises LeagueError for results that contradict the fixtures."""
    latest = latest_results(season)
    _check_members(season, latest.values())
    void, at_risk = _find_early_withdrawals(season, latest)
    owners = {
        fixture.id: owners_of(fixture, latest[fixture.id])
        for fixture in season.fixtures
        if fixture.id in latest and latest[fixture.id].kind is not ResultKind.VOID
    }
    return Count(
        {
            fixture.id: lines_of(season.rules, fixture, latest[fixture.id], void)
            for fixture in season.fixtures
            if fixture.id in owners and void.isdisjoint(owners[fixture.id])
        },
        tuple(fixture for fixture in season.fixtures if fixture.id not in latest),
        void,
        at_risk,
        owners,
        compensations(season, latest, void),
        latest,
    )


def compensations(
    season: GroupRecord, latest: Mapping[str, ResultRecord], void: AbstractSet[str]
) -> dict[str, Line]:
    """Return by table what its game gives if these members are void (`compensation`)."""
    if not season.compensates:
        return {}
    found = {
        fixture.id: compensation(season.rules, fixture, latest[fixture.id], void)
        for fixture in season.fixtures
        if fixture.id in latest
    }
    return {table: line for table, line in found.items() if line}


def compensation(
    rules: PointRules, fixture: FixtureRecord, result: ResultRecord, void: AbstractSet[str]
) -> Line | None:
    """Return what a void game of two gives the opponent of somebody who dropped out.

    It is as much as a bye, or as the game would have given, if that is more; a win stays one.
    """
    if len(fixture.entrants) != TWO:
        return None
    lines: Iterable[Line] = ()
    if result.kind is ResultKind.VOID:
        stayed = {result.stayed} - {None}
    elif void.isdisjoint(owners_of(fixture, result)):
        return None
    else:
        lines = lines_of(rules, fixture, result, void)
        stayed = {
            seat.substitute or name
            for name, seat in zip(fixture.entrants, result.seats, strict=True)
            if seat.substitute or not seat.left
        }
    name = next((name for name in stayed if name not in void), None)
    if name is None:
        return None
    share = Fraction(1) if name in fixture.entrants else rules.substitute
    none = Line(name, 0, NOTHING, NOTHING, None, NOTHING)
    given = next((line for line in lines if line.entrant == name), none)
    return msgspec.structs.replace(
        given,
        points=max(given.points, rules.bye * share),
        relative=max(given.relative, rules.bye_by_place * share),
        share=None,
    )


def owners_of(fixture: FixtureRecord, result: ResultRecord) -> tuple[str, ...]:
    """Return for each seat who finished a game, or whose it was if nobody did; no no-shows.

    If one of them withdrew before half of their games were finished, it is void.
    """
    return tuple(
        seat.substitute or name
        for name, seat in zip(fixture.entrants, result.seats, strict=True)
        if not seat.no_show
    )


def _find_early_withdrawals(
    season: GroupRecord, latest: Mapping[str, ResultRecord]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return who withdrew before half of their games were finished, and who still may.

    The games of a substitute are those that nobody before them finished.
    """
    paired = Counter(name for fixture in season.fixtures for name in fixture.entrants)
    finished = Counter(
        seat.substitute or name
        for fixture in season.fixtures
        if fixture.id in latest
        for name, seat in zip(fixture.entrants, latest[fixture.id].seats, strict=False)
        if not seat.left or seat.substitute
    )
    withdrawn = {member.id for member in season.members if member.withdrawn}
    missed, byes = _rounds_missed(season), Counter(bye.entrant for bye in season.byes)
    # A void game that somebody has dropped out of is as if there had been a bye.
    unplayed = Counter(
        each.stayed for each in latest.values() if each.stayed and season.compensates
    )
    void: set[str] = set()
    at_risk: set[str] = set()
    for unit in units(season):
        declared, games = season.games - missed[unit[0]], paired[unit[0]]
        for name in unit:
            declared -= byes[name] + unplayed[name]
            games -= unplayed[name]
            # rounds to come may make somebody early who is not so now
            to_come = 0 if name in withdrawn else season.rounds_left
            if 2 * finished[name] < max(declared, games + to_come):
                (void if name in withdrawn else at_risk).add(name)
            declared -= finished[name]
            games -= finished[name]
    return frozenset(void), frozenset(at_risk)


def _rounds_missed(season: GroupRecord) -> Counter[str]:
    first = {name: unit[0] for unit in units(season) for name in unit}
    there: dict[str, int] = {}
    for fixture in season.fixtures:
        for name in fixture.entrants:
            there[name] = min(fixture.round, there.get(name, fixture.round))
    for bye in season.byes:
        name = first[bye.entrant]
        there[name] = min(bye.round, there.get(name, bye.round))
    return Counter({name: round_ - 1 for name, round_ in there.items()})


def units(season: GroupRecord) -> Iterator[tuple[str, ...]]:
    """Yield each entrant who can be paired, then those who took over, one after the other."""
    following = {member.id: member.substitute for member in season.members}
    substitutes = {each for each in following.values() if each}
    for name in following:
        if name in substitutes:
            continue
        yield tuple(_unit(name, following))


def _unit(name: str, following: Mapping[str, str | None]) -> Iterator[str]:
    after: str | None = name
    while after:
        yield after
        after = following.get(after)


def points_for_byes(season: GroupRecord, void: Collection[str]) -> Mapping[str, Fraction]:
    """Return what byes give members if these are void; a substitute gets the declared share."""
    following = {member.id: member.substitute for member in season.members}
    substitutes = {*following.values()}
    points: dict[str, Fraction] = defaultdict(Fraction)
    for bye in season.byes:
        unit = _unit(bye.entrant, following)
        if name := owner_of_bye(unit, void, by_round=season.compensates):
            points[name] += season.rules.bye * (
                season.rules.substitute if name in substitutes else 1
            )
    return points


def owner_of_bye(unit: Iterable[str], void: Collection[str], *, by_round: bool) -> str | None:
    """Return for whom a bye counts: the first of a unit, from its entrant on, who is not void.

    In a season that is paired round by round, it counts for the one who played then, or for nobody.
    """
    owners = islice(unit, 1) if by_round else unit
    return next((name for name in owners if name not in void), None)


def _check_members(season: GroupRecord, results: Iterable[ResultRecord]) -> None:
    known = {member.id for member in season.members}
    playing = {name for fixture in season.fixtures for name in fixture.entrants}
    playing |= {seat.substitute for result in results for seat in result.seats if seat.substitute}
    if unknown := sorted(playing - known):
        raise LeagueError("entrants", "{entrant} is no member of the season.", entrant=unknown[0])


def latest_results(season: GroupRecord) -> Mapping[str, ResultRecord]:
    """Return the results that count, by table.

    Raises LeagueError for a result of no table, with other seats than its table, with impossible
    places, or entered twice.
    """
    at_table = {fixture.id: len(fixture.entrants) for fixture in season.fixtures}
    latest: dict[str, ResultRecord] = {}
    for result in season.results:
        if result.table not in at_table:
            raise LeagueError("table", "There is no table “{table}”.", table=result.table)
        check_result(result, at_table[result.table])
        known = latest.get(result.table)
        if known and known.revision == result.revision and known != result:
            raise LeagueError(
                "revision",
                "The result of table “{table}” was entered twice. Correct it instead.",
                table=result.table,
            )
        if known is None or known.revision < result.revision:
            latest[result.table] = result
    return latest


def check_result(result: ResultRecord, at_table: int) -> None:
    """Raise LeagueError for a result with other seats than its table, or impossible places."""
    if len(result.seats) != (0 if result.kind is ResultKind.VOID else at_table):
        raise LeagueError(
            "seats", "The result of table “{table}” has other seats.", table=result.table
        )
    places = sorted(seat.place for seat in result.seats)
    if any(place != 1 + places.index(place) for place in places):
        raise LeagueError(
            "place",
            "The places at table “{table}” are impossible. After two who share place 1, the next"
            " is place 3.",
            table=result.table,
        )


def lines_of(
    rules: PointRules, fixture: FixtureRecord, result: ResultRecord, void: Collection[str] = ()
) -> tuple[Line, ...]:
    """Return what a game gave the entrants at its table, and their substitutes.

    An entrant who left gets the points of the last place, and no share or win; `void` members get
    nothing. A walkover has no shares.
    """
    scale, relative_scale = rules.scale(len(fixture.entrants)), place_scale(len(fixture.entrants))
    sharing = Counter(seat.place for seat in result.seats)
    winner = max(seat.score for seat in result.seats if seat.place == 1)
    lines = []
    for number, (entrant, seat) in enumerate(zip(fixture.entrants, result.seats, strict=True)):
        points = scale.of(seat.place, sharing[seat.place])
        relative = relative_scale.of(seat.place, sharing[seat.place])
        of_best = Fraction(max(seat.score, 0), winner) if winner > 0 else NOTHING
        share = None if result.is_walkover else min(of_best, Fraction(1))
        win = Fraction(1, sharing[1]) if seat.place == 1 else NOTHING
        if not seat.left:
            lines.append(Line(entrant, number, points, relative, share, win))
            continue
        if entrant not in void:
            last = Fraction(scale.places[-1])
            lines.append(Line(entrant, number, last, NOTHING, NOTHING, NOTHING))
        if seat.substitute and rules.substitute:
            worth, relative = points * rules.substitute, relative * rules.substitute
            lines.append(Line(seat.substitute, number, worth, relative, share, win))
    return tuple(lines)
