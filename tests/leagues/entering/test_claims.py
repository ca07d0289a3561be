"""Missing a season: whose claims are kept, and by which season."""

import pytest

from games.models import SeatAssignment
from games.play.adjudication import game_adjudicate
from leagues.contest.divisions import Outcome
from leagues.entering.claims import claims_of
from leagues.models import Season
from leagues.running import lifecycle
from leagues.season.people import key_of_people
from leagues.stream import store, stored_standings
from tests.support.api_seasons import (
    LEAGUES,
    TEAMS,
    ApiSeason,
    declaration,
    end_games,
    in_days,
    make_league,
    pair,
    played,
)
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_team_keeps_its_place_until_one_of_its_people_ends_the_hiatus(ada: Person) -> None:
    season = ApiSeason(ada, **TEAMS)
    one, other, *two = (Person() for _ in range(4))
    pair(season, one, other)
    pair(season, *two)
    played(season)
    following, stranger = ApiSeason(ada, season.league, **TEAMS), Person()
    assert one.post(f"{following.path}/hiatus").status_code == 201
    named = {"partner": stranger.user.handle}
    stranger.post(f"{following.path}/entrants", {"partner": other.user.handle})
    refused = other.post(f"{following.path}/entrants", named)
    assert problem(refused) == (409, "shared_hiatus")
    assert one.user.handle in refused.json()["detail"]
    states = [each["state"] for each in following.entrants()]
    assert states == ["hiatus"]
    assert other.delete(f"{following.path}/entrants/me").status_code == 204
    assert other.post(f"{following.path}/entrants", named).status_code in {201, 202}


@pytest.mark.slow
def test_partners_return_from_a_hiatus_together(ada: Person) -> None:
    season = ApiSeason(ada, **TEAMS)
    one, other, *two = (Person() for _ in range(4))
    pair(season, one, other)
    pair(season, *two)
    played(season)
    following = ApiSeason(ada, season.league, **TEAMS)
    assert one.post(f"{following.path}/hiatus").status_code == 201
    pair(following, one, other)
    assert [each["state"] for each in following.entrants()] == ["registered"]


def test_the_last_season_is_the_one_that_was_played_last(ada: Person) -> None:
    league = make_league(ada)
    dates = {"starts_at": in_days(100), "ends_at": in_days(160)}
    later = ada.post(f"{LEAGUES}/{league}/seasons", declaration() | dates).json()
    sooner = ApiSeason(ada, league)
    assert (later["number"], sooner.row.number) == (1, 2)
    people = [Person() for _ in range(2)]
    sooner.enter(*people)
    played(sooner)
    claims = claims_of(Season.objects.get(pk=later["id"]))
    assert {*claims} == {key_of_people([each.user.pk]) for each in people}


def test_somebody_who_offers_to_substitute_on_hiatus_keeps_the_claim(ada: Person) -> None:
    season = ApiSeason(ada)
    called, uncalled, lapsed, leaver, last = people = [Person() for _ in range(5)]
    season.enter(*people)
    played(season)
    following = ApiSeason(ada, season.league)
    for person in (called, uncalled, lapsed):
        assert person.post(f"{following.path}/hiatus").status_code == 201
    following.enter(leaver, last)
    following.start()
    following.enter(called, uncalled, lapsed, substitute=True)
    assert [each["keeps_claim"] for each in following.entrants(state="waiting")] == [True] * 3
    lapsed.delete(f"{following.path}/entrants/me")
    leaver.delete(f"{following.path}/entrants/me")
    lifecycle.sweep()
    assert store.differences(following.row) == []
    end_games(following)
    lifecycle.sweep()
    claims = claims_of(ApiSeason(ada, season.league).row)
    missed = {each: claims[key_of_people([each.user.pk])].missed for each in people}
    assert missed == {called: 0, uncalled: 1, lapsed: 1, leaver: 0, last: 0}


def test_who_was_a_substitute_once_is_relegated_like_everybody(ada: Person) -> None:
    before = ApiSeason(ada)
    leaver, called, other, *newcomers = (Person() for _ in range(5))
    before.enter(leaver, other)
    before.start()
    before.enter(called, substitute=True)
    leaver.delete(f"{before.path}/entrants/me")
    lifecycle.sweep()
    end_games(before)
    lifecycle.sweep()
    season = ApiSeason(ada, before.league, division_size=2, promoted=1, relegated=1)
    people = [called, other, *newcomers]
    entrants = season.enter(*people)
    season.start()
    lost = SeatAssignment.objects.get(user=called.user, game__fixture__season=season.id)
    places = [2, 1] if lost.number == 0 else [1, 2]
    game_adjudicate(game_id=lost.game_id, basis="ruling", places=places)
    end_games(season)
    lifecycle.sweep()
    claims = claims_of(ApiSeason(ada, before.league).row)
    claimed = [claims[key_of_people([each.user.pk])].outcome for each in people]
    told = stored_standings.outcomes_of(season.row)
    assert claimed == [told[each] for each in entrants]
    assert claimed[:2] == [Outcome.RELEGATED, Outcome.SAFE]
