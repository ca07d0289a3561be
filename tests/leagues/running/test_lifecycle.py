"""The life of a season: its start, its games, its rounds, its end, and the season after it."""

from collections import Counter
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from accounts.signals import account_erasing
from games.making.arrangement import game_arrange
from games.models import Game
from leagues.models import EntrantPlayer, Fixture, Standing, StoredSeasonEvent
from leagues.results import fixture_results
from leagues.running import fixture_games, lifecycle
from leagues.season import lookup
from leagues.stream import store
from leagues.stream.events import EntrantRegistered, SeasonFinished
from tests.support.api_seasons import (
    DAY,
    LEAGUES,
    SEASONS,
    ApiSeason,
    declaration,
    end_games,
    in_days,
    later,
    people,
)
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = pytest.mark.django_db


def events_of(season: ApiSeason) -> Counter[str]:
    kinds = StoredSeasonEvent.objects.filter(season=season.id).values_list("type", flat=True)
    return Counter(kinds)


def test_a_start_can_be_tried_without_effect(season: ApiSeason) -> None:
    season.enter(*people(4))
    version = season.row.version
    plan = season.plan()
    assert plan == season.plan()
    assert (len(plan["divisions"]), plan["games"]) == (1, 6)
    assert season.row.version == version
    assert not Fixture.objects.exists()


def test_a_plan_that_has_changed_is_not_carried_out(season: ApiSeason) -> None:
    season.enter(*people(3))
    token = season.plan()["token"]
    season.enter(*people(1))
    refused = season.organiser.post(f"{season.path}/start", {"token": token})
    assert problem(refused) == (409, "plan_changed")
    assert season.shown()["state"] == "registration"
    for body in ({}, {"dry_run": True, "token": token}):
        assert problem(season.organiser.post(f"{season.path}/start", body)) == (422, "invalid")


def test_games_of_a_season_declared_with_too_many_rounds_begin_with_all_there_are(
    season: ApiSeason,
) -> None:
    rules = season.row.rules | {"options": {"mode": "beginner", "rounds": 99}}
    type(season.row).objects.filter(pk=season.id).update(rules=rules)
    season.enter(*people(2))
    season.start()
    assert Game.objects.get().options["rounds"] == 32
    assert season.shown()["rules"]["options"]["rounds"] == 32


def test_a_start_that_no_plan_can_be_made_for_is_refused_with_a_code_of_its_own(
    season: ApiSeason,
) -> None:
    def tried() -> Any:
        return season.organiser.post(f"{season.path}/start", {"dry_run": True})

    season.enter(*people(1))
    assert problem(tried()) == (409, "too_few_entrants")
    refused = season.organiser.post(f"{season.path}/start", {"token": "0" * 32})
    assert problem(refused) == (409, "plan_changed")


def test_only_an_organiser_starts_a_season(season: ApiSeason, bob: Person) -> None:
    season.enter(*people(2))
    assert problem(bob.post(f"{season.path}/start", {"dry_run": True}))[0] == 403


@pytest.mark.slow
def test_a_season_starts_by_itself_and_begins_its_games(season: ApiSeason, time: Time) -> None:
    season.enter(*people(4))
    later(time, 8 * DAY)
    assert season.shown()["state"] == "running"
    fixtures = season.fixtures()
    assert len(fixtures) == 6
    for fixture in fixtures:
        game = Game.objects.get(pk=fixture["game"])
        assert (game.state, game.creator, game.pauses) == ("running", None, False)
        seated = game.assignments.order_by("number").values_list("user__handle", flat=True)
        assert [[handle] for handle in seated] == [each["players"] for each in fixture["entrants"]]
        assert fixture["reasons"][0].startswith("Round ")
    met = Counter(frozenset(each["id"] for each in fixture["entrants"]) for fixture in fixtures)
    assert set(met.values()) == {1}
    call_command("rebuild_seasons", "--check")


