"""Rules and dates of seasons: what can be declared, and what is refused with a clear error."""

import re
from typing import Any

import pytest

from leagues.contest.lots import commitment_to
from leagues.models import Season, StoredSeasonEvent
from leagues.running import lifecycle
from leagues.seeds import SeasonSeed
from leagues.stream import store
from tests.support.api_seasons import (
    DAY,
    LEAGUES,
    SEASONS,
    ApiSeason,
    declaration,
    in_days,
    later,
    make_league,
)
from tests.support.people import Person, problem, staff
from tests.support.times import Time

pytestmark = pytest.mark.django_db


def declare(organiser: Person, league: str, **rules: Any) -> Any:
    return organiser.post(f"{LEAGUES}/{league}/seasons", declaration(**rules))


@pytest.mark.parametrize(
    ("rules", "pointer", "told"),
    [
        ({"format": "round_robin", "at_table": 3}, "at_table", "numbers of entrants: 2"),
        ({"format": "groups", "at_table": 4, "games": 7}, "games", "2, 3, 4, 5, 6, 8"),
        (
            {"format": "groups", "at_table": 3, "games": 4, "group_size": 5},
            "group_size",
            "at least 6",
        ),
        ({"format": "swiss"}, "rounds", "number of rounds"),
        ({"rounds": 3}, "rounds", "Only in Swiss"),
        (
            {"format": "groups", "at_table": 4, "days_per_round": 3},
            "days_per_round",
            "Only Swiss seasons and round robins have rounds",
        ),
        ({"games": 3}, "games", "in the format `groups`"),
        ({"format": "groups", "group_size": 3}, "group_size", "4 to 32"),
        ({"promoted": 2}, "division_size", "give the size"),
        ({"division_size": 4, "promoted": 3, "relegated": 2}, "promoted", "fewer"),
        ({"points": [3]}, "points", "2 places"),
        ({"points": [0, 3]}, "points", "must not give fewer"),
        ({"points": [0, 0]}, "points", "The first place must give points"),
        ({"points": [3, 0], "drawn": 4}, "drawn", "gives at most 3 points"),
        ({"ties": "opponents"}, "ties", "Only in Swiss"),
        ({"format": "groups", "bye": "win"}, "bye", "In groups, nobody has a bye"),
        ({"options": {"players": 2}}, "options/players", "Leave `players` out"),
        ({"options": {"mode": "solitaire"}}, "options/mode", "1"),
        ({"options": {"mode": "chess"}}, "options/mode", "standard, beginner"),
        ({"options": {"rounds": 33}}, "options/rounds", "more than 32 rounds"),
        ({"partners": True}, "partners", "cannot be played with"),
        ({"partners": True, "format": "groups", "at_table": 4}, "at_table", "Two teams"),
        ({"format": "groups", "capacity": 3}, "capacity", "at least 4"),
        ({"late_entry_until": "2100-01-01T00:00:00Z"}, "late_entry_until", "Only a Swiss season"),
        ({"late_entry_until": "2100-01-01T00:00:00"}, "late_entry_until", "its offset from UTC"),
        ({"min_rating": 1200, "max_rating": 1199}, "max_rating", "Nobody could register"),
        ({"clock": "blitz"}, "clock", "no clock"),
        ({"colour": "red"}, "colour", "Leave this out"),
    ],
)
def test_impossible_rules_are_refused_with_what_to_do(
    ada: Person, rules: Any, pointer: str, told: str
) -> None:
    refused = declare(ada, make_league(ada), **rules)
    assert problem(refused) == (422, "invalid")
    (error,) = refused.json()["errors"]
    assert error["pointer"] == f"#/rules/{pointer}"
    assert told in error["detail"]


def test_dates_that_run_backwards_are_refused(ada: Person) -> None:
    league = make_league(ada)
    usual = declaration()
    early, start, end = "2020-01-01T00:00:00Z", usual["starts_at"], usual["ends_at"]
    for member, changed in (
        ("starts_at", {"starts_at": early}),
        ("starts_at", {"starts_at": "2999-01-01T00:00:00Z", "ends_at": "2999-02-01T00:00:00Z"}),
        ("starts_at", {"registration_opens_at": end}),
        ("ends_at", {"ends_at": start}),
        ("ends_at", {"rules": {"format": "swiss", "rounds": 9, "days_per_round": 9}}),
    ):
        refused = ada.post(f"{LEAGUES}/{league}/seasons", usual | changed)
        assert problem(refused) == (422, "invalid"), changed
        assert refused.json()["errors"][0]["pointer"] == f"#/{member}"


def test_seasons_of_a_league_do_not_overlap(ada: Person) -> None:
    league = make_league(ada)
    first = declare(ada, league)
    refused = declare(ada, league)
    assert problem(refused) == (422, "invalid")
    detail = refused.json()["errors"][0]["detail"]
    assert "“Spring”" in detail
    assert len(re.findall(r"\d\d:\d\d UTC", detail)) == 2
    assert declare(ada, make_league(ada, "Another")).status_code == 201
    called_off = ada.post(f"{SEASONS}/{first.json()['id']}/call-off", {"reason": "Too early."})
    assert called_off.json()["season"]["state"] == "called_off"
    assert declare(ada, league).json()["number"] == 2


