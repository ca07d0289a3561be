"""The rounds of a round robin begin on dates of their own, if that is declared."""

from datetime import datetime
from typing import Any

import pytest

from leagues.running import lifecycle
from leagues.stream.store import differences
from tests.support.api_seasons import DAY, ApiSeason, end_games, later, rounds_begun, steps
from tests.support.mails import mails, text
from tests.support.people import Person
from tests.support.times import Time

pytestmark = pytest.mark.django_db


def begun(organiser: Person, **rules: Any) -> ApiSeason:
    """Return a season of four that has started, and lasts 60 days after its date."""
    season = ApiSeason(organiser, **rules)
    season.enter(organiser, *(Person() for _ in range(3)))
    season.start()
    return season


def lengths(season: ApiSeason) -> list[int]:
    answer = season.organiser.get(f"{season.path}/schedule").json()
    started = datetime.fromisoformat(answer["started_at"])
    begins = [datetime.fromisoformat(each["starts_at"]) for each in answer["rounds"]]
    return [(each - started).days for each in begins]


def test_each_round_begins_on_its_date(ada: Person, time: Time) -> None:
    season = begun(ada, days_per_round=10)
    assert (rounds_begun(), lengths(season)) == ({1}, [0, 10, 20])
    step = steps(season)["begin_round"]
    assert (step["round"], step["games"]) == (2, 2)
    (mail,) = mails("season_round", ada)
    assert text(mail).count("at the latest") == 2
    later(time, 9 * DAY)
    assert rounds_begun() == {1}
    later(time, 11 * DAY)
    assert rounds_begun() == {1, 2}
    later(time, 21 * DAY)
    assert rounds_begun() == {1, 2, 3}
    assert "begin_round" not in steps(season)
    later(time, 68 * DAY)
    assert season.shown()["state"] == "finished"
    assert differences(season.row) == []


def test_a_round_begins_as_soon_as_all_games_are_over(ada: Person) -> None:
    season = begun(ada, days_per_round=10)
    for number in (1, 2, 3):
        assert rounds_begun() == set(range(1, number + 1))
        end_games(season)
        lifecycle.sweep()
        lifecycle.sweep()
    assert season.shown()["state"] == "finished"


def test_rounds_for_which_the_season_is_too_short_begin_sooner(ada: Person) -> None:
    season = begun(ada, format="double_round_robin", days_per_round=30)
    assert lengths(season) == [0, 11, 22, 33, 44, 55]
