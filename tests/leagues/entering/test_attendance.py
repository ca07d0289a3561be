"""Before the start, entrants confirm that they will play, or lose their places."""

from datetime import timedelta

import pytest

from leagues.contest.errors import LeagueError
from leagues.rules import SeasonRules
from leagues.running import lifecycle
from leagues.running.start_plan import check_number
from leagues.stream import store
from notifications.sending.dispatch import reason_to_drop
from tests.support.api_seasons import (
    DAY,
    ApiSeason,
    confirm,
    declaration,
    in_days,
    later,
    make_league,
    states,
    steps,
)
from tests.support.mails import handles, mails, text, told
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def names(entrants: list[dict[str, list[str]]]) -> list[str]:
    return [name for each in entrants for name in each["players"]]


def test_who_does_not_confirm_loses_the_place_to_the_first_who_waits_and_does(
    ada: Person, bob: Person, eve: Person, time: Time
) -> None:
    waits, late = Person("waits"), Person("late")
    season = ApiSeason(ada, capacity=3, confirm_days=3)
    season.enter(ada, bob, eve, waits, late)
    assert problem(ada.post(f"{season.path}/attendance")) == (409, "not_asked")
    assert list(steps(season)) == ["ask_attendance", "start"]

    later(time, 4 * DAY + MINUTE)
    lifecycle.sweep()
    assert told("season_attendance") == handles(ada, bob, eve, waits, late)
    assert "Otherwise it starts without you" in text(mails("season_attendance", eve)[0])
    assert "You are waiting for a place" in text(mails("season_attendance", waits)[0])
    confirm(season, ada, ada, bob, late)
    plan = season.plan()
    assert [names(plan[part]) for part in ("absent", "admitted")] == [["eve"], ["late"]]
    assert [names(division) for division in plan["divisions"]] == [["ada", "bob", "late"]]
    assert steps(season)["start"]["entrants"] == 3

    later(time, 6 * DAY + MINUTE)
    again = mails("season_attendance", eve)[1]
    assert (reason_to_drop(again), reason_to_drop(mails("season_attendance", ada)[1])) == (
        None,
        "outdated",
    )
    later(time, 7 * DAY + MINUTE)
    assert states(season) == {
        **dict.fromkeys(("ada", "bob", "late"), "playing"),
        "eve": "withdrawn",
        "waits": "waiting",
    }
    assert {name for each in season.fixtures() for name in names(each["entrants"])} == {
        *("ada", "bob", "late")
    }
    mail = mails("season_entry", eve)[-1]
    assert (reason_to_drop(mail), "starts without you" in text(mail)) == (None, True)
    assert problem(eve.post(f"{season.path}/attendance")) == (409, "not_entered")
    assert store.differences(season.row) == []


def test_somebody_who_lost_the_place_can_still_offer_to_substitute(
    ada: Person, bob: Person, eve: Person, time: Time
) -> None:
    season = ApiSeason(ada, confirm_days=3)
    season.enter(ada, bob, eve)
    later(time, 5 * DAY)
    confirm(season, ada, bob)
    later(time, 8 * DAY)
    assert states(season)["eve"] == "withdrawn"
    season.enter(eve, substitute=True)
    ada.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert states(season) == {"ada": "withdrawn", "bob": "playing", "eve": "substitute"}


def test_somebody_who_registers_once_it_is_asked_has_confirmed(
    ada: Person, bob: Person, eve: Person, time: Time
) -> None:
    season = ApiSeason(ada, confirm_days=3)
    season.enter(ada)
    later(time, 5 * DAY)
    season.enter(bob, eve)
    assert [each["confirmed"] for each in season.entrants()] == [False, True, True]
    confirm(season, bob)
    later(time, 8 * DAY)
    assert states(season) == {"ada": "withdrawn", "bob": "playing", "eve": "playing"}


def test_a_season_that_too_few_confirm_waits_for_its_organiser(
    ada: Person, bob: Person, eve: Person, time: Time
) -> None:
    season = ApiSeason(ada, confirm_days=3)
    season.enter(ada, bob, eve)
    later(time, 5 * DAY)
    needs = "The season needs at least 2 entrants who confirm that they will play. 3 have entered"
    refused = ada.post(f"{season.path}/start", {"dry_run": True})
    assert f"{needs}, and none of them has confirmed yet." in refused.content.decode()
    assert steps(season)["start"]["obstacle"] == f"{needs}, and none of them has confirmed yet."
    confirm(season, ada)
    later(time, 8 * DAY)
    assert season.shown()["prevented"] == f"{needs}; confirmed so far: 1."
    assert set(states(season).values()) == {"registered"}
    confirm(season, eve)
    season.start()
    assert states(season) == {"ada": "playing", "bob": "withdrawn", "eve": "playing"}


def test_who_has_not_confirmed_is_named_where_tables_cannot_be_filled() -> None:
    rules = SeasonRules(format="groups", at_table=4, games=3)
    with pytest.raises(LeagueError, match=r"5 entrants cannot .* have not confirmed .*: 3\."):
        check_number(rules, 5, absent=3)


def test_a_season_that_starts_before_it_asks_starts_with_everybody(
    ada: Person, bob: Person
) -> None:
    season = ApiSeason(ada, confirm_days=3)
    season.enter(ada, bob)
    season.start()
    assert set(states(season).values()) == {"playing"}


def test_nobody_is_asked_too_shortly_before_the_start(ada: Person, bob: Person, time: Time) -> None:
    season = ApiSeason(ada, confirm_days=3)
    season.enter(ada, bob)
    later(time, 7 * DAY - 2 * timedelta(hours=1))
    assert not told("season_attendance")
    assert list(steps(season)) == ["start"]
    later(time, 8 * DAY)
    assert set(states(season).values()) == {"playing"}


def test_registration_must_open_before_it_is_asked(ada: Person) -> None:
    wish = declaration(confirm_days=3) | {"registration_opens_at": in_days(5)}
    answer = ada.post(f"/api/v1/leagues/{make_league(ada)}/seasons", wish)
    assert problem(answer) == (422, "invalid")
    assert "Registration must open before entrants are asked" in answer.content.decode()
