"""Groups and round robins: who plays whom in which seat."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.contest.errors import LeagueError
from leagues.contest.formats import groups, round_robin
from leagues.contest.formats.designs import PERMITTED, Design, design_for, kept
from leagues.contest.formats.records import (
    Entrant,
    NewTable,
    Pair,
    Pairing,
    Request,
    blocked_pairs,
    pairs_of,
    seats,
)
from tests.leagues.seasons import KEY, seat_counts
from trials import designs
from trials.swiss import names

UNBALANCED = {(8, 4, 2), (8, 4, 3)}
"""The only groups in which the meetings of two entrants differ by two.

All tables with two or three games have been tried: none are better.
"""


def spread(counted: Iterable[int]) -> int:
    found = list(counted)
    return max(found) - min(found)


def meetings(tables: Iterable[NewTable]) -> Counter[Pair]:
    return Counter(pair for table in tables for pair in pairs_of(table.entrants))


def asked(size: int, at_table: int, games: int = 0, apart: Iterable[Pair] = ()) -> Request:
    return Request(
        entrants=names(size), at_table=at_table, games=games, key=KEY, apart=frozenset(apart)
    )


def test_there_is_a_design_for_every_group_that_is_permitted() -> None:
    assert set(kept()) == {
        (size, at_table, games)
        for at_table, permitted in PERMITTED.items()
        for games, sizes in permitted.items()
        for size in sizes
    }


def test_every_group_of_4_to_16_whose_games_fill_tables_is_permitted() -> None:
    asked_for = {
        (size, at_table, games)
        for size in range(4, 17)
        for at_table in (3, 4)
        for games in range(2, 7)
        if size * games % at_table == 0
    }
    assert len(asked_for) == 73
    assert asked_for <= set(kept())


def test_as_many_entrants_as_a_multiple_of_the_step_can_be_split_into_groups() -> None:
    for permitted in PERMITTED.values():
        for sizes in permitted.values():
            assert sizes[0] % sizes.step == 0
            assert sizes[-1] >= 2 * sizes[0]


@pytest.mark.parametrize("design", kept().values(), ids=str)
def test_a_kept_design_balances_seats_and_meetings(design: Design) -> None:
    tables = design.tables()
    everybody = range(design.size)
    assert all(len({*table}) == len(table) == design.at_table for table in tables)
    seated = Counter((who, seat) for table in tables for seat, who in enumerate(table))
    for who in everybody:
        seats_of = [seated[who, seat] for seat in range(design.at_table)]
        assert sum(seats_of) == design.games
        assert spread(seats_of) == (1 if design.games % design.at_table else 0)
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert met == design.meetings()
    found = spread(met[pair] for pair in combinations(everybody, 2))
    unbalanced = (design.size, design.at_table, design.games) in UNBALANCED
    assert found == design.spread <= (2 if unbalanced else 1)


@pytest.mark.parametrize(("size", "block", "times"), [(7, (0, 1, 3, 6), 2), (13, (0, 1, 3, 9), 1)])
def test_7_and_13_at_tables_of_4_are_perfect(size: int, block: tuple[int, ...], times: int) -> None:
    design = design_for(size, 4, 4)
    assert design.blocks == (block,)
    assert set(design.meetings().values()) == {times}
    assert len(design.meetings()) == size * (size - 1) // 2


def test_16_at_tables_of_4_are_perfect_with_five_games() -> None:
    assert set(design_for(16, 4, 5).meetings().values()) == {1}


def test_24_at_tables_of_4_all_meet_in_eight_games_and_few_of_them_twice() -> None:
    design = design_for(24, 4, 8)
    assert Counter(design.meetings().values()) == {1: 264, 2: 12}
    assert len({frozenset(table) for table in design.tables()}) == 48


@pytest.mark.parametrize(
    ("size", "at_table", "games"),
    [(7, 4, 4), (12, 3, 6), (32, 2, 8), (6, 4, 6), (24, 4, 8)],
)
def test_the_search_finds_what_is_kept(size: int, at_table: int, games: int) -> None:
    assert designs.search(size, at_table, games) == design_for(size, at_table, games)


@pytest.mark.thorough
def test_the_search_finds_all_that_is_kept() -> None:
    for size, at_table, games in kept():
        assert designs.search(size, at_table, games) == design_for(size, at_table, games)


@pytest.mark.parametrize(
    ("size", "at_table", "games", "member"),
    [
        (3, 4, 4, "entrants"),
        (33, 4, 4, "entrants"),
        (9, 4, 2, "entrants"),
        (20, 4, 2, "entrants"),
        (8, 5, 4, "at_table"),
        (8, 4, 7, "games"),
    ],
)
def test_a_group_without_a_design_is_refused(
    size: int, at_table: int, games: int, member: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        groups.pair(asked(size, at_table, games))
    assert refused.value.member == member


@given(st.sampled_from(sorted(kept())), st.data())
@settings(max_examples=30, deadline=None)
def test_a_group_keeps_blocked_people_apart_where_it_can(
    design: tuple[int, int, int], data: st.DataObject
) -> None:
    size, at_table, games = design
    blocked = data.draw(st.sampled_from(pairs_of(names(size))))
    pairing = groups.pair(asked(size, at_table, games, [blocked]))
    met = meetings(pairing.tables)
    assert met[blocked] == min(met[pair] for pair in pairs_of(names(size)))
    told = [
        reason for table in pairing.tables for reason in table.reasons if reason.key == "blocked"
    ]
    assert len(told) == met[blocked]


def test_a_group_lets_blocked_people_meet_less_often() -> None:
    free, apart = (
        groups.pair(asked(16, 4, 4, blocked)).tables for blocked in ([], pairs_of(names(6)))
    )
    met = [meetings(tables) for tables in (free, apart)]
    before, after = (sum(count[pair] for pair in pairs_of(names(6))) for count in met)
    assert after < before


def test_a_group_tells_that_seats_differ_if_they_have_to() -> None:
    pairing = groups.pair(asked(9, 3, 4))
    assert {*seat_counts(pairing.tables).values()} == {1, 2}
    assert str(pairing.tables[0].reasons[0]) == (
        "In this group everybody plays 4 games and sits in each seat about equally often."
    )


def test_everybody_of_a_group_plays_as_often_in_each_seat() -> None:
    pairing = groups.pair(asked(9, 4, 8))
    assert set(seat_counts(pairing.tables).values()) == {2}
    assert str(pairing.tables[0].reasons[0]) == (
        "In this group everybody plays 8 games and sits in each seat equally often."
    )


def test_places_in_a_group_are_drawn_by_the_key_alone() -> None:
    request = asked(9, 4, 4)
    assert groups.pair(request) == groups.pair(request)
    others = [Request(entrants=names(9), at_table=4, games=4, key=bytes([n])) for n in range(4)]
    assert len({str(groups.pair(other)) for other in others}) > 1


@pytest.mark.parametrize("size", range(2, 33))
def test_a_round_robin_lets_each_two_meet_once(size: int) -> None:
    pairing = round_robin.pair(asked(size, 2))
    assert meetings(pairing.tables) == dict.fromkeys(pairs_of(names(size)), 1)
    seated = seat_counts(pairing.tables)
    for name in names(size):
        assert abs(seated[name, 0] - seated[name, 1]) == (1 - size % 2)
    assert_rounds(pairing, size)


@pytest.mark.parametrize("size", range(2, 33))
def test_in_a_double_round_robin_each_two_meet_once_in_each_seat(size: int) -> None:
    pairing = round_robin.pair_twice(asked(size, 2))
    met = Counter(table.entrants for table in pairing.tables)
    assert met == dict.fromkeys(permutations(names(size), 2), 1)
    rounds = size - 1 + size % 2
    for number in range(1, rounds + 1):
        first, again = (
            [table.entrants for table in pairing.tables if table.round == each]
            for each in (number, rounds + number)
        )
        assert first == [(second, one) for one, second in again]
    assert str(pairing.tables[0].reasons[0]) == (
        f"Round 1 of {2 * rounds}: everybody meets everybody twice, once in each seat."
    )


def assert_rounds(pairing: Pairing, size: int) -> None:
    """Assert that in each round everybody plays once or has a bye, and has at most one bye."""
    for number in range(1, size + size % 2):
        playing = [
            name for table in pairing.tables if table.round == number for name in table.entrants
        ]
        resting = [bye.entrant for bye in pairing.byes if bye.round == number]
        assert sorted(playing + resting) == sorted(names(size))
        assert len(resting) == size % 2
    assert len({bye.entrant for bye in pairing.byes}) == len(pairing.byes)


@pytest.mark.parametrize("size", [1, 33])
def test_a_round_robin_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(LeagueError, match="A round robin has 2 to 32 entrants"):
        round_robin.pair(asked(size, 2))


def test_blocks_between_players_keep_their_teams_apart() -> None:
    teams = [
        Entrant("x", ("ada", "ben")),
        Entrant("y", ("cleo", "dan")),
        Entrant("z", ("eve", "fay")),
    ]
    blocks = [("dan", "ada"), ("ada", "ben"), ("eve", "nobody")]
    assert blocked_pairs(teams, blocks) == {("x", "y")}


def test_partners_sit_opposite_each_other() -> None:
    two = [Entrant("x", ("ada", "ben")), Entrant("y", ("cleo", "dan"))]
    assert seats(two) == ("ada", "cleo", "ben", "dan")
