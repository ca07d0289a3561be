"""Places still possible in Swiss: no result can lead to another, and few of them are out of reach.

`test_standings.py` has the same for tables that are all paired at the beginning.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random

import msgspec
import pytest

from leagues.contest.standings.counting import count
from leagues.contest.standings.endings import MOST_STEPS, try_endings
from leagues.contest.standings.presets import BYES
from leagues.contest.standings.ranking import RankedRow, standings
from leagues.contest.standings.records import (
    ByeRecord,
    Contestant,
    FixtureRecord,
    GroupRecord,
    ResultKind,
    ResultRecord,
    SeatResult,
)
from leagues.rules import SeasonRules, worth
from tests.leagues.seasons import KEY, places_by_score, seats
from tests.support.profiles import also
from trials.dice import dice

PLAYED = [seats(5, 1), seats(1, 5), seats(3, 3)]
OF_TWO = worth(SeasonRules(at_table=2))
VOID: tuple[SeatResult, ...] = ()


def by_entrant(season: GroupRecord) -> dict[str, RankedRow]:
    return {row.entrant: row for row in standings(season)}


def swiss_of(members: str, *rounds: str, of: int) -> GroupRecord:
    """Return a Swiss of `of` rounds at tables of two; `rounds` are paired, each as "ab cd"."""
    return GroupRecord(
        members=tuple(map(Contestant, members)),
        fixtures=tuple(
            FixtureRecord(f"{number} {table}", tuple(table), number)
            for number, tables in enumerate(rounds, 1)
            for table in tables.split()
        ),
        results=(),
        key=KEY,
        rules=OF_TWO,
        games=of,
        rounds_left=of - len(rounds),
    )


def ended(season: GroupRecord, endings: Sequence[tuple[SeatResult, ...]]) -> GroupRecord:
    """Return a season whose open games ended so, in the order of their tables."""
    known = {result.table for result in season.results}
    tables = [fixture.id for fixture in season.fixtures if fixture.id not in known]
    results = tuple(
        ResultRecord(table, ending, ResultKind.FINISHED if ending else ResultKind.VOID)
        for table, ending in zip(tables, endings, strict=False)
    )
    return msgspec.structs.replace(season, results=season.results + results)


def pairings(entrants: str) -> Iterator[list[str]]:
    """Yield all ways to pair entrants, whose number is even."""
    if not entrants:
        yield []
    for other in entrants[1:]:
        for tables in pairings(entrants[1:].replace(other, "")):
            yield [entrants[0] + other, *tables]


def random_pairing(rng: Random, entrants: str) -> str:
    return " ".join(rng.choice(list(pairings(entrants))))


def reached(finals: Iterator[GroupRecord]) -> dict[str, tuple[int, int]]:
    """Return the best and worst place that each entrant reaches, if ties favour or harm them."""
    best: dict[str, int] = {}
    worst: dict[str, int] = {}
    for final in finals:
        points = {row.entrant: row.points for row in standings(final)}
        for name, own in points.items():
            ahead = 1 + sum(other > own for other in points.values())
            level = sum(other >= own for other in points.values())
            best[name] = min(ahead, best.get(name, ahead))
            worst[name] = max(level, worst.get(name, level))
    return {name: (best[name], worst[name]) for name in best}


@pytest.mark.parametrize("seed", range(12))
def test_in_the_last_round_of_two_the_range_is_what_points_can_lead_to(seed: int) -> None:
    rng = dice(seed)
    season = swiss_of("abcdef", *(random_pairing(rng, "abcdef") for _ in range(3)), of=3)
    season = ended(season, [rng.choice(PLAYED) for _ in range(6 + seed % 3)])
    open_ = len(season.fixtures) - len(season.results)
    finals = (ended(season, endings) for endings in product([*PLAYED, VOID], repeat=open_))
    shown = {name: (row.best, row.worst) for name, row in by_entrant(season).items()}
    assert shown == reached(finals)


def all_endings(size: int) -> Iterator[ResultRecord]:
    """Yield all results of a table: any places, no matter who leaves, or void."""
    yield ResultRecord("", VOID, ResultKind.VOID)
    orders = {places_by_score(scores) for scores in product(range(size), repeat=size)}
    stayed, left, no_show = (False, None, False), (True, None, False), (True, None, True)
    for places, how in product(orders, product([stayed, left, no_show], repeat=size)):
        yield ResultRecord(
            "", tuple(SeatResult(place, 0, *each) for place, each in zip(places, how, strict=True))
        )


def finals(season: GroupRecord) -> Iterator[GroupRecord]:
    """Yield all seasons that a season may become, with any withdrawals but without substitutes.

    Their lots are drawn, so that nothing is left to be foreseen of them, which takes long.
    """
    known = {result.table for result in season.results}
    tables = [fixture for fixture in season.fixtures if fixture.id not in known]
    for results in product(*(list(all_endings(len(table.entrants))) for table in tables)):
        ending = [
            msgspec.structs.replace(result, table=table.id)
            for result, table in zip(results, tables, strict=True)
        ]
        stayed = {
            name
            for result, table in zip(results, tables, strict=True)
            for name, seat in zip(table.entrants, result.seats, strict=False)
            if not seat.left
        }
        may_go = [member.id for member in season.members if member.id not in stayed]
        for number in range(len(may_go) + 1):
            for gone in combinations(may_go, number):
                members = tuple(Contestant(each.id, each.id in gone) for each in season.members)
                yield msgspec.structs.replace(
                    season, members=members, results=(*season.results, *ending), drawn=True
                )


@pytest.mark.parametrize(("seed", "size"), [(0, 2), (1, 2), (2, 2), (4, 3)])
def test_of_few_open_games_the_range_is_what_points_can_lead_to(seed: int, size: int) -> None:
    rng = dice(seed)
    names = "abcd" if size == 2 else "abcdef"
    tables = [*combinations(names, 2)] if size == 2 else [rng.sample(names, 3) for _ in range(6)]
    rng.shuffle(tables)
    rules = worth(SeasonRules(at_table=size))
    season = GroupRecord(
        members=tuple(map(Contestant, names)),
        fixtures=tuple(
            FixtureRecord(str(number), tuple(each)) for number, each in enumerate(tables)
        ),
        results=tuple(
            msgspec.structs.replace(rng.choice(list(all_endings(size))), table=str(number))
            for number in range(len(tables) - (2 if size == 2 else 1))
        ),
        key=KEY,
        rules=rules,
    )
    found: dict[str, tuple[int, int]] = {}
    for final in finals(season):
        points = {row.entrant: row.points for row in standings(final) if not row.void}
        gone = {member.id for member in final.members if member.withdrawn}
        for name in points.keys() - gone:
            own = points[name]
            place = 1 + sum(other > own for other in points.values())
            level = sum(other >= own for other in points.values())
            best, worst = found.get(name, (place, level))
            found[name] = min(best, place), max(worst, level)
    assert {name: (row.best, row.worst) for name, row in by_entrant(season).items()} == found


def season_of(size: int, *, at_risk: int, open_: int) -> GroupRecord:
    """Return a season at tables of two; some have left all their games, and some games are open."""
    tables = [(a, b) for a, b in combinations(range(size), 2) if b - a < 4]
    ends = [each for each in tables if each not in [(2 * n, 2 * n + 1) for n in range(open_)]]
    return GroupRecord(
        members=tuple(Contestant(str(each)) for each in range(size)),
        fixtures=tuple(FixtureRecord(f"{a} {b}", (str(a), str(b))) for a, b in tables),
        results=tuple(
            ResultRecord(f"{a} {b}", tuple(SeatResult(1, 0, each < at_risk) for each in (a, b)))
            for a, b in ends
        ),
        key=KEY,
        rules=OF_TWO,
    )


@pytest.mark.parametrize(
    ("size", "at_risk", "open_", "are_tried"),
    [(12, 0, 6, True), (40, 0, 6, True), (30, 7, 0, True), (60, 0, 6, False), (90, 7, 0, False)],
)
def test_endings_are_tried_only_if_that_takes_few_steps(
    size: int, at_risk: int, open_: int, are_tried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = season_of(size, at_risk=at_risk, open_=open_)
    placed: list[int] = []

    def place(ordered: list[int], own: int) -> int:
        placed.append(own)
        return bisect_left(ordered, own)

    monkeypatch.setattr("leagues.contest.standings.endings.bisect_left", place)
    counted = count(season)
    assert (len(counted.at_risk), len(counted.open)) == (at_risk, open_)
    found = try_endings(season, counted, [each.id for each in season.members])
    assert (len(found) == size, len(placed) > 0) == (are_tried, are_tried)
    assert len(placed) <= MOST_STEPS


@pytest.mark.parametrize("seed", [*range(4), *also(*range(4, 12))])
def test_before_the_last_round_of_two_is_paired_the_range_has_all_places(seed: int) -> None:
    rng = dice(seed)
    entrants = "abcd"
    season = swiss_of(entrants, *(random_pairing(rng, entrants) for _ in range(2)), of=3)
    season = ended(season, [rng.choice(PLAYED) for _ in range(3)])

    def finals() -> Iterator[GroupRecord]:
        for tables in pairings(entrants):
            added = tuple(FixtureRecord(f"last {table}", tuple(table), 3) for table in tables)
            paired = msgspec.structs.replace(
                season, fixtures=season.fixtures + added, rounds_left=0
            )
            for endings in product([*PLAYED, VOID], repeat=3):
                yield ended(paired, endings)

    now = by_entrant(season)
    for name, (best, worst) in reached(finals()).items():
        assert now[name].best <= best
        assert worst <= now[name].worst


def test_not_all_can_win_a_round_that_is_not_yet_paired() -> None:
    season = swiss_of("abcdef", "ab cd ef", "ac be df", of=3)
    first, second = seats(5, 1), seats(1, 5)
    season = ended(season, [first, first, first, first, first, first])
    assert {name: int(row.points) for name, row in by_entrant(season).items()} == {
        "a": 6, "b": 3, "c": 3, "d": 3, "e": 3, "f": 0,
    }  # fmt: skip
    assert by_entrant(season)["a"].worst == 4  # of four with three points, three can win
    assert by_entrant(ended(season, [second]))["a"].worst == 4


@pytest.mark.parametrize(("preset", "worst"), [("mean", 2), ("win", 3)])
def test_a_bye_to_come_that_is_worth_a_win_lets_one_more_catch_up(preset: str, worst: int) -> None:
    season = ended(swiss_of("abc", "ab", of=2), [seats(5, 1)])
    rules = worth(SeasonRules(at_table=2, bye=preset))
    assert by_entrant(msgspec.structs.replace(season, rules=rules))["a"].worst == worst


def test_a_substitute_may_get_points_in_rounds_to_come() -> None:
    season = swiss_of("abcd", "ab cd", "ac bd", of=3)
    season = ended(season, [seats(5, 1), seats(5, 1), seats(5, 1), seats(5, 1)])
    members = (
        *(Contestant("a"), Contestant("b", withdrawn=True, substitute="s")),
        *(Contestant("s", withdrawn=True, substitute="t"), Contestant("t"), *map(Contestant, "cd")),
    )
    replaced = msgspec.structs.replace(season, members=members)
    assert by_entrant(replaced)["t"].best == 2  # behind a, who has six points
    worthless = msgspec.structs.replace(
        replaced, rules=msgspec.structs.replace(season.rules, substitute=Fraction(0))
    )
    assert by_entrant(worthless)["t"].best == 4  # behind a, b and c


def test_a_substitute_gets_the_declared_share_of_the_points_for_a_bye() -> None:
    rules = msgspec.structs.replace(OF_TWO, substitute=Fraction(1, 2))
    season = GroupRecord(
        members=(Contestant("a", withdrawn=True, substitute="s"), Contestant("s"), Contestant("b")),
        fixtures=(),
        results=(),
        key=KEY,
        rules=rules,
        byes=(ByeRecord("s", 2), ByeRecord("b", 2)),
    )
    points = {name: row.points for name, row in by_entrant(season).items()}
    assert points == {"a": 0, "s": Fraction(3, 4), "b": Fraction(3, 2)}


@pytest.mark.parametrize(
    ("games", "withdrawn", "counts"),
    [
        (0, "a", {"a": 0, "s": Fraction(3, 4), "t": 0}),
        (0, "as", {"a": 0, "s": 0, "t": Fraction(3, 4)}),
        (0, "ast", {"a": 0, "s": 0, "t": 0}),
        (1, "as", {"a": 0, "s": 0, "t": 0}),  # in Swiss, the one who plays has the bye
    ],
)
def test_a_bye_of_one_who_withdrew_early_counts_for_who_took_over(
    games: int, withdrawn: str, counts: dict[str, Fraction]
) -> None:
    following = {"a": "s", "s": "t"}
    season = GroupRecord(
        members=tuple(
            Contestant(name, name in withdrawn, following.get(name) if name in withdrawn else None)
            for name in "astb"
        ),
        fixtures=(FixtureRecord("1", ("a", "b")),),
        results=(),
        key=KEY,
        rules=msgspec.structs.replace(OF_TWO, substitute=Fraction(1, 2)),
        games=games,
        byes=(ByeRecord("a"),),
    )
    rows = by_entrant(season)
    assert {name: rows[name].points for name in "ast"} == counts
    assert {name: rows[name].byes for name in "ast"} == counts


def test_a_substitute_who_leaves_at_once_changes_nothing() -> None:
    season = ended(swiss_of("abcd", "ab cd", of=3), [seats(5, 1)])

    def rows(*of_a: Contestant) -> dict[str, RankedRow]:
        members = (*of_a, *map(Contestant, "bcd"))
        return by_entrant(msgspec.structs.replace(season, members=members))

    stays = rows(Contestant("a", withdrawn=True, substitute="s"), Contestant("s"))
    assert (int(stays["a"].points), stays["a"].void, stays["s"].void) == (0, True, False)
    leaves = rows(Contestant("a", withdrawn=True, substitute="s"), Contestant("s", withdrawn=True))
    assert (int(leaves["a"].points), leaves["a"].void, leaves["s"].void) == (0, True, True)
    assert leaves["b"].points == Fraction(3, 2)
    alone = rows(Contestant("a", withdrawn=True))
    assert {name: row.points for name, row in alone.items()} == {
        name: leaves[name].points for name in "abcd"
    }


@pytest.mark.parametrize(
    ("of_a", "worth", "won"),
    [
        ((5, 1), Fraction(3, 2), 0),  # a loss
        ((3, 3), Fraction(3, 2), Fraction(1, 2)),
        ((1, 5), 3, 1),
    ],
)
def test_in_swiss_a_game_of_two_voided_by_a_withdrawal_gives_no_less_than_a_bye(
    of_a: tuple[int, int], worth: Fraction, won: Fraction
) -> None:
    season = swiss_of("abcd", "ab cd", "ac bd", "ad bc", of=3)
    season = ended(season, [seats(*of_a), seats(5, 1)])
    members = (Contestant("a", withdrawn=True), *map(Contestant, "bcd"))
    rows = by_entrant(msgspec.structs.replace(season, members=members))
    assert rows["a"].void
    assert rows["a"].points == 0
    b = rows["b"]
    assert (b.points, b.byes, b.wins) == (worth, worth, won)
    assert {b.games, b.share, b.between, b.opposition} == {0}
    in_groups = msgspec.structs.replace(season, members=members, games=0)
    assert by_entrant(in_groups)["b"].points == 0


@pytest.mark.parametrize("preset", BYES)
def test_who_sits_opposite_somebody_who_drops_out_gets_no_less_than_the_declared_bye(
    preset: str,
) -> None:
    season = ended(swiss_of("abcd", "ab cd", of=3), [seats(5, 1), VOID])
    never_began = msgspec.structs.replace(season.results[1], stayed="d")
    rows = by_entrant(
        msgspec.structs.replace(
            season,
            members=(Contestant("a", withdrawn=True), *map(Contestant, "bcd")),
            results=(season.results[0], never_began),
            rules=(rules := worth(SeasonRules(at_table=2, bye=preset))),
        )
    )
    assert rows["b"].points == rows["d"].points == rules.bye


def test_in_swiss_a_game_that_never_began_since_one_withdrew_is_as_a_bye() -> None:
    season = ended(swiss_of("abcd", "ab cd", of=3), [VOID])
    dropped = msgspec.structs.replace(season.results[0], stayed="b")
    season = msgspec.structs.replace(season, results=(dropped,))
    assert by_entrant(season)["b"].points == Fraction(3, 2)
    season = ended(msgspec.structs.replace(season, games=2, rounds_left=0), [seats(5, 1)])
    played = FixtureRecord("2 bc", ("b", "c"), 2)
    season = msgspec.structs.replace(season, fixtures=(*season.fixtures, played))
    season = ended(season, [seats(5, 1)])
    members = (Contestant("a"), Contestant("b", withdrawn=True), *map(Contestant, "cd"))
    later = by_entrant(msgspec.structs.replace(season, members=members))["b"]
    assert (later.void, later.points) == (False, Fraction(9, 2))  # of one game, all


@pytest.mark.parametrize("paired", [False, True], ids=["round to come", "open games"])
def test_the_range_allows_for_what_a_withdrawal_to_come_gives_the_opponent(
    paired: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.contest.standings.endings.MOST_STEPS", 0)  # as in larger seasons
    rounds = ["xa bc de", "xe bd ca", "ab cd ex"]
    left = seats(5, 1, left=[0])
    played = [left, seats(5, 4), seats(5, 5), left, seats(5, 5), seats(5, 4)]
    before = ended(swiss_of("abcdex", *rounds[: 3 if paired else 2], of=3), played)
    assert (by_entrant(before)["a"].best, by_entrant(before)["b"].worst) == (1, 5)
    last = [*played, seats(5, 1), seats(5, 5), VOID]
    over = ended(swiss_of("abcdex", *rounds, of=3), last)
    dropped_out = msgspec.structs.replace(over.results[-1], stayed="e")
    rows = by_entrant(
        msgspec.structs.replace(
            over,
            members=(*map(Contestant, "abcde"), Contestant("x", withdrawn=True)),
            results=(*over.results[:-1], dropped_out),
        )
    )
    assert {rows[name].points for name in "abcde"} == {Fraction(9, 2)}
    assert rows["b"].place == 5


def test_who_has_left_a_game_gets_nothing_for_it_if_the_other_withdraws() -> None:
    by_s = (SeatResult(1, 5), SeatResult(2, 1, left=True, substitute="s"))
    rules = msgspec.structs.replace(OF_TWO, substitute=Fraction(1, 2))
    members = (Contestant("a", withdrawn=True), Contestant("b", withdrawn=True, substitute="s"))
    season = msgspec.structs.replace(
        ended(swiss_of("abcd", "ab cd", of=3), [by_s, seats(5, 1)]),
        members=(*members, *map(Contestant, "scd")),
        rules=rules,
    )
    points = {name: row.points for name, row in by_entrant(season).items()}
    assert (points["b"], points["s"]) == (Fraction(0), Fraction(3, 4))


def test_substitutes_have_games_of_their_own_of_which_half_must_be_finished() -> None:
    by_s = (SeatResult(2, 1, left=True, substitute="s"), SeatResult(1, 5))
    season = ended(swiss_of("abcd", "ab cd", "ac bd", of=3), [seats(5, 1), seats(5, 1), by_s])
    members = (
        Contestant("a", withdrawn=True, substitute="s"),
        Contestant("s", withdrawn=True),
        *map(Contestant, "bcd"),
    )
    row = by_entrant(msgspec.structs.replace(season, members=members))
    assert {name for name, each in row.items() if each.void} == {"a"}  # one of three games
    assert [row[name].points for name in "sbcd"] == [0, Fraction(3, 2), 6, 0]


def test_rounds_without_a_game_are_no_games_of_which_half_must_be_finished() -> None:
    season = ended(swiss_of("abcde", "ab cd", "ac de", of=4), [seats(5, 1)] * 4)
    season = msgspec.structs.replace(season, byes=(ByeRecord("e", 1), ByeRecord("b", 2)))

    def is_void(name: str, **changed: object) -> bool:
        members = tuple(Contestant(each, withdrawn=each == name) for each in "abcde")
        gone = msgspec.structs.replace(season, members=members, **changed)
        return by_entrant(gone)[name].void

    assert not is_void("a")  # two of four games
    assert is_void("b")  # one of three, and a bye
    assert not is_void("b", games=3, rounds_left=1)  # one of two, and a bye
    assert not is_void(
        "e", games=3, rounds_left=1, byes=(ByeRecord("b", 2),)
    )  # entered for round 2


@pytest.mark.parametrize("seed", range(6))
def test_no_place_out_of_range_is_reached_if_a_substitute_plays_or_leaves(seed: int) -> None:
    rng = dice(seed)
    season = swiss_of("abcd", "ab cd", "ac bd", "ad bc", of=3)
    by_s = [
        tuple(
            msgspec.structs.replace(seat, left=not number, substitute=None if number else "s")
            for number, seat in enumerate(ending)
        )
        for ending in PLAYED
    ]
    season = ended(season, [rng.choice(PLAYED), *rng.sample(PLAYED, 2)])
    others = tuple(map(Contestant, "bcd"))
    of_a = Contestant("a", withdrawn=True, substitute="s")
    season = msgspec.structs.replace(season, members=(of_a, Contestant("s"), *others))
    left = [tuple(msgspec.structs.replace(each, substitute=None) for each in end) for end in by_s]

    def finals() -> Iterator[GroupRecord]:
        for of_s, endings_of_a in (
            (Contestant("s"), by_s),
            (Contestant("s", withdrawn=True), left),
        ):
            changed = msgspec.structs.replace(season, members=(of_a, of_s, *others))
            for of_bd, of_ad, of_bc in product(
                [*PLAYED, VOID], [*endings_of_a, VOID], [*PLAYED, VOID]
            ):
                yield ended(changed, [of_bd, of_ad, of_bc])

    now = by_entrant(season)
    for final in finals():
        for name, row in by_entrant(final).items():
            withdrew = name == "s" and final.members[1].withdrawn
            assert withdrew or now[name].best <= row.place <= now[name].worst
            first, later = now[name].paired, row.paired
            assert (first is None) == (later is None) == (name == "s")
            assert not (first and later) or first.best <= later.place <= first.worst