def test_every_step_is_taken_once_however_often_the_sweep_runs(
    season: ApiSeason, time: Time
) -> None:
    season.enter(*people(3))
    later(time, 8 * DAY)
    for _ in range(3):
        lifecycle.sweep()
    found = events_of(season)
    assert found["SeasonStarted"] == 1
    assert Game.objects.count() == Fixture.objects.count() == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entrants", "groups"),
    [
        (6, [6]),
        pytest.param(7, [7], marks=pytest.mark.thorough),
        (9, [5, 4]),
        pytest.param(11, [6, 5], marks=pytest.mark.thorough),
    ],
)
def test_no_group_is_too_small_to_be_paired(ada: Person, entrants: int, groups: list[int]) -> None:
    season = ApiSeason(ada, format="groups", at_table=4, group_size=5)
    season.enter(*people(entrants))
    assert season.plan()["groups"] == [groups]
    season.start()
    assert season.shown()["state"] == "running"
    played = Counter(each["group"] for each in season.entrants())
    assert sorted(played.values(), reverse=True) == groups


@pytest.mark.slow
def test_a_season_does_not_start_while_the_last_one_runs(ada: Person, time: Time) -> None:
    first = ApiSeason(ada)
    first.enter(*people(2))
    first.start()
    following = declaration() | {"starts_at": in_days(67), "ends_at": in_days(127)}
    made = ada.post(f"{LEAGUES}/{first.league}/seasons", following).json()
    lifecycle.sweep()
    for person in people(2):
        assert person.post(f"{SEASONS}/{made['id']}/entrants").status_code == 201
    refused = ada.post(f"{SEASONS}/{made['id']}/start", {"dry_run": True})
    assert problem(refused) == (409, "last_season_running")
    later(time, 67 * DAY)
    later(time, 67 * DAY)
    states = [ada.get(f"{SEASONS}/{each}").json()["state"] for each in (first.id, made["id"])]
    assert states == ["finished", "running"]


def test_a_season_that_cannot_start_says_why_and_waits(season: ApiSeason, time: Time) -> None:
    season.enter(*people(1))
    later(time, 8 * DAY)
    lifecycle.sweep()
    shown = season.shown()
    assert shown["state"] == "registration"
    assert "at least 2" in shown["prevented"]
    assert events_of(season)["StartPrevented"] == 1
    season.enter(*people(1))
    season.start()
    assert season.shown()["state"] == "running"


def test_a_season_that_has_not_started_by_its_end_is_called_off(
    season: ApiSeason, time: Time
) -> None:
    season.enter(*people(1))
    later(time, 8 * DAY)
    season.enter(*people(1))
    token = season.plan()["token"]
    time.jump(68 * DAY)
    refused = season.organiser.post(f"{season.path}/start", {"token": token})
    assert problem(refused) == (409, "season_over")
    lifecycle.sweep()
    lifecycle.sweep()
    assert (season.shown()["state"], len(season.shown()["revealed"])) == ("called_off", 64)
    assert events_of(season)["SeasonCalledOff"] == 1


@pytest.mark.slow
def test_a_killed_worker_loses_and_repeats_nothing(
    season: ApiSeason, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.enter(*people(5))
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 3)
    calls = iter(range(100))

    def killed(**members: Any) -> Game:
        if next(calls) == 4:
            raise KeyboardInterrupt
        return game_arrange(**members)

    monkeypatch.setattr(fixture_games, "game_arrange", killed)
    with pytest.raises(KeyboardInterrupt):
        later(time, 8 * DAY)
    assert Game.objects.count() == 3
    lifecycle.sweep()
    assert Game.objects.count() == Fixture.objects.exclude(game=None).count() == 10


def test_results_are_recorded_and_the_season_finishes(season: ApiSeason) -> None:
    entered = season.enter(*people(3))
    season.start()
    end_games(season)
    lifecycle.sweep()
    shown = season.shown()
    assert shown["state"] == "finished"
    assert len(shown["revealed"]) == 64
    found = events_of(season)
    assert (found["ResultRecorded"], found["SeasonFinished"], found["SeedRevealed"]) == (3, 1, 1)
    assert {each["id"] for each in season.entrants()} == set(entered)
    call_command("rebuild_seasons", "--check")


def test_a_season_is_archived_a_month_after_its_end(season: ApiSeason, time: Time) -> None:
    season.enter(*people(2))
    season.start()
    end_games(season)
    lifecycle.sweep()
    later(time, 31 * DAY)
    lifecycle.sweep()
    assert season.shown()["archived_at"]
    assert events_of(season)["SeasonArchived"] == 1


