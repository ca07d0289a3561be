"""Standings: what results are worth, who is ahead of whom, and why."""

import cProfile
import pstats
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.contest.divisions import Outcome, claims, outcomes
from leagues.contest.errors import LeagueError
from leagues.contest.lots import lot
from leagues.contest.standings.ranking import RankedRow, per_game, standings
from leagues.contest.standings.records import (
    ByeRecord,
    Contestant,
    FixtureRecord,
    GroupRecord,
    PointRules,
    ResultKind,
    ResultRecord,
    Scale,
    SeatResult,
)
from leagues.rules import SeasonRules, worth
from tests.leagues.seasons import KEY, everybody_meets, gone_after, random_season, season_of, seats
from trials.dice import dice


def by_entrant(season: GroupRecord) -> dict[str, RankedRow]:
    return {row.entrant: row for row in standings(season)}


def points(season: GroupRecord) -> dict[str, Fraction]:
    return {name: row.points for name, row in by_entrant(season).items()}


def order(season: GroupRecord) -> str:
    return "".join(row.entrant for row in standings(season))


def with_members(season: GroupRecord, *members: Contestant) -> GroupRecord:
    return msgspec.structs.replace(season, members=members)


def test_a_table_of_four_gives_10_6_3_and_1_points() -> None:
    season = season_of("abcd", ["abcd"], ResultRecord("0", seats(20, 30, 10, 15)))
    assert points(season) == {"a": 6, "b": 10, "c": 1, "d": 3}
    assert order(season) == "badc"


def test_shared_places_share_the_mean() -> None:
    season = season_of("abcd", ["abcd"], ResultRecord("0", seats(20, 20, 20, 5)))
    assert points(season) == {name: Fraction(19, 3) for name in "abc"} | {"d": 1}
    assert by_entrant(season)["a"].wins == Fraction(1, 3)


@pytest.mark.parametrize(
    ("scores", "worth"),
    [((5, 3), (3, 0)), ((3, 5), (0, 3)), ((4, 4), (Fraction(3, 2), Fraction(3, 2)))],
)
def test_a_table_of_two_gives_3_for_a_win_and_half_of_it_for_a_draw(
    scores: tuple[int, int], worth: tuple[Fraction, Fraction]
) -> None:
    season = season_of("ab", ["ab"], ResultRecord("0", seats(*scores)))
    assert points(season) == dict(zip("ab", worth, strict=True))


def test_points_go_by_place() -> None:
    scales = {size: worth(SeasonRules(at_table=size)).scale(size).places for size in (2, 3, 4)}
    assert scales == {2: (3, 0), 3: (10, 5, 1), 4: (10, 6, 3, 1)}


def test_a_table_of_three_among_tables_of_four_gives_as_many_points_in_the_mean() -> None:
    rules = worth(SeasonRules(at_table=4))
    assert rules.scale(3).places == (9, Fraction(9, 2), Fraction(3, 2))
    assert Fraction(sum(rules.scale(3).places), 3) == Fraction(sum(rules.scale(4).places), 4)


def test_the_same_place_at_tables_of_three_and_four_is_level() -> None:
    season = season_of(
        "abcdxyz", ["abcd", "xyz"], ResultRecord("0", seats(9, 5, 4, 1)), ResultRecord("1", seats(8,
        7, 0)), rules=worth(SeasonRules(at_table=4)),
    )  # fmt: skip
    rows = by_entrant(season)
    assert {name: row.place for name, row in rows.items()} == {
        "a": 1, "x": 1, "b": 3, "y": 4, "c": 5, "d": 6, "z": 6,
    }  # fmt: skip
    assert str(rows["b"].reason) == (
        "Ahead of y by places at tables of different sizes: 2/3 to 1/2."
    )
    drawn = ResultRecord("0", seats(4, 4, 4, 4)), ResultRecord("1", seats(3, 3, 3))
    level = season_of("abcdxyz", ["abcd", "xyz"], *drawn)
    assert {row.place for row in standings(level)} == {1}


