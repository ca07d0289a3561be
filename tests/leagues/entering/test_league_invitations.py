"""Invitations to leagues, and offers to become an organiser: nobody is made one unasked."""

from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from config.server.clearing import clear_all
from leagues.entering.league_invitations import KEPT
from leagues.models import LeagueInvitation
from tests.support.api_seasons import LEAGUES, ApiSeason, invite, make_league, offer
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db
MINE = "/api/v1/me/league-invitations"
Role = LeagueInvitation.Role


def invited(person: Person) -> list[tuple[str, str, str | None]]:
    """Return the invitations that somebody can read: league, role and by whom."""
    rows = person.get(MINE).json()["results"]
    return [(each["name"], each["role"], each["by"]) for each in rows]


def test_somebody_who_is_invited_sees_a_league_until_that_is_withdrawn(
    ada: Person, bob: Person
) -> None:
    league = make_league(ada, access="invitation")
    for _ in range(2):
        invited = ada.post(f"{LEAGUES}/{league}/invitations", {"handle": "BOB"})
        assert invited.status_code == 200
    assert bob.get(f"{LEAGUES}/{league}").status_code == 200
    assert ada.delete(f"{LEAGUES}/{league}/invitations/bob").status_code == 204
    assert bob.get(f"{LEAGUES}/{league}").status_code == 404


def test_an_invitation_to_somebody_who_blocked_its_sender_has_no_effect(
    ada: Person, bob: Person, eve: Person
) -> None:
    league = make_league(ada, access="invitation")
    bob.client.put("/api/v1/me/blocks/ada")
    assert invite(ada, league, bob).json() == invite(ada, league, eve).json()
    assert bob.get(f"{LEAGUES}/{league}").status_code == 404
    assert (invited(bob), invited(eve)) == ([], [("Cups", "player", "ada")])


def test_organisers_see_whom_they_invited_and_not_who_declined(
    ada: Person, bob: Person, eve: Person
) -> None:
    league = make_league(ada)
    bob.client.put("/api/v1/me/blocks/ada")
    for person in (bob, eve):
        invite(ada, league, person)
    offer(ada, league, eve)
    eve.delete(f"{LEAGUES}/{league}/organisers/me")
    rows = ada.get(f"{LEAGUES}/{league}/invitations").json()["results"]
    assert [(each["handle"], each["role"]) for each in rows] == [
        ("eve", "organiser"),
        ("eve", "player"),
        ("bob", "player"),
    ]
    assert problem(eve.get(f"{LEAGUES}/{league}/invitations"))[0] == 403


@pytest.mark.parametrize("ask", [invite, offer])
def test_attempts_cost_the_same_no_matter_who_blocks(
    ask: Any, ada: Person, bob: Person, eve: Person, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"invitations_a_day": 2}
    league = make_league(ada, access="invitation")
    bob.client.put("/api/v1/me/blocks/ada")
    answers = [ask(ada, league, each).status_code for each in (bob, bob, eve, eve, bob)]
    assert answers == [200] * 5
    assert problem(ask(ada, league, Person()))[0] == 429


def test_an_invitation_is_declined_for_good(ada: Person, bob: Person) -> None:
    league = make_league(ada, access="invitation")
    invite(ada, league, bob)
    for _ in range(2):
        assert bob.delete(f"{LEAGUES}/{league}/invitations/me").status_code == 204
    assert invited(bob) == []
    assert invite(ada, league, bob).status_code == 200
    assert bob.get(f"{LEAGUES}/{league}").status_code == 404


@pytest.mark.parametrize("who_blocks", ["ada", "bob"])
@pytest.mark.parametrize("ask", [invite, offer])
def test_a_block_ends_invitations_between_two_people(
    ask: Any, who_blocks: str, ada: Person, bob: Person
) -> None:
    league = make_league(ada, access="invitation")
    ask(ada, league, bob)
    blocker, blocked = (ada, bob) if who_blocks == "ada" else (bob, ada)
    blocker.client.put(f"/api/v1/me/blocks/{blocked.user.handle}")
    assert invited(bob) == []
    assert bob.get(f"{LEAGUES}/{league}").status_code == 404
    assert problem(bob.post(f"{LEAGUES}/{league}/organisers/me"))[0] in {403, 404}