@pytest.mark.slow
def test_games_of_partners_seat_them_opposite(ada: Person) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams", "rounds": 1})
    four = people(4)
    for team, (one, other) in {"Crows": four[:2], "Owls": four[2:]}.items():
        one.post(f"{season.path}/entrants", {"partner": other.user.handle})
        season.enter(other, partner=one.user.handle, team=team)
    (planned,) = season.plan()["divisions"]
    assert {each["team"] for each in planned} == {"Crows", "Owls"}
    season.start()
    (fixture,) = season.fixtures()
    game = Game.objects.get(pk=fixture["game"])
    seats = list(game.assignments.order_by("number").values_list("user__handle", flat=True))
    assert [sorted(seats[::2]), sorted(seats[1::2])] == [
        sorted(each["players"]) for each in fixture["entrants"]
    ]


@pytest.mark.slow
def test_swiss_pairs_the_next_round_once_all_games_are_over(ada: Person) -> None:
    season = ApiSeason(ada, format="swiss", rounds=2, days_per_round=10)
    season.enter(*people(5))
    season.start()
    assert len(season.fixtures()) == 2
    end_games(season)
    lifecycle.sweep()
    lifecycle.sweep()
    assert season.shown()["round"] == 2
    assert events_of(season)["RoundPaired"] == 2
    met = Counter(
        frozenset(each["id"] for each in fixture["entrants"]) for fixture in season.fixtures()
    )
    assert set(met.values()) == {1}
    end_games(season)
    lifecycle.sweep()
    assert season.shown()["state"] == "finished"
    call_command("rebuild_seasons", "--check")


def test_swiss_does_not_wait_for_games_longer_than_declared(ada: Person, time: Time) -> None:
    season = ApiSeason(ada, format="swiss", rounds=2, days_per_round=10)
    season.enter(*people(4))
    season.start()
    lifecycle.sweep()
    assert season.shown()["round"] == 1
    later(time, 11 * DAY)
    assert season.shown()["round"] == 2


def test_late_entrants_play_from_the_next_round(ada: Person) -> None:
    season = ApiSeason(
        ada, format="swiss", rounds=2, days_per_round=10, late_entry_until=in_days(20)
    )
    season.enter(*people(3))
    season.start()
    (entrant,) = season.enter(*people(1))
    end_games(season)
    lifecycle.sweep()
    second = [each for each in season.fixtures() if each["round"] == 2]
    assert entrant in {one["id"] for each in second for one in each["entrants"]}


def test_rounds_for_which_too_few_are_left_are_not_played(ada: Person) -> None:
    season = ApiSeason(ada, format="swiss", rounds=3, days_per_round=10)
    two = people(2)
    season.enter(*two)
    season.start()
    two[0].delete(f"{season.path}/entrants/me")
    end_games(season)
    lifecycle.sweep()
    shown = season.shown()
    assert (shown["state"], shown["round"]) == ("finished", 1)


@pytest.mark.slow
def test_a_season_ends_if_no_division_has_enough_even_with_late_entrants(ada: Person) -> None:
    rules: dict[str, Any] = {"format": "swiss", "at_table": 3, "rounds": 3, "days_per_round": 10}
    season = ApiSeason(ada, division_size=3, late_entry_until=in_days(20), **rules)
    season.enter(*people(6))
    season.start()
    bottom = [each["id"] for each in season.entrants(division=2)]
    for gone in [season.entrants(division=1)[0]["id"], *bottom[:2]]:
        ada.post(f"{season.path}/entrants/{gone}/removal")
    season.enter(*people(1))
    end_games(season)
    lifecycle.sweep()
    shown = season.shown()
    assert (shown["state"], shown["round"]) == ("finished", 1)


def test_an_erased_account_withdraws_from_a_running_season(season: ApiSeason) -> None:
    three = people(3)
    (entrant, *_) = season.enter(*three)
    season.start()
    account_erasing.send(type(three[0].user), user=three[0].user)
    three[0].user.delete()
    (gone,) = season.entrants(state="withdrawn")
    assert (gone["id"], gone["players"]) == (entrant, [None])
    call_command("rebuild_seasons", "--check")