@given(st.data())
def test_the_size_of_a_table_decides_nothing(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.sampled_from([3, 4]), min_size=2, max_size=4))
    names = iter("abcdefghijklmnop")
    tables = ["".join(next(names) for _ in range(size)) for size in sizes]
    scores = [
        data.draw(st.lists(st.integers(0, 3), min_size=len(t), max_size=len(t))) for t in tables
    ]
    played = [ResultRecord(str(number), seats(*each)) for number, each in enumerate(scores)]
    season = season_of("".join(tables), tables, *played, rules=worth(SeasonRules(at_table=4)))
    above = {
        name: (sum(x > own for x in of) + Fraction(sum(x == own for x in of) - 1, 2))
        / (len(of) - 1)
        for table, of in zip(tables, scores, strict=True)
        for name, own in zip(table, of, strict=True)
    }
    size_of = {name: len(table) for table in tables for name in table}
    rows = by_entrant(season)
    for one, other in combinations(above, 2):
        if season.mixed and above[one] != above[other]:
            assert (rows[one].place < rows[other].place) == (above[one] < above[other])
        elif size_of[one] != size_of[other]:
            assert rows[one].place == rows[other].place


def test_a_leaver_gets_the_points_of_the_last_place_and_no_win() -> None:
    season = season_of("abcd", ["abcd"], ResultRecord("0", seats(30, 20, 10, 5, left=[0])))
    leaver = by_entrant(season)["a"]
    assert [leaver.points, leaver.wins, leaver.share, leaver.games] == [1, 0, 0, 1]
    assert points(season) == {"a": 1, "b": 6, "c": 3, "d": 1}


@pytest.mark.parametrize(("worth", "expected"), [(1, 10), (Fraction(1, 2), 5), (0, 0)])
def test_a_substitute_gets_the_declared_share_of_the_points(worth: Fraction, expected: int) -> None:
    won = (SeatResult(1, 30, left=True, substitute="s"), *seats(40, 20, 10, 5)[1:])
    result = ResultRecord(
        "0", tuple(msgspec.structs.replace(s, place=n) for n, s in enumerate(won, 1))
    )
    season = season_of("abcds", ["abcd"], result, rules=PointRules(substitute=Fraction(worth)))
    assert points(season)["a"] == 1
    assert points(season)["s"] == expected
    assert by_entrant(season)["s"].games == (1 if worth else 0)


NO_SHOW = SeatResult(2, left=True, no_show=True)


def test_a_walkover_is_a_win_without_a_share_of_the_score() -> None:
    scored, walkover = ResultRecord("0", seats(5, 10)), ResultRecord("1", (SeatResult(1), NO_SHOW))
    winner = by_entrant(season_of("abc", ["ab", "ac"], scored, walkover))["a"]
    assert [winner.points, winner.games, winner.wins] == [3, 2, 1]
    assert winner.share == Fraction(1, 2)  # of one game


def test_a_game_in_which_an_entrant_who_withdrew_never_decided_counts_for_the_others() -> None:
    season = season_of("ab", ["ab"], ResultRecord("0", (SeatResult(1), NO_SHOW)))
    members = (Contestant("a"), Contestant("b", withdrawn=True))
    rows = by_entrant(msgspec.structs.replace(season, members=members))
    assert [rows["a"].points, rows["a"].games] == [3, 1]
    assert (rows["b"].games, rows["b"].void) == (0, True)


def test_a_void_game_counts_for_nobody() -> None:
    season = season_of(
        "ab", ["ab", "ab"], ResultRecord("0", (), ResultKind.VOID), ResultRecord("1", seats(1, 0))
    )
    assert points(season) == {"a": 3, "b": 0}
    assert by_entrant(season)["a"].games == 1


def test_an_adjudication_by_score_counts_like_a_finished_game() -> None:
    result = ResultRecord("0", seats(7, 9, 7, 1), ResultKind.ADJUDICATED)
    assert points(season_of("abcd", ["abcd"], result)) == {
        "a": Fraction(9, 2), "b": 10, "c": Fraction(9, 2), "d": 1,
    }  # fmt: skip