@pytest.mark.parametrize("leavers", ["substitute", "house", "forfeit"])
def test_organisers_are_warned_if_substitutes_can_take_over_no_game_that_has_begun(
    ada: Person, leavers: str
) -> None:
    warnings = declare(ada, make_league(ada), leavers=leavers).json()["warnings"]
    warned = any("a substitute cannot take over" in each for each in warnings)
    assert warned is (leavers == "forfeit")


def test_a_draft_can_be_changed_until_registration_opens(ada: Person, bob: Person) -> None:
    league = make_league(ada)
    made = declare(ada, league).json()
    path = f"{SEASONS}/{made['id']}"
    assert made["state"] == "draft"
    assert problem(bob.get(path))[0] == 404
    assert bob.get(f"{LEAGUES}/{league}/seasons").json()["results"] == []
    changed = ada.client.put(path, declaration(capacity=5) | {"name": "Summer"})
    assert (changed.json()["name"], changed.json()["rules"]["capacity"]) == ("Summer", 5)
    lifecycle.sweep()
    assert bob.get(path).json()["state"] == "registration"
    assert problem(ada.client.put(path, declaration())) == (409, "not_a_draft")
    assert problem(bob.client.put(path, declaration()))[0] == 403


def by_hand() -> dict[str, Any]:
    return declaration() | {"registration_opens_at": None}


def test_a_draft_without_a_date_of_registration_waits_until_an_organiser_opens_it(
    ada: Person, bob: Person
) -> None:
    made = ada.post(f"{LEAGUES}/{make_league(ada)}/seasons", by_hand()).json()
    path = f"{SEASONS}/{made['id']}"
    lifecycle.sweep()
    assert made["registration_opens_at"] is None
    assert ada.get(path).json()["state"] == "draft"
    steps = ada.get(f"{path}/steps").json()["results"]
    assert [(each["does"], each["at"]) for each in steps] == [("call_off", made["ends_at"])]
    assert problem(bob.post(f"{path}/open"))[0] == 404
    opened = ada.post(f"{path}/open").json()
    assert opened["state"] == "registration"
    assert opened["registration_opens_at"] is not None
    assert bob.get(path).json()["state"] == "registration"
    assert problem(ada.post(f"{path}/open")) == (409, "not_a_draft")
    assert store.differences(Season.objects.get()) == []


def test_a_draft_whose_start_has_passed_needs_another_and_is_called_off_at_its_end(
    ada: Person, time: Time
) -> None:
    path = f"{LEAGUES}/{make_league(ada)}/seasons"
    path = f"{SEASONS}/{ada.post(path, by_hand()).json()['id']}"
    later(time, 8 * DAY)
    refused = ada.post(f"{path}/open")
    assert problem(refused) == (422, "invalid")
    assert "Choose a later start first." in refused.json()["errors"][0]["detail"]
    assert ada.get(path).json()["state"] == "draft"
    later(time, 68 * DAY)
    assert ada.get(path).json()["state"] == "called_off"


def test_what_is_wrong_in_rules_and_dates_is_said_at_once(ada: Person) -> None:
    wish = declaration(ties="opponents") | {"ends_at": in_days(3)}
    refused = ada.post(f"{LEAGUES}/{make_league(ada)}/seasons", wish)
    assert refused.status_code == 422
    pointers = {each["pointer"] for each in refused.json()["errors"]}
    assert pointers == {"#/rules/ties", "#/ends_at"}


def test_registration_opens_once_however_often_the_sweep_runs(season: ApiSeason) -> None:
    for _ in range(3):
        lifecycle.sweep()
    opened = StoredSeasonEvent.objects.filter(season=season.id, type="RegistrationOpened")
    assert opened.count() == 1


def test_the_seed_is_shown_to_nobody_until_the_season_is_over(season: ApiSeason) -> None:
    seed = bytes(SeasonSeed.objects.get(season=season.id).seed)
    chief = staff()
    for path in (season.path, f"{season.path}/entrants", f"{season.path}/fixtures"):
        assert seed.hex() not in season.organiser.get(path).content.decode()
    assert (
        seed.hex()
        not in chief.client.get(f"/admin/leagues/season/{season.id}/change/").content.decode()
    )
    season.organiser.post(f"{season.path}/call-off")
    shown = season.shown()
    assert shown["revealed"] == seed.hex()
    assert shown["commitment"] == commitment_to(season.id, seed)


def test_staff_cannot_filter_seasons_by_their_seeds(season: ApiSeason) -> None:
    chief = staff()
    for name in ("seed", "seasonseed__seed", "+__seed"):
        answer = chief.client.get(f"/admin/leagues/season/?{name}__startswith=a")
        assert answer.status_code in {302, 400}


def test_a_season_has_an_etag(season: ApiSeason) -> None:
    first = season.organiser.get(season.path)
    again = season.organiser.get(season.path, etag=first.headers["ETag"])
    assert again.status_code == 304


def test_a_league_declares_only_so_many_seasons_a_day(ada: Person, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {"league_seasons_a_day": 1}
    path = f"{LEAGUES}/{make_league(ada)}/seasons"
    assert problem(ada.post(path, declaration(games=5)))[0] == 422
    made = ada.post(path, declaration())
    assert made.status_code == 201
    ada.post(f"{SEASONS}/{made.json()['id']}/call-off")
    assert ada.post(path, declaration()).json()["quota"] == "league_seasons_a_day"
