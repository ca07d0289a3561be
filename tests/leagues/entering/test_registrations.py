"""Registering for a season: gates, capacity, partners, withdrawal and hiatus."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Reliability, User
from accounts.services import account_close
from accounts.signals import account_erasing, account_unavailable
from config.server.clearing import clear_all
from leagues.models import EntrantPlayer, PartnerWish, Season, StoredSeasonEvent
from tests.support.api_games import ApiGame
from tests.support.api_seasons import ApiSeason, make_league, rate, states
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db


def test_people_register_and_withdraw(season: ApiSeason, bob: Person, eve: Person) -> None:
    (entered, _) = season.enter(bob, eve)
    assert season.enter(bob) == [entered]
    assert problem(bob.post(f"{season.path}/entrants", {"substitute": True}))[0] == 409
    assert bob.delete(f"{season.path}/entrants/me").status_code == 204
    assert bob.delete(f"{season.path}/entrants/me").status_code == 204
    assert states(season) == {"bob": "withdrawn", "eve": "registered"}
    season.enter(bob)
    assert states(season) == {"eve": "registered", "bob": "registered"}


def test_a_request_that_changes_something_takes_no_query(season: ApiSeason, bob: Person) -> None:
    (entered,) = season.enter(bob)
    refused = season.organiser.post(f"{season.path}/entrants/{entered}/removal?dry_run=true")
    assert problem(refused) == (422, "invalid")
    assert "dry_run" in refused.content.decode()
    assert states(season) == {"bob": "registered"}


def test_somebody_who_comes_too_late_waits_for_a_place(
    ada: Person, bob: Person, eve: Person
) -> None:
    season = ApiSeason(ada, capacity=2)
    season.enter(ada, bob)
    assert eve.post(f"{season.path}/entrants").json()["entrant"]["state"] == "waiting"
    bob.delete(f"{season.path}/entrants/me")
    assert states(season) == {"ada": "registered", "bob": "withdrawn", "eve": "registered"}


def test_an_organiser_can_withdraw_an_entrant(ada: Person, bob: Person, eve: Person) -> None:
    season = ApiSeason(ada, capacity=2)
    entrant, _, waiting = season.enter(bob, Person(), eve)
    tried = ada.post(f"{season.path}/entrants/{entrant}/removal", {"dry_run": True})
    assert tried.json()["effects"] == {
        **{"void": 0, "left": 0, "told": 1},
        "successor": {"id": waiting, "players": ["eve"], "team": ""},
    }
    assert states(season)["bob"] == "registered"
    assert problem(eve.post(f"{season.path}/entrants/{entrant}/removal"))[0] == 403
    assert ada.post(f"{season.path}/entrants/{entrant}/removal").status_code == 200
    assert (states(season)["bob"], states(season)["eve"]) == ("withdrawn", "registered")


def test_somebody_who_is_suspended_is_not_paired(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    season.enter(bob, eve, Person())
    bob.user.is_active = False
    bob.user.save()
    account_unavailable.send(User, user=bob.user, reason="unavailable")
    season.start()
    assert states(season)["bob"] == "withdrawn"
    assert len(season.fixtures()) == 1


def test_gates_keep_out_who_does_not_meet_them(ada: Person, bob: Person) -> None:
    season = ApiSeason(ada, min_reliability=90, max_running_games=0)
    Reliability.objects.update_or_create(user=bob.user, defaults={"outcomes": "0" * 20})
    refused = bob.post(f"{season.path}/entrants")
    assert problem(refused) == (409, "gate_not_met")
    assert "90%" in refused.json()["detail"]
    Reliability.objects.update_or_create(user=bob.user, defaults={"outcomes": "1" * 20})
    ApiGame([ada, bob])
    assert "running games" in Person.post(bob, f"{season.path}/entrants").json()["detail"]


@pytest.mark.parametrize(
    ("value", "games", "refused"),
    [
        (1199, 5, "at least 1200; that of bob is 1199"),
        (1200, 5, ""),
        (1300, 5, ""),
        (1301, 5, "at most 1300; that of bob is 1301"),
        (1250, 4, "The rating of bob is provisional: it takes 5 rated games"),
    ],
)
def test_ratings_outside_those_that_a_season_asks_for_are_refused(
    ada: Person, bob: Person, value: int, games: int, refused: str
) -> None:
    season = ApiSeason(ada, min_rating=1200, max_rating=1300)
    rate(bob, 1250, mode="standard")
    rate(bob, value, games=games)
    answer = bob.post(f"{season.path}/entrants")
    if refused:
        assert problem(answer) == (409, "gate_not_met")
        assert refused in answer.json()["detail"]
    else:
        assert answer.status_code == 201


def test_people_without_a_rating_enter_seasons_for_beginners_only(
    ada: Person, bob: Person, eve: Person
) -> None:
    season = ApiSeason(ada, max_rating=1000)
    rate(eve, 2000, games=4)
    season.enter(bob, eve)
    stronger = ApiSeason(ada, make_league(ada, "Masters"), min_rating=0)
    assert problem(bob.post(f"{stronger.path}/entrants")) == (409, "gate_not_met")


def test_partners_have_the_ratings_that_the_season_asks_for(
    ada: Person, bob: Person, eve: Person
) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams"}, min_rating=1100)
    rate(bob, 1100, mode="teams")
    assert bob.post(f"{season.path}/entrants", {"partner": "eve"}).status_code == 202
    assert problem(eve.post(f"{season.path}/entrants", {"partner": "bob"})) == (409, "gate_not_met")
    rate(eve, 1150, mode="teams")
    assert eve.post(f"{season.path}/entrants", {"partner": "bob"}).status_code == 201


def test_naming_a_partner_does_not_tell_how_reliable_they_are(
    ada: Person, bob: Person, eve: Person
) -> None:
    season = ApiSeason(
        ada, partners=True, options={"mode": "teams"}, min_reliability=90, max_running_games=0
    )
    Reliability.objects.update_or_create(user=bob.user, defaults={"outcomes": "0" * 20})
    ApiGame([ada, bob])
    named = eve.post(f"{season.path}/entrants", {"partner": "bob"})
    assert (named.status_code, named.json()) == (202, {"entrant": None})
    refused = Person.post(bob, f"{season.path}/entrants", {"partner": "eve"})
    assert problem(refused) == (409, "gate_not_met")


def test_partners_meet_the_gates_when_they_agree(ada: Person, bob: Person, eve: Person) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams"}, min_reliability=90)
    assert bob.post(f"{season.path}/entrants", {"partner": "eve"}).status_code == 202
    Reliability.objects.update_or_create(user=bob.user, defaults={"outcomes": "0" * 20})
    refused = eve.post(f"{season.path}/entrants", {"partner": "bob"})
    assert problem(refused) == (409, "gate_not_met")
    assert "bob" in refused.json()["detail"]


def test_only_the_invited_register_in_their_league(ada: Person, bob: Person) -> None:
    league = make_league(ada, access="invitation")
    season = ApiSeason(ada, league)
    assert problem(bob.post(f"{season.path}/entrants"))[0] == 404
    ada.post(f"/api/v1/leagues/{league}/invitations", {"handle": "bob"})
    season.enter(bob)


def test_partners_register_once_both_have_named_each_other(
    ada: Person, bob: Person, eve: Person
) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams"})
    assert problem(bob.post(f"{season.path}/entrants")) == (409, "partner_missing")
    assert bob.post(f"{season.path}/entrants", {"partner": "eve"}).status_code == 202
    assert ada.post(f"{season.path}/entrants", {"partner": "eve"}).status_code == 202
    named = eve.post(f"{season.path}/entrants", {"partner": "bob", "team": "Crows"})
    assert named.json()["entrant"]["team"] == "Crows"
    assert sorted(named.json()["entrant"]["players"]) == ["bob", "eve"]
    assert bob.post(f"{season.path}/entrants", {"partner": "eve"}).json() == named.json()
    assert problem(ada.post(f"{season.path}/entrants", {"partner": "eve"}))[0] == 409
    bob.delete(f"{season.path}/entrants/me")
    assert set(states(season).values()) == {"withdrawn"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [(("Crows", ""), "Crows"), (("", "Owls"), "Owls"), (("Crows", "Owls"), "Owls"), (("", ""), "")],
)
def test_a_team_has_the_name_that_either_of_its_people_gave_it(
    ada: Person, bob: Person, eve: Person, given: tuple[str, str], expected: str
) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams"})
    bob.post(f"{season.path}/entrants", {"partner": "eve", "team": given[0]})
    named = eve.post(f"{season.path}/entrants", {"partner": "bob", "team": given[1]})
    assert named.json()["entrant"]["team"] == expected


def test_who_named_whom_is_forgotten_when_a_season_is_called_off(ada: Person, bob: Person) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams"})
    bob.post(f"{season.path}/entrants", {"partner": "ada"})
    assert ada.post(f"{season.path}/call-off").status_code == 200
    assert not PartnerWish.objects.exists()


def test_who_named_whom_is_forgotten_after_a_season(ada: Person, bob: Person) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams"})
    bob.post(f"{season.path}/entrants", {"partner": "ada"})
    clear_all()
    assert PartnerWish.objects.exists()
    Season.objects.update(finished_at=timezone.now())  # a late team named itself
    clear_all()
    assert not PartnerWish.objects.exists()


def test_nobody_becomes_the_partner_of_somebody_they_blocked(
    ada: Person, bob: Person, eve: Person
) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams"})
    assert bob.post(f"{season.path}/entrants", {"partner": "eve"}).status_code == 202
    bob.client.put("/api/v1/me/blocks/eve")
    assert eve.post(f"{season.path}/entrants", {"partner": "bob"}).status_code == 202
    refused = bob.post(f"{season.path}/entrants", {"partner": "eve"})
    assert problem(refused) == (422, "invalid")
    assert refused.json()["errors"][0]["code"] == "blocked_by_you"
    assert season.entrants() == []


def test_an_account_that_is_deleted_leaves_no_name(season: ApiSeason, bob: Person) -> None:
    season.enter(bob)
    account_close(user=bob.user)
    assert states(season) == {"bob": "withdrawn"}
    bob.user.delete()
    assert EntrantPlayer.objects.get(season=season.id).user is None
    (entrant,) = season.entrants()
    assert entrant["players"] == [None]
    assert "bob" not in "".join(StoredSeasonEvent.objects.values_list("data", flat=True))


def test_the_name_of_a_team_goes_with_an_account(ada: Person, bob: Person, eve: Person) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams"})
    bob.post(f"{season.path}/entrants", {"partner": "eve", "team": "Bob and his partner"})
    season.enter(eve, partner="bob")
    account_erasing.send(User, user=bob.user)
    bob.user.delete()
    (entrant,) = season.entrants()
    assert (entrant["team"], sorted(map(str, entrant["players"]))) == ("", ["None", "eve"])


def test_a_hiatus_needs_a_place_to_keep(season: ApiSeason, bob: Person) -> None:
    assert problem(bob.post(f"{season.path}/hiatus")) == (409, "no_claim")


def test_a_page_of_entrants_takes_a_bounded_number_of_queries(
    season: ApiSeason, django_assert_max_num_queries: Any
) -> None:
    season.enter(*(Person() for _ in range(12)))
    with django_assert_max_num_queries(10):
        page = season.organiser.get(f"{season.path}/entrants?limit=10").json()
    assert len(page["results"]) == 10
    assert page["next"]


def test_only_teams_have_names(season: ApiSeason, eve: Person) -> None:
    refused = eve.post(f"{season.path}/entrants", {"team": "bob"})
    assert problem(refused) == (409, "no_partners")
