"""Counting results: which games count for whom, and for how much."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import msgspec

from leagues.errors import LeagueError
from leagues.standings.records import NOTHING, Fixture, Kind, Result, Rules, Season


class Line(msgspec.Struct, frozen=True):
    """What a game that counts gave an entrant, or the substitute, of one of its seats."""

    entrant: str
    seat: int
    points: Fraction
    share: Fraction  # of the winner's score
    win: Fraction  # 1, divided among those who share the first place


class Count(msgspec.Struct, frozen=True):
    """The games of a season, counted.

    `lines` are by table, of the games that count; `open` are the tables without a result. The games
    of `void` members are void, and those of members `at_risk` will be if who plays them withdraws.
    """

    lines: dict[str, tuple[Line, ...]]
    open: tuple[Fixture, ...]
    void: frozenset[str]
    at_risk: frozenset[str]


def count(season: Season) -> Count:
    """Count a season's games. Raises LeagueError for results that contradict the fixtures."""
    latest = latest_results(season)
    _check_members(season, latest.values())
    void, at_risk = _early(season, latest)
    counting = [fixture for fixture in season.fixtures if void.isdisjoint(fixture.entrants)]
    return Count(
        {
            fixture.id: lines_of(season.rules, fixture, latest[fixture.id])
            for fixture in counting
            if fixture.id in latest and latest[fixture.id].kind is not Kind.VOID
        },
        tuple(fixture for fixture in counting if fixture.id not in latest),
        void,
        at_risk,
    )


def _early(season: Season, latest: Mapping[str, Result]) -> tuple[frozenset[str], frozenset[str]]:
    """Return who withdrew before half of their games were finished, and who still may."""
    paired = Counter(name for fixture in season.fixtures for name in fixture.entrants)
    finished = Counter(
        name
        for fixture in season.fixtures
        if fixture.id in latest
        for name, seat in zip(fixture.entrants, latest[fixture.id].seats, strict=False)
        if not seat.left or seat.substitute
    )
    withdrawn = {member.id for member in season.members if member.withdrawn}
    without = _rounds_without(season)
    void: set[str] = set()
    at_risk: set[str] = set()
    for unit in units(season):
        first, last = unit[0], unit[-1]
        games = max(season.games - without[first], paired[first])
        if last not in withdrawn:
            # rounds to come may make somebody early who is not so now
            games = max(games, paired[first] + season.rounds_left)
        if 2 * finished[first] < games:
            (void if last in withdrawn else at_risk).update(unit)
    return frozenset(void), frozenset(at_risk)


def _rounds_without(season: Season) -> Counter[str]:
    """Return in how many rounds entrants had no game: byes, and rounds before they entered."""
    first = {name: unit[0] for unit in units(season) for name in unit}
    without = Counter(first[bye.entrant] for bye in season.byes)
    there: dict[str, int] = {}
    for fixture in season.fixtures:
        for name in fixture.entrants:
            there[name] = min(fixture.round, there.get(name, fixture.round))
    for bye in season.byes:
        name = first[bye.entrant]
        there[name] = min(bye.round, there.get(name, bye.round))
    without.update({name: round_ - 1 for name, round_ in there.items()})
    return without


def units(season: Season) -> Iterator[tuple[str, ...]]:
    """Yield each entrant who can be paired, with who took over from them, one after the other.

    Together they count as one: their games are void if the last of them withdraws before half of
    the games are finished, whoever finished them. So naming a substitute who leaves at once changes
    nothing.
    """
    following = {member.id: member.substitute for member in season.members}
    substitutes = {each for each in following.values() if each}
    for name in following:
        if name in substitutes:
            continue
        unit = [name]
        while after := following.get(unit[-1]):
            unit.append(after)
        yield tuple(unit)


def points_for_byes(season: Season) -> Mapping[str, Fraction]:
    """Return what byes gave members; a substitute's are worth the share that results are."""
    substitutes = {member.substitute for member in season.members}
    points: dict[str, Fraction] = defaultdict(Fraction)
    for bye in season.byes:
        share = season.rules.substitute if bye.entrant in substitutes else 1
        points[bye.entrant] += season.rules.bye * share
    return points


def _check_members(season: Season, results: Iterable[Result]) -> None:
    known = {member.id for member in season.members}
    playing = {name for fixture in season.fixtures for name in fixture.entrants}
    playing |= {seat.substitute for result in results for seat in result.seats if seat.substitute}
    if unknown := sorted(playing - known):
        raise LeagueError("entrants", "{entrant} is no member of the season.", entrant=unknown[0])


def latest_results(season: Season) -> Mapping[str, Result]:
    """Return the results that count, by table.

    Raises LeagueError for a result of no table, with other seats than its table, with impossible
    places, or entered twice.
    """
    at_table = {fixture.id: len(fixture.entrants) for fixture in season.fixtures}
    latest: dict[str, Result] = {}
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


def check_result(result: Result, at_table: int) -> None:
    """Raise LeagueError for a result with other seats than its table, or impossible places."""
    if len(result.seats) != (0 if result.kind is Kind.VOID else at_table):
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


def lines_of(rules: Rules, fixture: Fixture, result: Result) -> tuple[Line, ...]:
    """Return what a game gave the entrants at its table, and their substitutes.

    Whoever left gets the points of the last place, and no share or win.
    """
    scale = rules.scale(len(fixture.entrants))
    sharing = Counter(seat.place for seat in result.seats)
    winner = max(seat.score for seat in result.seats if seat.place == 1)
    lines = []
    for number, (entrant, seat) in enumerate(zip(fixture.entrants, result.seats, strict=True)):
        points = scale.of(seat.place, sharing[seat.place])
        share = Fraction(max(seat.score, 0), winner) if winner > 0 else NOTHING
        win = Fraction(1, sharing[1]) if seat.place == 1 else NOTHING
        if not seat.left:
            lines.append(Line(entrant, number, points, min(share, Fraction(1)), win))
            continue
        lines.append(Line(entrant, number, Fraction(scale.places[-1]), NOTHING, NOTHING))
        if seat.substitute and rules.substitute:
            worth = points * rules.substitute
            lines.append(Line(seat.substitute, number, worth, min(share, Fraction(1)), win))
    return tuple(lines)
