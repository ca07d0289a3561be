"""Who plays in which division, by their strength."""

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from leagues.contest.divisions import Claim, Outcome, fill
from leagues.contest.errors import LeagueError
from leagues.rules import SeasonRules
from leagues.running.start_plan import DivisionMove, StartPlan, make_plan
from tests.support.api_seasons import TEAMS, TWO, ApiSeason, in_divisions, pair, rate
from tests.support.people import Person

TOP = Claim(division=0, outcome=Outcome.SAFE, came_from=0, place=1)


def planned(claims: str = "", *, entrants: str = "abcdef", size: int = 3, **of: int) -> StartPlan:
    rules = SeasonRules(**TWO | {"group_size": size})
    return make_plan(rules, entrants, dict.fromkeys(claims, TOP), of)


def divisions(plan: StartPlan) -> list[str]:
    return ["".join(division) for division in plan.divisions]


def test_newcomers_are_placed_by_strength_and_then_in_the_order_of_registration() -> None:
    assert divisions(planned()) == ["abc", "def"]
    assert divisions(planned(d=900, f=1200)) == ["adf", "bce"]


def test_no_strength_is_above_a_claim() -> None:
    assert divisions(planned("be", a=1000, f=1200)) == ["bef", "acd"]


def test_equally_strong_groups_are_dealt_from_the_strongest_on() -> None:
    rules = SeasonRules(format="round_robin", at_table=2, group_size=2)
    plan = make_plan(rules, "abcdef", {}, {"f": 1200, "e": 1100, "a": 900})
    assert plan.dealt == (tuple("aefbcd"),)
    assert divisions(plan) == ["abcdef"]


def test_a_plan_is_another_one_only_if_something_changes_by_a_strength() -> None:
    assert planned(b=900).token == planned(a=900, c=1000).token == planned().token
    assert planned(d=900).token != planned().token
    rules = SeasonRules(format="round_robin", at_table=2, group_size=2)
    tokens = [make_plan(rules, "abcdef", {}, of).token for of in ({}, {"c": 900}, {"d": 900})]
    assert tokens[0] == tokens[1] != tokens[2]


def moved(moves: dict[str, DivisionMove], claims: str = "") -> list[str]:
    rules, claimed = SeasonRules(**TWO), dict.fromkeys(claims, TOP)
    return divisions(make_plan(rules, "abcdef", claimed, moves=moves))


def test_the_moved_play_in_their_division_and_the_others_around_them() -> None:
    assert moved({"f": DivisionMove(0)}) == ["abf", "cde"]
    assert moved({"a": DivisionMove(1)}) == ["bcd", "aef"]
    assert moved({"f": DivisionMove(0), "a": DivisionMove(1)}) == ["bcf", "ade"]
    assert moved({"a": DivisionMove(7)}) == ["bcd", "aef"]


def test_a_division_grows_by_the_moved_if_all_others_have_claims_to_it() -> None:
    assert moved({"f": DivisionMove(0)}, claims="abc") == ["abcf", "de"]


def test_nobody_is_moved_below_their_claim() -> None:
    assert moved({"b": DivisionMove(1)}, claims="b") == ["bac", "def"]


def test_without_having_agreed_nobody_is_moved_below_where_they_would_play() -> None:
    assert moved({"a": DivisionMove(1, agreed=False)}) == ["abc", "def"]
    assert moved({"f": DivisionMove(0, agreed=False)}) == ["abf", "cde"]


def test_the_moved_play_higher_if_nobody_else_is_left() -> None:
    assert moved({name: DivisionMove(1) for name in "abcde"}) == ["abf", "cde"]


def test_the_moved_are_dealt_to_groups_by_their_strength() -> None:
    rules = SeasonRules(**TWO | {"group_size": 2, "division_size": 4})
    plan = make_plan(rules, "abcdefgh", {}, {"g": 9}, {"h": DivisionMove(0)})
    assert plan.dealt[0] == tuple("agbh")


@given(st.integers(1, 4), st.integers(1, 3), st.integers(1, 8), st.data())
def test_no_matter_who_is_moved_everybody_plays_at_their_claim_and_sizes_can_be_paired(
    count: int, step: int, times: int, data: st.DataObject
) -> None:
    names = [f"e{each}" for each in range(count * step * times)]
    some = st.dictionaries(st.sampled_from(names), st.integers(0, 4), max_size=6)
    claims = {
        name: msgspec.structs.replace(TOP, division=at) for name, at in data.draw(some).items()
    }
    goals = data.draw(some)
    try:
        filled = fill(names, claims, count, step, goals)
    except LeagueError:
        assert claims or goals
        return
    assert sorted(one.entrant for division in filled for one in division) == sorted(names)
    assert all(len(division) % step == 0 for division in filled)
    for one in (one for division in filled for one in division):
        lowest = min(goals.get(one.entrant, 4), one.claim.division if one.claim else 4)
        assert one.division <= lowest


@pytest.mark.django_db
def test_the_divisions_of_a_first_season_follow_the_ratings_in_its_mode(ada: Person) -> None:
    season = ApiSeason(ada, **TWO)
    people = [Person(name) for name in ("una", "vic", "wim", "xia", "yan", "zoe")]
    season.enter(*people)
    rate(people[0], 2000, mode="standard")
    rate(people[3], 1900, games=4)
    with CaptureQueriesContext(connection) as before:
        assert in_divisions(season) == ["una vic wim", "xia yan zoe"]
    for person, value in zip(people[2:], (700, 800, 900, 1000), strict=True):
        rate(person, value)
    with CaptureQueriesContext(connection) as after:
        assert in_divisions(season) == ["xia yan zoe", "una vic wim"]
    assert len(after) == len(before)


@pytest.mark.django_db
def test_a_team_is_as_strong_as_its_people_in_the_mean(ada: Person) -> None:
    season = ApiSeason(ada, **TEAMS | {"division_size": 2})
    people = [Person(name) for name in ("sam", "tom", "una", "vic", "wim", "xia", "yan", "zoe")]
    for one, other in zip(people[::2], people[1::2], strict=True):
        pair(season, one, other)
    for person, value in zip(people[1:], (3000, 800, 1100, 900, 900, 500, 1400), strict=True):
        rate(person, value, mode="teams")
    shown = in_divisions(season)
    assert [sorted(each.split()) for each in shown] == [
        ["una", "vic", "yan", "zoe"],
        ["sam", "tom", "wim", "xia"],
    ]
