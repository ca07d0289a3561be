"""A season never gets stuck: it can be paired as planned, and goes on until it is over."""

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from leagues import ending, playing, store
from leagues.entering import withdraw_entrant
from leagues.events import ResultRecorded
from leagues.formats import FORMATS
from leagues.formats.records import Request
from leagues.models import Entrant, Fixture, Season
from leagues.planning import make_plan
from leagues.rules import SeasonRules, smallest_group
from leagues.standings.records import Kind
from tests.core.profiles import also
from tests.games.conftest import Person
from tests.leagues.conftest import ApiSeason, in_days
from trials.dice import dice

MOST_ENTRANTS = 70


@given(
    st.sampled_from(["groups", "round_robin", "double_round_robin", "swiss", "single_tables"]),
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
        at_table=2 if format_.endswith("round_robin") else at_table,
        group_size=group_size,
        division_size=division_size,
        rounds=3 if format_ == "swiss" else 0,
    )
    names = tuple(f"e{number:02}" for number in range(max(entrants, smallest_group(rules))))
    plan = make_plan(rules, names, {})
    assert sum(size for sizes in plan.groups for size in sizes) == len(names)
    games = 0
    for size in (size for sizes in plan.groups for size in sizes):
        each = rules.games_of_each if format_ == "groups" else 0
        request = Request(entrants=names[:size], at_table=rules.at_table, key=bytes(32), games=each)
        tables = FORMATS[format_].pair(request).tables
        assert tables
        games += len(tables)
    assert plan.games == games * max(1, rules.rounds)


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
            season = store.lock(made.row.pk)
            still_open = Fixture.objects.filter(season=season, settled=False)
            void = [ResultRecorded(fixture=each.pk, kind=Kind.VOID) for each in still_open]
            store.append(season, void)
            playing_ = list(Entrant.objects.filter(season=season, state="playing"))
            for each in rng.sample(playing_, rng.randrange(len(playing_) // 2 + 1)):
                withdraw_entrant(season, each, None)
        for step in (playing.pair_next_round, ending.finish_if_over):
            with transaction.atomic():
                step(store.lock(made.row.pk))
        paired = Fixture.objects.filter(season=made.row.pk, settled=False).exists()
        assert paired is (made.row.state == Season.State.RUNNING)
        rounds += paired