def test_a_league_is_handed_over_to_somebody_who_agrees(ada: Person, bob: Person) -> None:
    league = make_league(ada, access="invitation")
    path = f"{LEAGUES}/{league}/organisers"
    assert problem(ada.delete(f"{path}/ada")) == (409, "last_organiser")
    assert offer(ada, league, bob).json()["organisers"] == ["ada"]
    assert problem(ada.delete(f"{path}/ada")) == (409, "last_organiser")
    assert invited(bob) == [("Cups", "organiser", "ada")]
    assert bob.post(f"{path}/me").json()["organisers"] == ["ada", "bob"]
    assert bob.post(f"{path}/me").status_code == 200
    assert invited(bob) == []
    assert ada.delete(f"{path}/ada").status_code == 204
    assert bob.get(f"{LEAGUES}/{league}").json()["organisers"] == ["bob"]
    assert problem(offer(ada, league, bob))[0] == 404


def test_nobody_becomes_an_organiser_without_an_offer(ada: Person, bob: Person) -> None:
    league = make_league(ada)
    path = f"{LEAGUES}/{league}/organisers/me"
    assert problem(bob.post(path))[0] == 403
    offer(ada, league, bob)
    assert bob.delete(path).status_code == 204
    assert problem(bob.post(path))[0] == 403
    ada.delete(f"{LEAGUES}/{league}/organisers/bob")
    offer(ada, league, bob)
    ada.delete(f"{LEAGUES}/{league}/organisers/bob")
    assert problem(bob.post(path))[0] == 403


def test_an_offer_does_not_lead_beyond_the_quota(
    ada: Person, bob: Person, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"leagues": 1}
    league = make_league(ada)
    make_league(bob, "Swords")
    offer(ada, league, bob)
    refused = bob.post(f"{LEAGUES}/{league}/organisers/me")
    assert problem(refused) == (429, "quota_reached")


def test_there_are_at_most_ten_organisers_and_offers(ada: Person) -> None:
    league = make_league(ada)
    for _ in range(9):
        assert offer(ada, league, Person()).status_code == 200
    assert problem(offer(ada, league, Person())) == (409, "too_many_organisers")


def test_invitations_expire_except_of_those_who_take_part(
    ada: Person, bob: Person, eve: Person
) -> None:
    league = make_league(ada, access="invitation")
    season = ApiSeason(ada, league)
    invite(ada, league, bob)
    invite(ada, league, eve)
    offer(ada, league, eve)
    season.enter(bob)
    LeagueInvitation.objects.update(at=timezone.now() - KEPT[Role.PLAYER])
    clear_all()
    rows = ada.get(f"{LEAGUES}/{league}/invitations").json()["results"]
    assert [each["handle"] for each in rows] == ["bob"]
    assert eve.get(f"{LEAGUES}/{league}").status_code == 404


def test_a_page_of_invitations_takes_a_bounded_number_of_queries(
    ada: Person, bob: Person, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        invite(ada, make_league(ada, f"Cup {number}"), bob)
    with django_assert_max_num_queries(6):
        page = bob.get(f"{MINE}?limit=4").json()
    assert (len(page["results"]), page["next"] is None) == (4, False)


def test_an_account_takes_its_invitations_along(ada: Person, bob: Person, eve: Person) -> None:
    league = make_league(ada)
    offer(ada, league, bob)
    offer(ada, league, eve)
    bob.user.delete()
    ada.user.delete()
    assert invited(eve) == [("Cups", "organiser", None)]
    assert LeagueInvitation.objects.count() == 1