def test_a_withdrawal_records_a_bounded_number_of_results_first(
    season: ApiSeason, monkeypatch: pytest.MonkeyPatch
) -> None:
    three = people(3)
    season.enter(*three)
    season.start()
    end_games(season)
    monkeypatch.setattr(fixture_results, "RECORDED_AT_ONCE", 1)
    assert three[0].delete(f"{season.path}/entrants/me").status_code == 204
    assert events_of(season)["ResultRecorded"] == 1
    lifecycle.sweep()
    lifecycle.sweep()
    assert events_of(season)["ResultRecorded"] == 3


@pytest.mark.slow
def test_somebody_who_withdrew_is_not_paired_again(ada: Person) -> None:
    season = ApiSeason(ada, format="swiss", rounds=2, days_per_round=10)
    four = people(4)
    entered = season.enter(*four)
    season.start()
    four[0].delete(f"{season.path}/entrants/me")
    assert problem(four[0].post(f"{season.path}/entrants"))[0] == 409
    end_games(season)
    lifecycle.sweep()
    second = [each for each in season.fixtures() if each["round"] == 2]
    assert second
    assert entered[0] not in {one["id"] for each in second for one in each["entrants"]}


@pytest.mark.slow
@pytest.mark.parametrize(("rounds", "void"), [(2, False), (3, True)])
def test_games_of_an_entrant_who_withdraws_before_half_of_the_rounds_are_void(
    ada: Person, rounds: int, void: bool
) -> None:
    season = ApiSeason(ada, format="swiss", rounds=rounds, days_per_round=10)
    four = people(4)
    entered = season.enter(*four)
    season.start()
    for _ in range(rounds):
        end_games(season)
        lifecycle.sweep()
        four[0].delete(f"{season.path}/entrants/me")
        lifecycle.sweep()
    assert season.shown()["state"] == "finished"
    assert Standing.objects.get(entrant=UUID(entered[0])).row["void"] is void


def test_a_game_whose_player_withdrew_before_it_began_is_void(
    season: ApiSeason, monkeypatch: pytest.MonkeyPatch
) -> None:
    three = people(3)
    season.enter(*three)
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 0)
    season.organiser.post(f"{season.path}/start", {"token": season.plan()["token"]})
    three[0].delete(f"{season.path}/entrants/me")
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 10)
    lifecycle.sweep()
    assert Game.objects.count() == 1
    assert Fixture.objects.filter(season=season.id, settled=True, game=None).count() == 2


@pytest.mark.slow
def test_the_next_season_is_filled_from_the_last(ada: Person, time: Time) -> None:
    rules: dict[str, Any] = {"division_size": 3, "promoted": 1, "relegated": 1}
    season = ApiSeason(ada, **rules)
    six = people(6)
    season.enter(*six)
    season.start()
    end_games(season)
    lifecycle.sweep()
    (end,) = (
        each.event for each in store.read(season.row.pk) if isinstance(each.event, SeasonFinished)
    )
    names = {
        row.entrant_id: row.user.handle if row.user else ""
        for row in EntrantPlayer.objects.filter(season=season.id).select_related("user")
    }
    top, bottom = ([names[each] for each in division] for division in end.order)
    following = ApiSeason(ada, season.league, **rules)
    by_name = {each.user.handle: each for each in six}
    absent = by_name[top[0]]
    assert absent.post(f"{following.path}/hiatus").status_code == 201
    newcomer = Person()
    following.enter(newcomer, *(each for each in six if each is not absent))
    plan = following.plan()
    first, second = (
        {entrant["players"][0] for entrant in division} for division in plan["divisions"]
    )
    assert {top[1], bottom[0]} <= first
    assert newcomer.user.handle in second
    assert absent.user.handle not in first | second


@pytest.mark.thorough
def test_a_season_of_a_thousand_starts_with_few_queries(
    ada: Person, django_assert_max_num_queries: Any
) -> None:
    season = ApiSeason(ada, format="groups", at_table=4, group_size=8)
    store.append(
        lookup.season_lock(season.row.pk),
        [EntrantRegistered(entrant=UUID(int=n)) for n in range(1, 1001)],
    )
    token = season.plan()["token"]
    with django_assert_max_num_queries(200):
        started = season.organiser.post(f"{season.path}/start", {"token": token})
    assert started.status_code == 200
    assert Fixture.objects.filter(season=season.id).count() == 1000
    with django_assert_max_num_queries(10):
        page = season.organiser.get(f"{season.path}/fixtures?limit=100")
    assert len(page.json()["results"]) == 100
