"""A season never gets stuck: it can be paired as planned, and goes on until it is over."""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from leagues.contest.divisions import Claim, Outcome
from leagues.contest.errors import LeagueError
from leagues.contest.formats import FORMATS
from leagues.contest.formats.dealing import deal
from leagues.contest.formats.designs import PERMITTED
from leagues.contest.formats.records import Request
from leagues.contest.standings.records import ResultKind
from leagues.entering.registrations import withdraw_entrant
from leagues.models import Entrant, Fixture, Season
from leagues.results import finish
from leagues.rules import SeasonRules, smallest_group
from leagues.running import fixture_games
from leagues.running.start_plan import make_plan
from leagues.season import lookup
from leagues.stream import store
from leagues.stream.events import ResultRecorded
from tests.support.api_seasons import ApiSeason, in_days
from tests.support.people import Person
from tests.support.profiles import also
from trials.dice import dice

MOST_ENTRANTS = 70


def make_names(number: int) -> tuple[str, ...]:
    return tuple(f"e{each:02}" for each in range(number))


@given(
    st.sampled_from([*FORMATS]),
    st.integers(2, 4),
    st.integers(4, 32),
    st.integers(4, 32),
    st.integers(2, MOST_ENTRANTS),
)
def test_every_group_that_is_planned_can_be_paired(
    format_: str, at_table: int, group_size: int, division_size: int, entrants: int
) -> None:
    rules = SeasonRules(
        format=format_,
        at_table=at_table if at_table in FORMATS[format_].at_table else 2,
        group_size=group_size,
        division_size=division_size,
        rounds=3 if FORMATS[format_].by_round else 0,
    )
    names = make_names(max(entrants, smallest_group(rules)))
    plan = make_plan(rules, names, {})
    assert sum(size for sizes in plan.groups for size in sizes) == len(names)
    games = 0
    for size in (size for sizes in plan.groups for size in sizes):
        request = Request(
            entrants=names[:size],
            at_table=rules.at_table,
            key=bytes(32),
            games=rules.games_of_each,
        )
        tables = rules.played_as.pair(request).tables
        assert tables
        games += len(tables)
    assert plan.games == games * max(1, rules.rounds)


@given(
    st.sampled_from([(k, games) for k, permitted in PERMITTED.items() for games in permitted]),
    st.integers(6, 32),
    st.integers(0, 32),
    st.integers(2, MOST_ENTRANTS),
    st.data(),
)
def test_groups_are_planned_and_dealt_in_sizes_that_have_a_design(
    tables: tuple[int, int],
    group_size: int,
    division_size: int,
    entrants: int,
    data: st.DataObject,
) -> None:
    at_table, games = tables
    rules = SeasonRules(
        at_table=at_table, games=games, group_size=group_size, division_size=division_size
    )
    sizes = rules.played_as.sizes(rules)
    names = make_names(max(sizes[0], entrants // sizes.step * sizes.step))
    claimed = data.draw(st.sets(st.sampled_from(names), max_size=6))
    claim = Claim(division=0, outcome=Outcome.SAFE, came_from=0, place=1)
    claims = dict.fromkeys(claimed, claim) if len(names) >= 3 * len(claimed) + sizes[0] else {}
    plan = make_plan(rules, names, claims)
    assert plan.games * at_table == len(names) * games
    for division, planned in zip(plan.divisions, plan.groups, strict=True):
        assert sum(planned) == len(division)
        assert {*planned} <= {*sizes}
        assert max(planned) - min(planned) <= sizes.step
        dealt = deal(division, len(planned), key=bytes(32), step=sizes.step)
        assert sorted(map(len, dealt), reverse=True) == list(planned)


@pytest.mark.parametrize(
    ("rules", "entrants", "groups"),
    [
        ({"games": 2}, 16, (16,)),
        ({"games": 2}, 20, (10, 10)),
        ({"games": 2}, 22, (12, 10)),
        ({"games": 2}, 34, (12, 12, 10)),
        ({"games": 2, "group_size": 5}, 12, (4, 4, 4)),
        ({"games": 3}, 20, (12, 8)),
        ({"games": 4}, 33, (17, 16)),
        ({"games": 2, "at_table": 3, "group_size": 7}, 15, (9, 6)),
    ],
)
def test_a_division_is_split_into_groups_as_equal_as_can_be_paired(
    rules: Any, entrants: int, groups: tuple[int, ...]
) -> None:
    assert make_plan(SeasonRules(**rules), make_names(entrants), {}).groups == (groups,)


def test_divisions_have_sizes_that_can_be_paired() -> None:
    rules = SeasonRules(games=2, division_size=9)
    plan = make_plan(rules, make_names(28), {})
    assert plan.groups == ((8,), (10,), (10,))


@pytest.mark.parametrize(
    ("rules", "entrants", "told"),
    [
        ({"games": 2}, 9, "9 entrants cannot each play 2 games at tables of 4; 8 or 10 can."),
        ({"games": 5}, 18, "18 entrants cannot each play 5 games at tables of 4; 16 or 20 can."),
        (
            {"games": 4, "at_table": 3, "division_size": 9},
            19,
            "19 entrants cannot each play 4 games at tables of 3; 18 or 21 can.",
        ),
        ({"games": 4, "at_table": 3}, 5, "The season needs at least 6 entrants; there are 5."),
    ],
)
def test_entrants_whose_games_do_not_fill_tables_are_refused(
    rules: Any, entrants: int, told: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        make_plan(SeasonRules(**rules), make_names(entrants), {})
    assert (refused.value.member, str(refused.value)) == ("entrants", told)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("seed", [*range(4), *also(*range(4, 12))])
def test_a_swiss_season_is_paired_on_until_it_is_over(ada: Person, seed: int) -> None:
    rng = dice(seed)
    at_table = rng.choice([2, 3, 4])
    made = ApiSeason(
        ada,
        format="swiss",
        at_table=at_table,
        rounds=4,
        days_per_round=7,
        division_size=rng.choice([0, at_table]),
        late_entry_until=in_days(30),
    )
    made.enter(*(Person() for _ in range(rng.randrange(2 * at_table, 3 * at_table))))
    answer = made.organiser.post(f"{made.path}/start", {"token": made.plan()["token"]})
    assert answer.status_code == 200
    rounds = 1
    while made.row.state == Season.State.RUNNING:
        assert rounds == made.row.round <= 4
        if rng.random() < 0.3:
            made.enter(Person())
        with transaction.atomic():
            season = lookup.season_lock(made.row.pk)
            still_open = Fixture.objects.filter(season=season, settled=False)
            void = [ResultRecorded(fixture=each.pk, kind=ResultKind.VOID) for each in still_open]
            store.append(season, void)
            playing_ = list(Entrant.objects.filter(season=season, state="playing"))
            for each in rng.sample(playing_, rng.randrange(len(playing_) // 2 + 1)):
                withdraw_entrant(season, each, None)
        for step in (fixture_games.pair_next_round, finish.finish_if_over):
            with transaction.atomic():
                step(lookup.season_lock(made.row.pk))
        paired = Fixture.objects.filter(season=made.row.pk, settled=False).exists()
        assert paired is (made.row.state == Season.State.RUNNING)
        rounds += paired
