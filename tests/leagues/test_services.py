"""Leagues, who may see them, and who has rights over them."""

from typing import Any

import pytest

from leagues.models import League, LeagueInvitation, Organiser
from tests.support.api_seasons import LEAGUES, ApiSeason, declaration, make_league
from tests.support.people import Person, problem, staff

pytestmark = pytest.mark.django_db


def test_somebody_who_creates_a_league_organises_it(ada: Person, bob: Person) -> None:
    league = make_league(ada, about="Slow games.")
    shown = ada.get(f"{LEAGUES}/{league}").json()
    assert (shown["name"], shown["about"], shown["access"]) == ("Cups", "Slow games.", "public")
    assert (shown["organisers"], shown["organised"]) == (["ada"], True)
    assert bob.get(f"{LEAGUES}/{league}").json()["organised"] is False


def test_names_differ_by_more_than_case(ada: Person, bob: Person) -> None:
    make_league(ada, "Cups")
    refused = bob.post(LEAGUES, {"name": "cUPS"})
    assert problem(refused) == (422, "invalid")
    assert refused.json()["errors"][0]["pointer"] == "#/name"


@pytest.mark.both_databases
def test_names_with_any_letters_are_taken_once(ada: Person, bob: Person) -> None:
    make_league(ada, "İ")
    his = make_league(bob, "Swords")
    for refused in (
        bob.post(LEAGUES, {"name": "İ"}),
        bob.client.patch(f"{LEAGUES}/{his}", {"name": "İ"}),
    ):
        assert problem(refused) == (422, "invalid")
        assert refused.json()["errors"][0]["code"] == "name_taken"


@pytest.mark.both_databases
@pytest.mark.parametrize("access", ["link", "invitation"])
def test_names_of_leagues_that_are_not_public_are_free(
    ada: Person, bob: Person, access: str
) -> None:
    hers = make_league(ada, access=access)
    his = make_league(bob, "Swords")
    assert bob.client.patch(f"{LEAGUES}/{his}", {"name": "cups"}).status_code == 200
    assert make_league(ada, "CUPS", access=access) != hers
    refused = ada.client.patch(f"{LEAGUES}/{hers}", {"access": "public"})
    assert refused.json()["errors"][0]["code"] == "name_taken"


@pytest.mark.parametrize(
    ("access", "listed", "seen"),
    [("public", True, True), ("link", False, True), ("invitation", False, False)],
)
def test_access_says_who_sees_a_league(
    ada: Person, bob: Person, access: str, listed: bool, seen: bool
) -> None:
    league = make_league(ada, access=access)
    assert bool(bob.get(LEAGUES).json()["results"]) is listed
    assert (bob.get(f"{LEAGUES}/{league}").status_code == 200) is seen
    assert ada.get(f"{LEAGUES}?mine=true").json()["results"][0]["id"] == league


def test_rights_are_over_ones_own_league_only(ada: Person, bob: Person) -> None:
    hers, his = make_league(ada, "Hers"), make_league(bob, "His")
    for refused in (
        bob.client.patch(f"{LEAGUES}/{hers}", {"name": "Mine"}),
        bob.post(f"{LEAGUES}/{hers}/organisers", {"handle": "bob"}),
        bob.delete(f"{LEAGUES}/{hers}/organisers/ada"),
        bob.post(f"{LEAGUES}/{hers}/invitations", {"handle": "bob"}),
    ):
        assert problem(refused)[0] == 403
    assert bob.client.patch(f"{LEAGUES}/{his}", {"name": "Mine"}).json()["name"] == "Mine"


def test_nobody_organises_too_many_leagues(ada: Person, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {"leagues": 1}
    make_league(ada)
    assert problem(ada.post(LEAGUES, {"name": "More"})) == (429, "quota_reached")


def test_a_league_outlives_the_account_of_its_organiser(ada: Person, bob: Person) -> None:
    league = make_league(ada)
    ada.post(f"{LEAGUES}/{league}/organisers", {"handle": "bob"})
    bob.post(f"{LEAGUES}/{league}/organisers/me")
    ada.user.delete()
    assert [each.user for each in Organiser.objects.filter(league__pk=league)] == [bob.user]
    assert League.objects.filter(pk=league).exists()


def test_a_page_of_leagues_takes_a_bounded_number_of_queries(
    ada: Person, django_assert_max_num_queries: Any
) -> None:
    for number in range(9):
        make_league(ada, f"Cup {number}")
    with django_assert_max_num_queries(8):
        assert len(ada.get(f"{LEAGUES}?limit=100").json()["results"]) == 9


def test_staff_see_leagues_without_changing_them(ada: Person) -> None:
    league = make_league(ada)
    chief = staff()
    assert b"Cups" in chief.client.get("/admin/leagues/league/").content
    assert b"ada" in chief.client.get(f"/admin/leagues/league/{league}/change/").content
    assert chief.client.post(f"/admin/leagues/league/{league}/change/", {}).status_code == 403


def test_a_league_without_seasons_to_come_is_closed(ada: Person, bob: Person) -> None:
    league = make_league(ada)
    season = ApiSeason(ada, league)
    season.enter(bob)
    ada.post(f"{LEAGUES}/{league}/invitations", {"handle": "bob"})
    path = f"{LEAGUES}/{league}/close"
    assert problem(bob.post(path))[0] == 403
    assert problem(ada.post(path)) == (409, "seasons_not_over")
    assert ada.get(f"{LEAGUES}/{league}").json()["closed_at"] is None
    ada.post(f"{season.path}/call-off")
    closed = [ada.post(path).json()["closed_at"] for _ in range(2)]
    assert closed[0] == closed[1] is not None
    assert bob.get(LEAGUES).json()["results"] == []
    assert [each["id"] for each in ada.get(f"{LEAGUES}?mine=true").json()["results"]] == [league]
    assert bob.get(f"{LEAGUES}/{league}").status_code == bob.get(season.path).status_code == 200
    assert not LeagueInvitation.objects.exists()


def test_a_closed_league_has_no_new_seasons_or_people(ada: Person, bob: Person) -> None:
    league = make_league(ada)
    ada.post(f"{LEAGUES}/{league}/close")
    for path, body in {
        "seasons": declaration(),
        "invitations": {"handle": "bob"},
        "organisers": {"handle": "bob"},
    }.items():
        assert problem(ada.post(f"{LEAGUES}/{league}/{path}", body)) == (409, "league_closed")
    assert "This league is closed." in bob.client.get(f"/leagues/{league}").content.decode()


def test_a_closed_league_does_not_count_in_the_quota(ada: Person, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {"leagues": 1}
    league = make_league(ada)
    ada.post(f"{LEAGUES}/{league}/close")
    make_league(ada, "Swords")
    assert problem(ada.post(LEAGUES, {"name": "Coins"})) == (429, "quota_reached")