def test_the_latest_correction_counts() -> None:
    first, second = ResultRecord("0", seats(5, 3)), ResultRecord("0", seats(3, 5), revision=1)
    for results in ((first, second), (second, first)):
        assert points(season_of("ab", ["ab"], *results)) == {"a": 0, "b": 3}


def test_games_of_who_withdrew_before_half_of_them_were_finished_are_void() -> None:
    results = [
        ResultRecord("0", seats(0, 5)),
        ResultRecord("1", seats(9, 2)),
        ResultRecord("2", seats(9, 2, left=[1])),
    ]
    season = season_of("abc", ["ab", "bc", "ca", "ab"], *results)
    assert points(season) == {"a": 0, "b": 6, "c": 3}
    gone = with_members(season, Contestant("a", withdrawn=True), Contestant("b"), Contestant("c"))
    assert points(gone) == {"a": 0, "b": 3, "c": 0}
    assert order(gone) == "bca"
    assert by_entrant(gone)["a"].void
    assert str(by_entrant(gone)["c"].reason) == (
        "Ahead of a, who withdrew before half of their games were finished."
    )


def test_games_count_if_half_were_finished() -> None:
    half = season_of(
        "abc", ["ab", "bc", "ca"], ResultRecord("0", seats(5, 0)), ResultRecord("2", seats(1, 0))
    )
    gone = with_members(half, Contestant("a", withdrawn=True), Contestant("b"), Contestant("c"))
    assert points(gone) == points(half)


def test_what_somebody_finished_who_withdrew_early_stays_void_if_a_substitute_takes_over() -> None:
    by_s = msgspec.structs.replace(seats(0, 7, left=[0])[0], substitute="s")
    results = [
        *(ResultRecord("0", seats(5, 0)), ResultRecord("4", seats(9, 1))),
        ResultRecord("1", (by_s, *seats(0, 7)[1:])),
    ]
    season = season_of("abcs", ["ab", "ac", "ac", "ac", "bc"], *results)
    replaced = with_members(season, Contestant("a", True, "s"), *map(Contestant, "bcs"))
    assert points(replaced) == {"a": 0, "b": 3, "c": 3, "s": 0}
    assert {name for name, row in by_entrant(replaced).items() if row.void} == {"a"}
    left = with_members(
        season, Contestant("a", True, "s"), Contestant("b"), Contestant("c"), Contestant("s", True)
    )
    assert points(left) == {"a": 0, "b": 3, "c": 0, "s": 0}  # one of the three that were open


def test_a_game_that_nobody_finished_counts_only_if_whose_it_was_played_half_of_theirs() -> None:
    results = [
        ResultRecord("0", seats(5, 0)),
        ResultRecord("1", seats(0, 5)),
        ResultRecord("2", seats(0, 9, left=[0])),
    ]
    season = season_of("abc", ["ab", "ac", "ab"], *results)
    half = with_members(season, Contestant("a", withdrawn=True), Contestant("b"), Contestant("c"))
    assert points(half) == {"a": 3, "b": 3, "c": 3}
    early = season_of("abc", ["ab", "ac", "ab", "ac"], results[0], results[2])
    gone = with_members(early, Contestant("a", withdrawn=True), Contestant("b"), Contestant("c"))
    assert set(points(gone).values()) == {0}


def test_a_withdrawal_after_all_own_games_may_still_void_them() -> None:
    left = [ResultRecord(str(number), seats(9, 0, left=[1])) for number in range(2)]
    season = season_of("abcd", ["ba", "ca", "ad", "bc"], *left, ResultRecord("2", seats(0, 9)))
    worst = {name: row.worst for name, row in by_entrant(season).items()}
    gone = with_members(season, Contestant("a", withdrawn=True), *map(Contestant, "bcd"))
    assert by_entrant(gone)["d"].points == 0
    assert all(row.place <= worst[name] for name, row in by_entrant(gone).items() if name != "a")


