"""Organisers see what the server does next with a season by itself, and nothing is done by that."""

from typing import Any

import pytest

from leagues.models import StoredSeasonEvent
from tests.support.api_seasons import DAY, ApiSeason, end_games, later, steps
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_steps_say_what_would_be_done_and_do_nothing(ada: Person, time: Time) -> None:
    season = ApiSeason(ada, format="swiss", rounds=2, days_per_round=10)
    people = [Person() for _ in range(5)]
    season.enter(*people)
    (start,) = steps(season).values()
    assert (start["does"], start["entrants"], start["at"]) == (
        "start",
        5,
        season.shown()["starts_at"],
    )
    season.start()
    events = StoredSeasonEvent.objects.count()
    found = steps(season)
    assert list(found) == ["pair_round", "end_open_games", "finish"]
    paired = found["pair_round"]
    assert (paired["round"], paired["entrants"], paired["games"]) == (2, 5, 2)
    assert (found["end_open_games"]["games"], found["end_open_games"]["void"]) == (2, 0)
    assert found["finish"]["at"] is None
    people[0].delete(f"{season.path}/entrants/me")
    assert steps(season)["pair_round"]["entrants"] == 4
    assert StoredSeasonEvent.objects.count() == events + 1
    later(time, 10 * DAY)
    assert season.row.round == 2
    assert len(season.fixtures()) == 2 + paired["games"]
    assert "pair_round" not in steps(season)
    later(time, 70 * DAY)
    (archive,) = steps(season).values()
    assert archive["does"] == "archive"
    later(time, 101 * DAY)
    assert (season.row.archived_at is not None, steps(season)) == (True, {})


def test_organisers_see_before_the_start_that_too_few_have_entered(ada: Person) -> None:
    season = ApiSeason(ada)
    season.enter(Person())
    (start,) = steps(season).values()
    assert start["obstacle"] == "The season needs at least 2 entrants; there are 1."
    season.enter(Person())
    (start,) = steps(season).values()
    assert (start["entrants"], start["obstacle"]) == (2, None)


def test_organisers_see_before_the_start_that_games_cannot_fill_tables(ada: Person) -> None:
    season = ApiSeason(ada, format="groups", at_table=4, games=3)
    season.enter(*(Person() for _ in range(5)))
    (start,) = steps(season).values()
    told = "5 entrants cannot each play 3 games at tables of 4; 4 or 8 can."
    assert start["obstacle"] == told
    tried = season.organiser.post(f"{season.path}/start", {"dry_run": True})
    assert told in tried.content.decode()


def test_a_season_that_could_not_start_is_called_off_by_its_end(ada: Person, time: Time) -> None:
    season = ApiSeason(ada)
    later(time, 8 * DAY)
    (step,) = steps(season).values()
    assert (step["does"], step["at"]) == ("call_off", season.shown()["ends_at"])


def test_only_organisers_see_the_steps(season: ApiSeason, bob: Person) -> None:
    assert problem(bob.get(f"{season.path}/steps")) == (403, "permission_denied")


def test_steps_take_few_queries(ada: Person, django_assert_max_num_queries: Any) -> None:
    season = ApiSeason(ada, format="swiss", rounds=3, days_per_round=10)
    season.enter(*(Person() for _ in range(4)))
    season.start()
    with django_assert_max_num_queries(12):
        steps(season)
    end_games(season)
    with django_assert_max_num_queries(12):
        steps(season)


def test_a_preview_takes_few_queries(ada: Person, django_assert_max_num_queries: Any) -> None:
    season = ApiSeason(ada, at_table=2)
    first, *_ = season.enter(*(Person() for _ in range(6)))
    season.start()
    end_games(season)
    with django_assert_max_num_queries(18):
        tried = ada.post(f"{season.path}/entrants/{first}/removal", {"dry_run": True})
    assert tried.json()["effects"]["told"] == 1
    with django_assert_max_num_queries(10):
        ada.post(f"{season.path}/call-off", {"dry_run": True})
