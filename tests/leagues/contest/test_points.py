"""The points of a season: what it declares applies to tables of every size that a round has."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.contest.formats.sizes import OTHER
from leagues.contest.standings.records import USUAL_SCALES
from leagues.rules import SeasonRules, worth

POINTS = st.integers(3, 4).flatmap(
    lambda size: st.lists(st.integers(0, 1000), min_size=size, max_size=size)
)


def test_declared_points_apply_to_a_table_of_another_size() -> None:
    rules = worth(SeasonRules(at_table=4, points=(20, 10, 6, 0)))
    assert rules.scale(4).places == (20, 10, 6, 0)
    assert rules.scale(3).places == (Fraction(35, 2), 8, Fraction(3, 2))
    assert rules.bye == 9


def test_a_season_can_declare_that_a_bye_is_worth_the_first_place() -> None:
    rules = worth(SeasonRules(at_table=4, points=(20, 10, 6, 0), bye="win"))
    assert rules.bye == 20
    assert rules.bye_by_place == 1


@given(POINTS)
def test_tables_of_another_size_have_the_same_mean_and_order(points: list[int]) -> None:
    declared = tuple(sorted(points, reverse=True))
    size, other = len(declared), OTHER[len(declared)]
    places = worth(SeasonRules(at_table=size, points=declared)).scale(other).places
    assert len(places) == other
    assert Fraction(sum(places), other) == Fraction(sum(declared), size)
    assert [*places] == sorted(places, reverse=True)
    assert declared[0] >= places[0] >= places[-1] >= declared[-1]


@pytest.mark.parametrize("at_table", [2, 3, 4])
def test_points_for_sharing_the_first_place_can_be_declared_alone(at_table: int) -> None:
    rules = worth(SeasonRules(at_table=at_table, drawn=2))
    for size in (at_table, OTHER[at_table]):
        assert rules.scale(size).of(1, size) == 2
    assert rules.scale(at_table).places == USUAL_SCALES[at_table].places
    assert rules.bye == worth(SeasonRules(at_table=at_table)).bye


@pytest.mark.parametrize("at_table", [2, 3, 4])
def test_without_declared_points_the_usual_ones_apply(at_table: int) -> None:
    usual = USUAL_SCALES[at_table]
    scales = worth(SeasonRules(at_table=at_table)).scales
    assert scales == {size: usual.for_table(size) for size in (at_table, OTHER[at_table])}
    assert scales[at_table] == usual
