"""Random seasons for the tests of standings."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import msgspec

from leagues.contest.formats.records import NewTable
from leagues.contest.standings.records import (
    TWO,
    ByeRecord,
    Contestant,
    FixtureRecord,
    GroupRecord,
    PointRules,
    ResultKind,
    ResultRecord,
    SeatResult,
)
from trials.dice import dice

KEY = b"k" * 32


def places_by_score(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat by its score, the greatest first; equal scores share one."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def seats(*scores: int, left: Iterable[int] = ()) -> tuple[SeatResult, ...]:
    """Return the seats of a game with these scores; those in `left` were left by their entrants."""
    gone = set(left)
    return tuple(
        SeatResult(place, score, seat in gone)
        for seat, (place, score) in enumerate(zip(places_by_score(scores), scores, strict=True))
    )


def season_of(
    members: Iterable[str],
    tables: Iterable[str],
    *results: ResultRecord,
    rules: PointRules | None = None,
    drawn: bool = False,
) -> GroupRecord:
    """Return a season with members named by letters, and tables numbered from 0."""
    return GroupRecord(
        members=tuple(map(Contestant, members)),
        fixtures=tuple(
            FixtureRecord(str(number), tuple(table)) for number, table in enumerate(tables)
        ),
        results=results,
        key=KEY,
        rules=rules or PointRules(),
        drawn=drawn,
    )


def random_season(
    seed: int,
    *,
    members: int = 9,
    tables: int = 14,
    unplayed: int = 3,
    sizes: Sequence[int] = (2, 3, 4),
) -> GroupRecord:
    """Return a season with shared places, leavers, substitutes, voids, corrections, withdrawals."""
    rng = dice(seed)
    names = [f"e{number}" for number in range(members)]
    away = rng.sample(names, rng.randrange(3))
    substitute = "s" if away and rng.random() < 0.5 else None
    substitutes = {away[0]: substitute} if substitute else {}
    entrants = [Contestant(name, name in away, substitutes.get(name)) for name in names]
    fixtures = [
        FixtureRecord(
            f"t{number}",
            tuple(rng.sample(names, rng.choice(sizes))),
            round=1 + 2 * number // tables,
        )
        for number in range(tables)
    ]
    results = []
    for fixture in fixtures[unplayed:]:
        for revision in range(rng.choice([1, 1, 1, 2])):
            results.append(_random_result(rng, fixture, substitutes, revision))
    return GroupRecord(
        members=(*entrants, *map(Contestant, filter(None, [substitute]))),
        fixtures=tuple(fixtures),
        results=tuple(results),
        key=KEY,
        rules=PointRules(substitute=Fraction(rng.randrange(3), 2), bye=Fraction(5)),
        drawn=rng.random() < 0.5,
        byes=tuple(
            ByeRecord(name, rng.randint(1, 2)) for name in rng.sample(names, rng.randrange(3))
        ),
    )


def _random_result(
    rng: Random, fixture: FixtureRecord, substitutes: Mapping[str, str], revision: int
) -> ResultRecord:
    kind = rng.choice([ResultKind.FINISHED] * 6 + [ResultKind.ADJUDICATED, ResultKind.VOID])
    if kind is ResultKind.VOID:
        stayed = fixture.entrants[0] if len(fixture.entrants) == TWO else None
        return ResultRecord(fixture.id, (), kind, revision, stayed)
    scores = [rng.randrange(-2, 9) for _ in fixture.entrants]
    played = seats(*scores, left=[seat for seat in range(len(scores)) if rng.random() < 0.15])
    replaced = tuple(
        msgspec.structs.replace(seat, substitute=substitutes.get(name) if seat.left else None)
        for name, seat in zip(fixture.entrants, played, strict=True)
    )
    return ResultRecord(fixture.id, replaced, kind, revision)


def gone_after(season: GroupRecord, name: str, results: int) -> GroupRecord:
    """Return a season in which somebody withdraws after some results, and leaves their games."""
    entrants = {fixture.id: fixture.entrants for fixture in season.fixtures}
    left = (
        msgspec.structs.replace(
            result,
            seats=tuple(
                msgspec.structs.replace(seat, left=seat.left or who == name)
                for who, seat in zip(entrants[result.table], result.seats, strict=False)
            ),
        )
        for result in season.results[results:]
    )
    return msgspec.structs.replace(season, results=(*season.results[:results], *left))


def everybody_meets(members: Iterable[str]) -> list[str]:
    """Return a table for each two members."""
    return ["".join(two) for two in combinations(members, 2)]


def seat_counts(tables: Iterable[NewTable]) -> Counter[tuple[str, int]]:
    return Counter((name, seat) for table in tables for seat, name in enumerate(table.entrants))
