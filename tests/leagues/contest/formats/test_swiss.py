"""Swiss: entrants with about as many points meet, whom they have not met before."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.contest.errors import LeagueError
from leagues.contest.formats import FORMATS, swiss
from leagues.contest.formats.balancing import MOST_STEPS, Balance
from leagues.contest.formats.designs import USUAL_GAMES
from leagues.contest.formats.mending import Tables
from leagues.contest.formats.records import Pair, Pairing, Request, pairs_of
from leagues.contest.formats.sizes import OTHER, split
from tests.leagues.seasons import KEY, seat_counts
from trials.swiss import count_rare_events, names, tournament


def asked(
    size: int,
    at_table: int,
    past: Iterable[tuple[str, ...]] = (),
    points: dict[str, Fraction] | None = None,
    apart: Iterable[Pair] = (),
    *,
    number: int = 1,
    floats: Sequence[dict[str, int]] = (),
) -> Request:
    return Request(
        entrants=names(size),
        at_table=at_table,
        key=KEY,
        past=tuple(past),
        points=points or {},
        apart=frozenset(apart),
        round=number,
        floats=floats,
    )


def meetings(pairings: Iterable[Pairing]) -> Counter[Pair]:
    return Counter(
        pair for one in pairings for table in one.tables for pair in pairs_of(table.entrants)
    )


SIZES = st.tuples(st.integers(4, 40), st.sampled_from([2, 3, 4]))


@given(SIZES, st.integers(1, 3), st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_in_every_round_everybody_plays_once_or_has_a_bye(
    size: tuple[int, int], rounds: int, seed: int
) -> None:
    entrants, at_table = size
    rested: Counter[str] = Counter()
    for pairing in tournament(entrants, at_table, rounds, seed=seed):
        playing = [name for table in pairing.tables for name in table.entrants]
        resting = [bye.entrant for bye in pairing.byes]
        assert sorted(playing + resting) == sorted(names(entrants))
        assert len(resting) == (entrants % 2 if at_table == 2 else entrants == 5)
        rested.update(resting)
    assert max(rested.values(), default=0) <= 1


@pytest.mark.parametrize(
    ("size", "at_table", "rounds"),
    [(8, 2, 5), (9, 2, 5), (16, 2, 9), (33, 2, 8), (16, 4, 3), (26, 4, 5), (15, 3, 4), (64, 4, 8)],
)
def test_nobody_meets_again_where_there_are_others_enough(
    size: int, at_table: int, rounds: int
) -> None:
    for seed in range(3):
        assert max(meetings(tournament(size, at_table, rounds, seed=seed)).values()) == 1


def partitions(left: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[str, ...]]]:
    """Yield all ways to split entrants into tables of these sizes, some of them more than once."""
    if not sizes:
        yield []
        return
    for place, size in enumerate(sizes):
        if size in sizes[:place]:
            continue
        for others in combinations(left[1:], size - 1):
            rest = tuple(name for name in left[1:] if name not in others)
            for tables in partitions(rest, sizes[:place] + sizes[place + 1 :]):
                yield [(left[0], *others), *tables]


@given(st.sampled_from([(6, 2), (8, 2), (6, 3), (7, 3), (9, 3), (7, 4), (8, 4), (9, 4)]), st.data())
@settings(max_examples=25, deadline=None, derandomize=True)  # the search may rarely miss by one
def test_as_few_meet_again_as_can_be(size: tuple[int, int], data: st.DataObject) -> None:
    entrants, at_table = size
    pairs = st.sampled_from(pairs_of(names(entrants)))
    past = data.draw(st.lists(pairs, max_size=20))
    apart = frozenset(data.draw(st.lists(pairs, max_size=3)))
    request = asked(entrants, at_table, past, apart=apart)
    pairing = swiss.pair(request)
    counter = Counter(past)

    def clashes(tables: Iterable[tuple[str, ...]]) -> tuple[int, int]:
        met = [pair for table in tables for pair in pairs_of(table)]
        return sum(pair in apart for pair in met), sum(counter[pair] for pair in met)

    found = clashes(table.entrants for table in pairing.tables)
    sizes = split(entrants, at_table).tables
    assert found == min(map(clashes, partitions(names(entrants), sizes)))


def test_those_with_as_many_points_meet() -> None:
    points = {name: Fraction(place // 4) for place, name in enumerate(names(16))}
    pairing = swiss.pair(asked(16, 4, [("e00", "e15")], points))
    for table in pairing.tables:
        assert len({points[name] for name in table.entrants}) == 1
        assert table.reasons[0].key == "same_points"
    assert [points[table.entrants[0]] for table in pairing.tables] == [3, 2, 1, 0]


def test_every_table_says_why() -> None:
    first = swiss.pair(asked(7, 4))
    assert [[reason.key for reason in table.reasons] for table in first.tables] == [
        ["drawn"],
        ["drawn", "size"],
    ]
    again = swiss.pair(asked(4, 4, [names(4)[:2]], {"e00": Fraction(9, 2)}, [("e00", "e01")]))
    assert [str(reason) for reason in again.tables[0].reasons] == [
        "They have from 0 to 9/2 points.",
        "e00 and e01 blocked each other and could not be kept apart.",
        "e00 and e01 have met before (games: 1).",
    ]
    bye = swiss.pair(asked(5, 2)).byes[0]
    assert str(bye.reason) == "5 entrants cannot be split into tables of 2."


def test_people_who_blocked_each_other_are_kept_apart() -> None:
    apart = pairs_of(names(5))
    assert meetings(tournament(24, 4, 4, apart)).keys().isdisjoint(apart)


@pytest.mark.parametrize(("size", "at_table"), [(12, 2), (18, 3), (31, 4)])
def test_seats_are_balanced(size: int, at_table: int) -> None:
    pairings = tournament(size, at_table, at_table + 1)
    seated = seat_counts(table for pairing in pairings for table in pairing.tables)
    for name in names(size):
        counts = [seated[name, seat] for seat in range(at_table)]
        assert max(counts) - min(counts) <= 2


def test_at_tables_of_two_seats_and_floats_are_balanced() -> None:
    found = sum(
        (count_rare_events(tournament(60, 2, 7, seed=seed)) for seed in range(4)), Counter()
    )
    assert found["met again"] == 0
    assert found["seat thrice"] <= 1
    assert found["seats uneven"] <= 1
    assert found["float twice"] <= 4  # of 240 entrants
    few = sum((count_rare_events(tournament(16, 2, 7, seed=seed)) for seed in range(12)), Counter())
    assert few["met again"] == 0
    assert few["seat thrice"] <= 4  # of 192 entrants
    assert few["seats uneven"] <= 1


def wrong(tables: Iterable[tuple[str, ...]], request: Request) -> tuple[int, Fraction, int]:
    """Return meetings, differences of points, and pairs who both need the same seat."""
    pairs = [(min(each), max(each)) for each in tables]
    past = [tuple(sorted(each)) for each in request.past]
    needs = {}
    for name in request.entrants:
        had = [table.index(name) for table in request.past if name in table]
        excess = had.count(0) - had.count(1)
        if abs(excess) >= 2 or had[-2:] in ([0, 0], [1, 1]):
            needs[name] = 1 - had[-1] if abs(excess) < 2 else int(excess > 0)
    return (
        sum(past.count(pair) for pair in pairs),
        sum((abs(request.points[one] - request.points[other]) for one, other in pairs), Fraction()),
        sum(one in needs and needs[one] == needs.get(other) for one, other in pairs),
    )


def test_a_seat_is_given_thrice_running_only_where_no_pairing_as_good_avoids_it() -> None:
    needed = 0

    def compared(request: Request) -> Pairing:
        nonlocal needed
        pairing = swiss.pair(request)
        found = wrong((table.entrants for table in pairing.tables), request)
        all_ = (wrong(each, request) for each in partitions(request.entrants, (2,) * 4))
        assert found == min(all_)
        needed += found[2]
        return pairing

    for seed in range(12):
        tournament(8, 2, 5, seed=seed, pair=compared)
    assert needed <= 6


@pytest.mark.parametrize(
    ("had", "others", "seats"),
    [
        ([0, 1, 0], [1, 0, 1], {("e01", "e00")}),
        ([0, 1, 0, 0], [0, 1, 1, 0], {("e01", "e00")}),
        ([0, 1, 1, 0], [1, 0, 1, 0], {("e00", "e01")}),
        ([0, 1], [0, 1], {("e00", "e01"), ("e01", "e00")}),
    ],
    ids=["the one had less", "needed more", "swapped from the latest that differed", "by lot"],
)
def test_seats_follow_from_those_before(
    had: list[int], others: list[int], seats: set[tuple[str, str]]
) -> None:
    past = []
    for each in zip(had, others, strict=True):
        for name, opponent, seat in zip(("e00", "e01"), ("e02", "e03"), each, strict=True):
            past.append((opponent, name) if seat else (name, opponent))
    apart = {*pairs_of(names(4))} - {("e00", "e01"), ("e02", "e03")}
    request = asked(4, 2, past, apart=apart, number=len(had) + 1)
    found = {
        table.entrants
        for key in range(20)
        for table in swiss.pair(msgspec.structs.replace(request, key=bytes([key]) * 32)).tables
    }
    assert {each for each in found if "e00" in each} == seats


@pytest.mark.parametrize("rounds_ago", [0, 1])
def test_others_float_than_in_the_last_two_rounds(rounds_ago: int) -> None:
    points = {name: Fraction(place < 3) for place, name in enumerate(names(6))}
    for down in names(6)[:3]:
        for up in names(6)[3:]:
            floats: list[dict[str, int]] = [{}] * rounds_ago + [{down: 1, up: -1}]
            pairing = swiss.pair(asked(6, 2, [], points, number=3, floats=floats))
            (pair,) = (
                t.entrants
                for t in pairing.tables
                if len({points[each] for each in t.entrants}) == 2
            )
            assert {down, up}.isdisjoint(pair)


def test_balancing_takes_steps_in_proportion_to_the_entrants() -> None:
    for size in (50, 200):
        request = asked(size, 2, [], {name: Fraction(int(name[1:]) ** 2) for name in names(size)})
        tables = Tables(request, names(size), (2,) * (size // 2))
        balance = Balance(request, tables)
        balance.improve()
        assert balance.steps <= MOST_STEPS * size // 2


@given(SIZES, st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_the_order_of_entrants_and_tables_changes_nothing(
    size: tuple[int, int], rng: Random
) -> None:
    entrants, at_table = size
    rounds = [[table.entrants for table in one.tables] for one in tournament(entrants, at_table, 2)]
    request = asked(entrants, at_table, [table for one in rounds for table in one], number=3)
    shuffled = Request(
        entrants=tuple(rng.sample(names(entrants), entrants)),
        at_table=at_table,
        key=KEY,
        past=tuple(table for one in rounds for table in rng.sample(one, len(one))),
        round=3,
    )
    assert swiss.pair(shuffled) == swiss.pair(request)


@pytest.mark.parametrize(
    ("entrants", "at_table", "tables", "byes"),
    [
        (9, 2, (2, 2, 2, 2), 1),
        (5, 3, (4,), 1),
        (7, 3, (3, 4), 0),
        (8, 3, (4, 4), 0),
        (5, 4, (4,), 1),
        (6, 4, (3, 3), 0),
        (7, 4, (4, 3), 0),
        (9, 4, (3, 3, 3), 0),
        (1000, 4, (4,) * 250, 0),
        (1001, 4, (4,) * 248 + (3,) * 3, 0),
    ],
)
def test_tables_of_three_and_four_are_mixed_rather_than_give_a_bye(
    entrants: int, at_table: int, tables: tuple[int, ...], byes: int
) -> None:
    found = split(entrants, at_table)
    assert (found.tables, found.byes) == (tables, byes)


@pytest.mark.parametrize(("entrants", "at_table"), [(1, 2), (2, 3), (2, 4), (8, 5)])
def test_an_impossible_round_is_refused(entrants: int, at_table: int) -> None:
    with pytest.raises(LeagueError):
        swiss.pair(asked(entrants, at_table))


def test_an_entrant_named_twice_is_refused() -> None:
    with pytest.raises(LeagueError, match="named twice"):
        swiss.pair(Request(entrants=("a", "a"), at_table=2, key=KEY))


def steps(size: int, apart: Iterable[Pair] = ()) -> int:
    """Return the steps of the third round."""
    past = [table.entrants for one in tournament(size, 4, 2) for table in one.tables]
    sizes = split(size, 4).tables
    tables = Tables(asked(size, 4, past, apart=apart, number=3), names(size), sizes)
    tables.mend()
    return tables.steps


@pytest.mark.slow
def test_steps_grow_no_worse_than_quadratically() -> None:
    for size in (100, 400):
        blocking_all = [("e00", name) for name in names(size)[1:]]
        assert steps(size) <= 2 * size * (size + 60)
        assert steps(size, blocking_all) <= 3 * size * (size + 60)


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_pairs_what_it_says(name: str) -> None:
    for at_table in FORMATS[name].at_table:
        request = msgspec.structs.replace(asked(8, at_table), games=USUAL_GAMES[at_table])
        pairing = FORMATS[name].pair(request)
        assert {who for table in pairing.tables for who in table.entrants} == {*names(8)}
        sizes = {len(table.entrants) for table in pairing.tables}
        assert sizes <= {at_table, OTHER[at_table]}
        assert FORMATS[name].most >= 32