@pytest.mark.parametrize(("at_table", "mean"), [(2, Fraction(3, 2)), (3, Fraction(16, 3)), (4, 5)])
def test_a_bye_is_usually_worth_the_mean_of_a_table(at_table: int, mean: Fraction) -> None:
    season = season_of("abc", [], rules=worth(SeasonRules(at_table=at_table)))
    assert points(msgspec.structs.replace(season, byes=(ByeRecord("c"),))) == {
        "a": 0,
        "b": 0,
        "c": mean,
    }


@pytest.mark.parametrize(("preset", "worth_of_it"), [("mean", Fraction(1, 2)), ("win", 1)])
def test_where_places_decide_a_bye_is_worth_as_much_of_a_place(
    preset: str, worth_of_it: Fraction
) -> None:
    season = season_of(
        "abcdxyzr", ["abcd", "xyz"], ResultRecord("0", seats(9, 5, 4, 1)), ResultRecord("1",
        seats(8, 7, 0)), rules=worth(SeasonRules(at_table=4, bye=preset)),
    )  # fmt: skip
    rows = by_entrant(msgspec.structs.replace(season, byes=(ByeRecord("r"),)))
    assert rows["r"].relative == worth_of_it


def undefeated(names: str, byes: str = "") -> tuple[RankedRow, ...]:
    """Return the standings of a round robin in which everybody beats all whose names come later."""
    tables = everybody_meets(names)
    won = [ResultRecord(str(number), seats(9, 0)) for number in range(len(tables))]
    season = season_of(names, tables, *won, rules=worth(SeasonRules(at_table=2)), drawn=True)
    return standings(msgspec.structs.replace(season, byes=tuple(map(ByeRecord, byes))))


def test_byes_are_no_advantage_over_winners_of_groups_without_them() -> None:
    odd, even = undefeated("abcde", byes="abcde"), undefeated("vwxy")
    assert odd[0].points - even[0].points == Fraction(9, 2)
    assert per_game(odd[0]) == per_game(even[0]) == 3
    assert per_game(odd[-1]) == per_game(even[-1]) == 0


def test_a_bye_does_not_make_anybody_a_stronger_opponent() -> None:
    rows = {row.entrant: row for row in undefeated("ab", byes="ab")}
    assert {name: row.opposition for name, row in rows.items()} == {"a": 0, "b": 3}


@dataclass(frozen=True)
class Tie:
    """Two level entrants, `a` ahead of `b`."""

    key: str
    season: GroupRecord
    told: str


TIES = [
    Tie(
        "points",
        season_of("ab", ["ab"], ResultRecord("0", seats(4, 2))),
        "Ahead of b by points: 3 to 0.",
    ),
    Tie(
        "between",
        season_of("aby", ["ab", "by"], ResultRecord("0", seats(4, 2)), ResultRecord("1", seats(9,
        1))), "Level with b; ahead by the points taken from each other: 3 to -3.",
    ),
    Tie(
        "share",
        season_of("abxy", ["xa", "yb"], ResultRecord("0", seats(8, 6)), ResultRecord("1", seats(8,
        4))), "Level with b; ahead by the mean share of the best score: 3/4 to 1/2.",
    ),
    Tie(
        "wins",
        season_of(
            "abwxyz", ["axy", "axy", "bzw", "bzw"],
            ResultRecord("0", seats(10, 5, 1)), ResultRecord("1", seats(0, 10, 5)),
            ResultRecord("2", seats(5, 10, 1)), ResultRecord("3", seats(5, 10, 0)),
            rules=PointRules({3: Scale((4, 2, 0))}),
        ),
        "Level with b; ahead by wins: 1 to 0.",
    ),
    Tie(
        "opposition",
        season_of(
            "abxyz", ["ax", "by", "xz", "xz"],
            *(ResultRecord(str(n), seats(*s)) for n, s in enumerate([(9, 0)] * 4)),
        ),
        "Level with b; ahead by the points of opponents: 2 to 0.",
    ),
    Tie("lot", season_of("ab", [], drawn=True), "Level with b in everything; ahead by lot."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("drawn", "told"),
    [(True, "; ahead by lot."), (False, "; the lot decides when the season is over.")],
)
def test_who_is_level_by_places_alone_is_not_level_in_everything(drawn: bool, told: str) -> None:
    won = ResultRecord("0", seats(9, 5, 1)), ResultRecord("1", seats(9, 5))
    first, second, *_ = standings(season_of("abxyz", ["axy", "bz"], *won, drawn=drawn))
    assert first.points != second.points
    level = f"Level with {second.entrant} by places at tables of different sizes"
    assert str(first.reason) == level + told


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.key)
def test_the_first_difference_decides_and_is_told(tie: Tie) -> None:
    rows = by_entrant(tie.season)
    first, second = (rows[name] for name in "ab")
    if tie.key == "lot":
        first, second = sorted(rows.values(), key=lambda row: row.place)
        assert first.lot is not None
        assert second.lot is not None
        assert first.lot < second.lot
    assert first.place < second.place
    assert first.reason
    assert first.reason.key == tie.key
    assert tie.key == "lot" or tie.told == str(first.reason)


