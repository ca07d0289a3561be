"""What is certain stays certain, no matter who withdraws, and when."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from random import Random

import msgspec
import pytest

from leagues.contest.divisions import Outcome, outcomes
from leagues.contest.formats.sizes import split
from leagues.contest.standings.counting import units
from leagues.contest.standings.merging import merge_groups
from leagues.contest.standings.presets import BYES, TIES
from leagues.contest.standings.ranking import Among, standings
from leagues.contest.standings.records import (
    TWO,
    ByeRecord,
    Contestant,
    FixtureRecord,
    GroupRecord,
    ResultKind,
    ResultRecord,
)
from leagues.rules import SeasonRules, worth
from tests.leagues.seasons import KEY, season_of, seats
from tests.support.profiles import also
from trials.dice import dice

LONG = [(1, range(first, first + 200)) for first in range(0, 1400, 200)]
LONG += [(2, range(first, first + 25)) for first in range(0, 100, 25)]
OF_TWO = worth(SeasonRules(at_table=2))


def withdrew(season: GroupRecord, name: str) -> GroupRecord:
    members = tuple(
        msgspec.structs.replace(each, withdrawn=each.withdrawn or each.id == name)
        for each in season.members
    )
    return msgspec.structs.replace(season, members=members)


def test_a_group_whose_games_are_over_is_open_to_a_withdrawal_that_voids_some() -> None:
    season = season_of(
        "abcd", ["ab", "ac", "ad", "bc", "cd", "db"],
        ResultRecord("0", seats(4, 8)), ResultRecord("1", seats(0, 8, left=[0])),
        ResultRecord("2", seats(0, 8, left=[0])), ResultRecord("3", seats(8, 2)),
        ResultRecord("4", seats(8, 2)), ResultRecord("5", seats(8, 6)), rules=OF_TWO,
    )  # fmt: skip
    rows = {row.entrant: row for row in standings(season)}
    assert (rows["b"].place, rows["b"].best, rows["b"].worst) == (1, 1, 3)
    assert Outcome.PROMOTED not in outcomes([*rows.values()], promoted=1, relegated=0).values()
    final = standings(msgspec.structs.replace(season, drawn=True))
    assert outcomes(final, promoted=1, relegated=0)[final[0].entrant] is Outcome.PROMOTED


def test_between_groups_places_are_open_while_points_are() -> None:
    won = [ResultRecord(str(number), seats(9, 0)) for number in range(3)]
    over = standings(season_of("ab", ["ab"] * 3, *won, rules=OF_TWO))
    going_on = standings(season_of("cd", ["cd"] * 3, *won[:2], rules=OF_TWO))
    assert [(row.best, row.worst) for row in going_on] == [(1, 1), (2, 2)]
    rows = {row.entrant: row for row in merge_groups([over, going_on], drawn=False)}
    assert (rows["a"].best, rows["a"].worst) == (rows["c"].best, rows["c"].worst) == (1, 2)


def moments(rng: Random, names: str) -> Iterator[GroupRecord]:
    """Yield a random season after each result, withdrawal and round."""
    size = rng.choice([2, 2, 2, 3])
    rounds = rng.choice([1, 1, 2, 3])
    tables = rng.randrange(2, 9) if rounds == 1 else len(names) // size
    share = Fraction(rng.randrange(3), 2)
    points = (3, rng.choice([0, 0, 2])) if size == 2 else None
    declared = SeasonRules(
        at_table=size, points=points, ties=rng.choice([*TIES]), bye=rng.choice([*BYES])
    )
    season = GroupRecord(
        members=tuple(map(Contestant, names)),
        fixtures=(),
        results=(),
        key=KEY,
        rules=msgspec.structs.replace(worth(declared), substitute=share),
        games=rounds if rounds > 1 else 0,
        rounds_left=rounds if rounds > 1 else 0,
    )
    for number in range(1, rounds + 1):
        season = paired(rng, season, size, tables, number)
        yield season
        known = {result.table for result in season.results}
        waiting = [each for each in season.fixtures if each.id not in known]
        while waiting or rng.random() < 0.5:
            if waiting and rng.random() < 0.7:
                played = random_result(rng, season, waiting.pop())
                season = msgspec.structs.replace(season, results=(*season.results, played))
            else:
                season = with_departure(rng, season)
            yield season


def paired(rng: Random, season: GroupRecord, size: int, tables: int, number: int) -> GroupRecord:
    """Return a season with another round of tables, and byes, for those who did not withdraw."""
    gone = {each.id for each in season.members if each.withdrawn}
    plays = {unit[0]: unit[-1] for unit in units(season) if unit[-1] not in gone}
    there, byes = [*plays], season.byes
    if not season.rounds_left:
        sizes = [*season.rules.scales]
        chosen = [rng.sample(there, rng.choice(sizes)) for _ in range(tables)]
        byes = tuple(map(ByeRecord, rng.sample(there, rng.randrange(3))))
    else:
        rng.shuffle(there)
        ends = accumulate(split(len(there), size).tables) if len(there) >= size else ()
        chosen = [there[start:end] for start, end in pairwise([0, *ends])]
        byes += tuple(
            ByeRecord(plays[name], number) for name in there[sum(map(len, chosen)) :] if chosen
        )
    added = tuple(
        FixtureRecord(f"{number}.{table}", tuple(each), number) for table, each in enumerate(chosen)
    )
    return msgspec.structs.replace(
        season,
        fixtures=season.fixtures + added,
        byes=byes,
        rounds_left=max(0, season.rounds_left - 1),
    )


def with_departure(rng: Random, season: GroupRecord) -> GroupRecord:
    """Return a season in which somebody withdraws, or takes over from somebody who has."""
    known = {result.table for result in season.results}
    still_open = {who for each in season.fixtures if each.id not in known for who in each.entrants}
    gone = {each.id for each in season.members if each.withdrawn}
    vacant = [
        unit[0]
        for unit in units(season)
        if unit[-1] in gone and (unit[0] in still_open or season.rounds_left)
    ]
    if not vacant or rng.random() < 0.6:
        return withdrew(season, rng.choice(season.members).id)
    former, later = rng.choice(vacant), f"s{len(season.members)}"
    last = next(unit[-1] for unit in units(season) if unit[0] == former)
    members = (
        msgspec.structs.replace(each, substitute=later) if each.id == last else each
        for each in season.members
    )
    return msgspec.structs.replace(season, members=(*members, Contestant(later)))


def random_result(rng: Random, season: GroupRecord, fixture: FixtureRecord) -> ResultRecord:
    """Return a result in which those who withdrew have left, and those who took over play."""
    members = {each.id: each for each in season.members}
    last = {unit[0]: members[unit[-1]] for unit in units(season)}
    stays = [last[name].id for name in fixture.entrants if not last[name].withdrawn]
    alone = stays[0] if len(stays) == 1 and len(fixture.entrants) == TWO else None
    if rng.random() < (0.4 if alone else 0.1):
        return ResultRecord(fixture.id, (), ResultKind.VOID, stayed=alone)
    played = []
    for name, seat in zip(
        fixture.entrants, seats(*(rng.randrange(6) for _ in fixture.entrants)), strict=True
    ):
        plays = last[name]
        left = members[name].withdrawn or rng.random() < 0.2
        took_over = plays.id != name and not plays.withdrawn and rng.random() < 0.9
        played.append(
            msgspec.structs.replace(seat, left=left, substitute=plays.id if took_over else None)
        )
    return ResultRecord(fixture.id, tuple(played))


def withdrawn_from(groups: Sequence[GroupRecord]) -> set[str]:
    return {each.id for season in groups for each in season.members if each.withdrawn}


def places(groups: Sequence[GroupRecord], *, drawn: bool) -> Mapping[str, Among]:
    """Return the places of those who were paired in a division."""
    ranked = [standings(msgspec.structs.replace(each, drawn=drawn)) for each in groups]
    return {row.entrant: row.paired for row in merge_groups(ranked, drawn=drawn) if row.paired}


@pytest.mark.parametrize("dealt", [(1, range(8)), (2, range(4)), *also(*LONG)], ids=str)
def test_who_stays_never_reaches_a_place_outside_an_earlier_range(
    dealt: tuple[int, range],
) -> None:
    groups, seeds = dealt
    for seed in seeds:
        rng = dice(seed)
        to_come = [list(moments(rng, names)) for names in ["abcde", "wxyz"][:groups]]
        ranges: dict[str, Among] = {}
        last: Mapping[str, Among] = {}
        gone: set[str] = set()
        members: list[tuple[Contestant, ...]] = []
        while any(len(each) > 1 for each in to_come):
            rng.choice([each for each in to_come if len(each) > 1]).pop(0)
            now = [each[0] for each in to_come]
            left, gone = withdrawn_from(now) - gone, withdrawn_from(now)
            possible, ended = places(now, drawn=False), places(now, drawn=True)
            former, members = members, [each.members for each in now]
            for name, among in possible.items() if former == members else ():
                narrower = last[name].best <= among.best <= among.worst <= last[name].worst
                assert narrower, (seed, name)
            last = possible
            for name, among in possible.items():
                before = among if name in left else ranges.get(name, among)
                best, worst = max(before.best, among.best), min(before.worst, among.worst)
                ranges[name] = Among(ended[name].place, best, worst)
                assert best <= ended[name].place <= worst, (seed, name)