@pytest.mark.parametrize(
    ("ties", "ordered", "between", "told"),
    [
        ("direct", "abxy", [3, 0, -3], "Level with b; ahead by the points taken from each other"),
        ("opponents", "baxy", [0, 0, 0], "Level with a; ahead by the points of opponents"),
    ],
)
def test_a_season_declares_whether_opponents_come_before_what_was_taken_from_each_other(
    ties: str, ordered: str, between: list[int], told: str
) -> None:
    won = (ResultRecord(str(number), seats(9, 0)) for number in range(3))
    rules = worth(SeasonRules(at_table=2, ties=ties))
    season = season_of("abxy", ["ab", "bx", "xy"], *won, rules=rules)
    rows = by_entrant(season)
    assert order(season) == ordered
    assert [rows[name].between for name in "abx"] == between
    assert str(rows[ordered[0]].reason).startswith(told)


def test_lots_are_those_that_anybody_computes_from_the_key() -> None:
    for row in standings(season_of("abcdef", [], drawn=True)):
        assert row.lot == lot(KEY, f"standings/{row.entrant}")


def test_until_the_lots_are_drawn_those_who_are_level_share_a_place() -> None:
    drawn = ResultRecord("0", seats(4, 4, 4, 9))
    rows = standings(season_of("abcd", ["abcd"], drawn))
    assert [(row.entrant, row.place) for row in rows] == [("d", 1), ("a", 2), ("b", 2), ("c", 2)]
    assert [(row.best, row.worst) for row in rows] == [(1, 1), (2, 4), (2, 4), (2, 4)]
    assert {row.lot for row in rows} == {None}
    assert str(rows[1].reason) == (
        "Level with b in everything; the lot decides when the season is over."
    )
    assert outcomes(rows, promoted=1, relegated=1) == {"d": Outcome.PROMOTED}
    final = standings(season_of("abcd", ["abcd"], drawn, drawn=True))
    assert [(row.place, row.best, row.worst) for row in final] == [(n,) * 3 for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_that_is_listed_before_they_are_drawn_follows_from_the_lots(seed: int) -> None:
    season = msgspec.structs.replace(random_season(seed), drawn=False)
    assert standings(msgspec.structs.replace(season, key=b"x" * 32)) == standings(season)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_arrival_changes_nothing(seed: int) -> None:
    season = random_season(seed)
    expected = standings(season)
    rng = dice(seed)
    for _ in range(100):
        shuffled = msgspec.structs.replace(
            season,
            members=tuple(rng.sample(season.members, len(season.members))),
            fixtures=tuple(rng.sample(season.fixtures, len(season.fixtures))),
            results=tuple(rng.sample(season.results, len(season.results))),
        )
        assert standings(shuffled) == expected


@pytest.mark.parametrize("seed", range(10))
def test_places_only_ever_become_impossible(seed: int) -> None:
    rng = dice(seed)
    season = random_season(seed, unplayed=0)
    latest = {r.table: r for r in sorted(season.results, key=lambda result: result.revision)}
    half, gone = len(latest) // 2, rng.choice(season.members).id
    names = [member.id for member in season.members]
    full = msgspec.structs.replace(
        season,
        members=tuple(map(Contestant, names)),
        results=tuple(rng.sample(list(latest.values()), len(latest))),
    )
    full = gone_after(full, gone, half)
    before = by_entrant(msgspec.structs.replace(full, results=()))
    for count in range(len(latest) + 1):
        partial = msgspec.structs.replace(
            full,
            members=tuple(Contestant(name, name == gone and count >= half) for name in names),
            results=full.results[:count],
        )
        rows = by_entrant(partial)
        for name, row in rows.items():
            assert row.best <= row.place <= row.worst
            if name != gone:
                assert before[name].best <= row.best <= row.worst <= before[name].worst
        before = rows
    drawn = by_entrant(msgspec.structs.replace(partial, drawn=True))
    for name, row in drawn.items():
        assert before[name].best <= row.best == row.place == row.worst <= before[name].worst


ENDINGS = [
    (seats(5, 1), ResultKind.FINISHED),
    (seats(1, 5), ResultKind.FINISHED),
    (seats(3, 3), ResultKind.FINISHED),
    (seats(5, 1, left=[0]), ResultKind.FINISHED),
    (seats(5, 1, left=[1]), ResultKind.FINISHED),
    ((), ResultKind.VOID),
]


@pytest.mark.parametrize("seed", range(6))
def test_every_place_that_can_be_reached_lies_within_the_possible_ones(seed: int) -> None:
    rng = dice(seed)
    names = list("abcd")
    tables = everybody_meets("abcd") + rng.sample(everybody_meets("abcd"), 2)
    rng.shuffle(tables)
    known = [ResultRecord(str(n), *rng.choice(ENDINGS)) for n in range(len(tables) - 3)]
    season = season_of(names, tables, *known)
    now = by_entrant(season)
    reached: dict[str, set[int]] = {name: set() for name in names}
    for gone in ("", *names):
        members = [Contestant(name, name == gone) for name in names]
        for endings in product(ENDINGS, repeat=3):
            added = (ResultRecord(str(len(known) + n), *ending) for n, ending in enumerate(endings))
            final = with_members(season_of(names, tables, *known, *added, drawn=True), *members)
            if gone and not left_all_open(final, gone, len(known)):
                continue
            for row in standings(final):
                if row.entrant != gone:
                    reached[row.entrant].add(row.place)
    for name, places in reached.items():
        assert now[name].best <= min(places)
        assert max(places) <= now[name].worst


def left_all_open(season: GroupRecord, name: str, known: int) -> bool:
    """Return whether somebody has left all games after the first `known`, or they are void."""
    return all(
        result.kind is ResultKind.VOID or result.seats[fixture.entrants.index(name)].left
        for fixture, result in zip(season.fixtures[known:], season.results[known:], strict=True)
        if name in fixture.entrants
    )


def test_a_certain_champion_is_promoted_before_the_end() -> None:
    tables = ["ab", "ac", "ad", "bc", "bd", "cd"]
    won = [ResultRecord(str(n), seats(9, 0)) for n in range(5)]
    rows = standings(season_of("abcd", tables, *won))
    assert outcomes(rows, promoted=1, relegated=2) == {
        "a": Outcome.PROMOTED, "b": Outcome.SAFE, "c": Outcome.RELEGATED, "d": Outcome.RELEGATED,
    }  # fmt: skip


def test_a_champion_who_has_withdrawn_is_not_promoted() -> None:
    tables = ["ab", "ac", "ad", "bc", "bd", "cd"]
    won = [ResultRecord(str(n), seats(9, 0)) for n in range(6)]
    rows = standings(season_of("abcd", tables, *won, drawn=True))
    away = frozenset("a")
    final = claims([[], list("abcd"), []], promoted=1, relegated=2, withdrawn=away)
    assert (final["a"].outcome, final["b"].outcome) == (Outcome.SAFE, Outcome.PROMOTED)
    assert outcomes(rows, promoted=1, relegated=2, withdrawn=away)["a"] is Outcome.SAFE


def test_nothing_certain_is_taken_back_when_a_substitute_is_named() -> None:
    tables = ["ab", "ac", "ad", "bc", "bd", "cd"]
    won = [ResultRecord(str(n), seats(9, 0)) for n in range(5)]
    season = season_of("abcds", tables, *won)
    gone = with_members(
        season, Contestant("a"), Contestant("b"), Contestant("c", True), Contestant("d")
    )
    before = outcomes(standings(gone), promoted=1, relegated=2)
    assert before["d"] is Outcome.RELEGATED
    named = with_members(
        season, Contestant("a"), Contestant("b"), Contestant("c", True, "s"), *map(Contestant, "ds")
    )
    after = outcomes(standings(named), promoted=1, relegated=2)
    assert before.items() <= after.items()
    assert "s" not in after


def test_a_substitute_takes_nobodys_place_in_the_next_season() -> None:
    final = claims(
        [list("vwxy"), list("sabc")], promoted=1, relegated=1, substitutes=frozenset("s")
    )
    moved = {name: (claim.outcome, claim.division) for name, claim in final.items()}
    assert moved["a"] == (Outcome.PROMOTED, 0)
    assert moved["s"] == (Outcome.SAFE, 1)


def test_nothing_is_certain_before_the_first_round_is_paired() -> None:
    season = msgspec.structs.replace(season_of("abcd", []), games=3, rounds_left=3)
    assert {(row.best, row.worst) for row in standings(season)} == {(1, 4)}
    assert outcomes(standings(season), promoted=1, relegated=1) == {}


def in_rounds(season: GroupRecord, *rounds: int) -> GroupRecord:
    """Return a season whose tables are played in these rounds."""
    fixtures = tuple(
        msgspec.structs.replace(fixture, round=round_)
        for fixture, round_ in zip(season.fixtures, rounds, strict=True)
    )
    return msgspec.structs.replace(season, fixtures=fixtures)


def trends(season: GroupRecord) -> dict[str, int | None]:
    return {row.entrant: row.trend for row in standings(season)}


def test_a_trend_is_the_number_of_places_gained_since_the_round_before() -> None:
    first = [ResultRecord("0", seats(9, 0)), ResultRecord("1", seats(8, 1))]
    season = season_of("abcd", ["ab", "cd", "ac", "bd"], *first)
    before = {row.entrant: row.place for row in standings(season)}
    played = season_of(
        "abcd",
        ["ab", "cd", "ac", "bd"],
        *first,
        ResultRecord("2", seats(0, 9)),
        ResultRecord("3", seats(1, 0)),
    )
    now = {row.entrant: row.place for row in standings(played)}
    assert trends(in_rounds(played, 1, 1, 2, 2)) == {name: before[name] - now[name] for name in now}
    assert set(trends(in_rounds(season, 1, 1, 2, 2)).values()) == {None}
    assert set(trends(played).values()) == {None}  # played at the same time


def test_somebody_who_was_not_there_in_the_round_before_has_no_trend() -> None:
    results = [ResultRecord("0", seats(9, 0)), ResultRecord("1", seats(0, 9))]
    season = in_rounds(season_of("abz", ["ab", "az"], *results), 1, 2)
    assert order(season) == "zab"
    assert trends(season) == {"z": None, "a": -1, "b": -1}


def test_a_result_of_an_earlier_round_that_arrives_late_is_part_of_both_tables() -> None:
    tables, rounds = ["ab", "cd", "ac", "bd"], (1, 1, 2, 2)
    results = [
        ResultRecord("0", seats(9, 0)),
        ResultRecord("2", seats(9, 0)),
        ResultRecord("1", seats(9, 0)),
    ]
    season = in_rounds(season_of("abcd", tables, *results), *rounds)
    known = in_rounds(season_of("abcd", tables, results[0], results[2]), *rounds)
    before = {row.entrant: row.place for row in standings(known)}
    now = {row.entrant: row.place for row in standings(season)}
    assert trends(season) == {name: before[name] - now[name] for name in now}


def test_points_for_byes_of_earlier_rounds_are_part_of_both_tables() -> None:
    results = [ResultRecord("0", seats(9, 0)), ResultRecord("1", seats(9, 0))]
    season = season_of("abc", ["ab", "ca"], *results, rules=worth(SeasonRules(at_table=2)))
    season = msgspec.structs.replace(
        in_rounds(season, 1, 2), byes=(ByeRecord("c", 1), ByeRecord("b", 2))
    )
    assert order(season) == "cab"
    assert trends(season) == {"c": 1, "a": -1, "b": 0}


@pytest.mark.parametrize(
    ("result", "member"),
    [
        (ResultRecord("9", seats(1, 0)), "table"),
        (ResultRecord("0", seats(1, 0, 2)), "seats"),
        (ResultRecord("0", seats(1, 0), ResultKind.VOID), "seats"),
        (ResultRecord("0", (SeatResult(1), SeatResult(3))), "place"),
        (ResultRecord("0", (SeatResult(2), SeatResult(2))), "place"),
        (ResultRecord("0", seats(0, 1)), "revision"),
    ],
)
def test_a_result_that_contradicts_its_table_is_refused(result: ResultRecord, member: str) -> None:
    with pytest.raises(LeagueError) as refused:
        standings(season_of("ab", ["ab"], ResultRecord("0", seats(1, 0)), result))
    assert refused.value.member == member


def test_a_substitute_who_is_no_member_is_refused() -> None:
    result = ResultRecord("0", (SeatResult(1), SeatResult(2, left=True, substitute="N")))
    with pytest.raises(LeagueError, match="N is no member"):
        standings(season_of("ab", ["ab"], result))


def test_a_withdrawal_after_rounds_to_come_may_void_games() -> None:
    results = (ResultRecord("0", seats(1, 0)), ResultRecord("1", seats(1, 0)))
    season = season_of("abcd", ["ab", "cd"], *results)
    rows = standings(msgspec.structs.replace(season, rounds_left=2))
    assert {row.entrant: row.worst for row in rows}["a"] == 4
    assert {row.entrant: row.best for row in rows}["b"] == 1


def test_the_same_result_twice_counts_once() -> None:
    once = ResultRecord("0", seats(1, 0))
    assert standings(season_of("ab", ["ab"], once, once)) == standings(
        season_of("ab", ["ab"], once)
    )


@pytest.mark.parametrize("places", [(), (3, -1), (1, 3)])
def test_impossible_points_are_refused(places: tuple[int, ...]) -> None:
    with pytest.raises(LeagueError):
        Scale(places)


def test_a_table_without_points_is_refused() -> None:
    with pytest.raises(LeagueError, match="no points for a table of 2"):
        standings(season_of("ab", ["ab"], ResultRecord("0", seats(1, 0)), rules=PointRules({})))


@pytest.mark.slow
def test_standings_of_1000_players_take_steps_in_proportion() -> None:
    """The calls of a profiler are counted, because times vary."""
    calls = {size: _calls(_large(size)) for size in (100, 1000)}
    assert calls[1000] < 14 * calls[100]


def _large(size: int) -> GroupRecord:
    names = [f"e{number}" for number in range(size)]
    fixtures = [
        FixtureRecord(
            f"{shift}.{number}", tuple(names[(number + step * shift) % size] for step in range(4))
        )
        for shift in (1, 2)
        for number in range(size)
    ]
    results = [ResultRecord(f.id, seats(n % 7, n % 5, n % 3, 4)) for n, f in enumerate(fixtures)]
    return GroupRecord(
        members=tuple(map(Contestant, names)),
        fixtures=tuple(fixtures),
        results=tuple(results[: len(results) // 2]),
        key=KEY,
    )


def _calls(season: GroupRecord) -> int:
    with cProfile.Profile() as profile:
        standings(season)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]
