"""Entrants who withdraw from a running season leave their games, and substitutes take over."""

from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.actors import CommandSource
from games.models import Game, SeatAssignment
from games.play.adjudication import game_adjudicate
from games.play.leavers import game_leave
from leagues.models import Result, StoredSeasonEvent
from leagues.running import fixture_games, lifecycle, withdrawals
from leagues.season import lookup
from tests.support.api_seasons import (
    ApiSeason,
    end_games,
    in_days,
    make_league,
    name_substitute,
    seats_of,
)
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(season: ApiSeason) -> tuple[ApiSeason, list[Person], list[str]]:
    """Return a running season of three, with its people and entrants."""
    people = [Person(f"player{number}") for number in range(3)]
    entered = season.enter(*people)
    season.start()
    return season, people, entered


Played = tuple[ApiSeason, list[Person], list[str]]


@pytest.mark.slow
def test_a_person_who_withdraws_leaves_their_games(played: Played) -> None:
    season, people, _ = played
    assert len(seats_of(people[0])) == 2
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert seats_of(people[0]) == []
    assert len(seats_of(people[1])) == 2


def test_a_substitute_takes_over_all_open_games(played: Played, eve: Person) -> None:
    season, people, entered = played
    theirs = seats_of(people[0])
    (waiting,) = season.enter(eve, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    assert name_substitute(season, entered[0], waiting).status_code == 201
    lifecycle.sweep()
    assert (seats_of(eve), seats_of(people[0])) == (theirs, [])
    assert waiting in [each["id"] for each in season.entrants(division=1)]


@pytest.mark.slow
def test_a_substitute_who_is_named_later_takes_the_open_seats(played: Played, eve: Person) -> None:
    season, people, entered = played
    theirs = seats_of(people[0])
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    (waiting,) = season.enter(eve, substitute=True)
    assert name_substitute(season, entered[0], waiting).status_code == 201
    lifecycle.sweep()
    lifecycle.sweep()
    assert seats_of(eve) == theirs


def test_the_first_who_waits_takes_over_unless_somebody_is_named(
    played: Played, eve: Person, bob: Person
) -> None:
    season, people, _ = played
    theirs = seats_of(people[0])
    season.enter(eve, bob, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert (seats_of(eve), seats_of(bob), seats_of(people[0])) == (theirs, [], [])
    eve.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert (seats_of(bob), seats_of(eve)) == (theirs, [])
    lifecycle.sweep()
    call_command("rebuild_seasons", "--check")


@pytest.mark.slow
def test_somebody_who_offers_to_substitute_later_takes_what_is_still_open(
    played: Played, eve: Person
) -> None:
    season, people, _ = played
    first, second = seats_of(people[0])
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    game_adjudicate(game_id=UUID(first), basis="by_score")
    season.enter(eve, substitute=True)
    lifecycle.sweep()
    assert seats_of(eve) == [second]


def test_the_first_who_offers_takes_over_from_the_first_who_withdrew(
    played: Played, eve: Person
) -> None:
    season, people, _ = played
    of_first, of_second = seats_of(people[0]), seats_of(people[1])
    people[1].delete(f"{season.path}/entrants/me")
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    season.enter(eve, substitute=True)
    lifecycle.sweep()
    (of_both,) = set(of_second) & set(of_first)
    assert seats_of(eve) == [each for each in of_second if each != of_both]


def test_a_game_that_all_have_deserted_is_void_at_once(played: Played) -> None:
    season, people, entered = played
    (of_both,) = set(seats_of(people[0])) & set(seats_of(people[1]))
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert not Result.objects.exists()
    removal = f"{season.path}/entrants/{entered[1]}/removal"
    effects = season.organiser.post(removal, {"dry_run": True}).json()["effects"]
    assert (effects["void"], effects["left"]) == (1, 1)
    season.organiser.post(removal, {})
    lifecycle.sweep()
    (result,) = Result.objects.all()
    assert (str(result.fixture.game_id), result.kind) == (of_both, "void")
    assert Game.objects.get(pk=of_both).state == Game.State.CALLED_OFF


def test_a_game_that_all_have_deserted_goes_on_with_somebody_who_waits(
    played: Played, eve: Person
) -> None:
    season, people, _ = played
    theirs = seats_of(people[0])
    season.enter(eve, substitute=True)
    for each in people[:2]:
        each.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert (seats_of(eve), Result.objects.exists()) == (theirs, False)
    eve.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert [each.kind for each in Result.objects.all()] == ["void"]


def test_naming_the_next_takes_as_many_statements_however_many_wait(ada: Person) -> None:
    counted = []
    for waiting in (1, 9):
        season = ApiSeason(ada, make_league(ada, f"League of {waiting}"))
        first, *_ = people = [Person() for _ in range(3)]
        season.enter(*people)
        season.start()
        season.enter(*(Person() for _ in range(waiting)), substitute=True)
        first.delete(f"{season.path}/entrants/me")
        with transaction.atomic(), CaptureQueriesContext(connection) as captured:
            assert withdrawals.name_next_substitute(lookup.season_lock(UUID(season.id))) == 1
        counted.append(len(captured))
    assert counted[0] == counted[1]


def test_an_organiser_sees_what_withdrawing_an_entrant_would_do(ada: Person, eve: Person) -> None:
    season = ApiSeason(ada)
    people = [Person() for _ in range(4)]
    entrant, *_ = season.enter(*people)
    season.start()
    (waiting,) = season.enter(eve, substitute=True)
    game_adjudicate(game_id=UUID(seats_of(people[0])[0]), basis="by_score")
    lifecycle.sweep()
    path = f"{season.path}/entrants/{entrant}/removal"
    events = StoredSeasonEvent.objects.count()
    effects = ada.post(path, {"dry_run": True}).json()["effects"]
    assert effects.pop("successor")["id"] == waiting
    assert effects == {"void": 1, "left": 2, "told": 1}
    assert StoredSeasonEvent.objects.count() == events
    assert problem(eve.post(path, {"dry_run": True}))[0] == 403
    assert ada.post(path).json() == {"effects": None}
    lifecycle.sweep()
    assert len(seats_of(eve)) == 2
    assert sum(row["games"] for row in ada.get(f"{season.path}/standings").json()["results"]) == 0


@pytest.mark.slow
def test_nobody_becomes_the_substitute_of_who_has_no_games_left(
    played: Played, eve: Person
) -> None:
    season, people, _ = played
    for game in seats_of(people[0]):
        game_adjudicate(game_id=UUID(game), basis="by_score")
    lifecycle.sweep()
    season.enter(eve, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert [each["state"] for each in season.entrants(state="waiting")] == ["waiting"]


def test_of_those_who_wait_one_who_can_be_kept_apart_takes_over(
    played: Played, eve: Person, bob: Person
) -> None:
    season, people, _ = played
    theirs = seats_of(people[0])
    eve.client.put(f"/api/v1/me/blocks/{people[1].user.handle}")
    season.enter(eve, bob, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert (seats_of(bob), seats_of(eve)) == (theirs, [])


def test_nobody_but_a_substitute_takes_a_seat_that_its_player_has_left(
    played: Played, eve: Person
) -> None:
    _, people, _ = played
    game = seats_of(people[0])[0]
    game_leave(user=people[0].user, game_id=UUID(game), source=CommandSource.API)
    seat = SeatAssignment.objects.get(game=UUID(game), standing="open").number
    path = f"/api/v1/games/{game}/seats/{seat}"
    assert eve.get("/api/v1/open-seats").json()["results"] == []
    assert problem(eve.post(path, {})) == (403, "permission_denied")
    assert "take_seat" not in eve.client.get(f"/games/{game}/table").content.decode()
    assert people[0].post(path, {}).status_code == 200


@pytest.mark.slow
def test_a_substitute_of_a_substitute_takes_over_from_them(
    played: Played, eve: Person, bob: Person
) -> None:
    season, people, entered = played
    theirs = seats_of(people[0])
    waiting = season.enter(eve, bob, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    name_substitute(season, entered[0], waiting[0])
    lifecycle.sweep()
    eve.delete(f"{season.path}/entrants/me")
    assert name_substitute(season, waiting[0], waiting[1]).status_code == 201
    lifecycle.sweep()
    assert (seats_of(bob), seats_of(eve)) == (theirs, [])


def test_a_substitute_who_withdraws_leaves_the_games_too(played: Played, eve: Person) -> None:
    season, people, entered = played
    (waiting,) = season.enter(eve, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    name_substitute(season, entered[0], waiting)
    lifecycle.sweep()
    eve.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert (seats_of(eve), seats_of(people[0])) == ([], [])


@pytest.mark.slow
def test_games_that_begin_later_seat_the_last_substitute(
    season: ApiSeason, eve: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [Person(f"player{number}") for number in range(3)]
    entered = season.enter(*people)
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 0)
    season.organiser.post(f"{season.path}/start", {"token": season.plan()["token"]})
    people[0].delete(f"{season.path}/entrants/me")
    waiting = season.enter(eve, bob, substitute=True)
    name_substitute(season, entered[0], waiting[0])
    eve.delete(f"{season.path}/entrants/me")
    name_substitute(season, waiting[0], waiting[1])
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 10)
    lifecycle.sweep()
    assert (len(seats_of(bob)), seats_of(eve), seats_of(people[0])) == (2, [], [])


@pytest.mark.slow
def test_a_frozen_game_keeps_no_other_from_being_left(played: Played) -> None:
    season, people, _ = played
    frozen, other = seats_of(people[0])
    Game.objects.filter(pk=frozen).update(damage="An event was changed.")
    people[0].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    assert seats_of(people[0]) == [frozen]
    assert other not in seats_of(people[0])


@pytest.mark.slow
def test_who_offers_to_substitute_does_not_become_an_entrant(ada: Person, eve: Person) -> None:
    season = ApiSeason(
        ada, format="swiss", rounds=2, days_per_round=10, late_entry_until=in_days(20)
    )
    season.enter(*(Person() for _ in range(2)))
    season.start()
    late = Person("late")
    season.enter(late)
    season.enter(eve, substitute=True)
    late.delete(f"{season.path}/entrants/me")
    assert [each["state"] for each in season.entrants()] == [
        "playing",
        "playing",
        "withdrawn",
        "waiting",
    ]


@pytest.mark.slow
def test_results_say_who_left_and_who_took_over(played: Played, eve: Person) -> None:
    season, people, entered = played
    (waiting,) = season.enter(eve, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    name_substitute(season, entered[0], waiting)
    lifecycle.sweep()
    end_games(season)
    lifecycle.sweep()
    for result in Result.objects.select_related("fixture"):
        for entrant, seat in zip(result.fixture.entrants, result.seats, strict=True):
            expected = (True, waiting) if entrant == entered[0] else (False, None)
            assert (seat["left"], seat["substitute"]) == expected
    assert season.shown()["state"] == "finished"
    call_command("rebuild_seasons", "--check")


@pytest.mark.slow
def test_a_substitutes_fixtures_are_those_that_they_play(
    played: Played, eve: Person, bob: Person
) -> None:
    season, people, entered = played

    def found(entrant: str) -> list[int]:
        answer = season.organiser.get(f"{season.path}/fixtures?entrant={entrant}")
        return [each["number"] for each in answer.json()["results"]]

    theirs = found(entered[0])
    waiting = season.enter(eve, bob, substitute=True)
    assert found(waiting[0]) == []
    people[0].delete(f"{season.path}/entrants/me")
    name_substitute(season, entered[0], waiting[0])
    lifecycle.sweep()
    assert found(waiting[0]) == theirs
    first = next(each for each in season.fixtures() if each["number"] == theirs[0])
    game_adjudicate(game_id=UUID(first["game"]), basis="by_score")
    lifecycle.sweep()
    assert found(waiting[0]) == theirs
    eve.delete(f"{season.path}/entrants/me")
    assert found(waiting[0]) == theirs[:1]
    name_substitute(season, waiting[0], waiting[1])
    assert (found(waiting[1]), found(entered[0])) == (theirs[1:], theirs)


def test_only_who_waits_replaces_only_who_withdrew(played: Played, eve: Person) -> None:
    season, people, entered = played
    (waiting,) = season.enter(eve, substitute=True)
    assert problem(name_substitute(season, entered[0], waiting)) == (409, "not_withdrawn")
    people[0].delete(f"{season.path}/entrants/me")
    assert problem(name_substitute(season, entered[0], entered[1])) == (409, "no_substitute")
    refused = people[1].post(f"{season.path}/substitutes", {"entrant": entered[0]})
    assert problem(refused)[0] == 422
    named = {"entrant": entered[0], "substitute": waiting}
    assert people[1].post(f"{season.path}/substitutes", named).status_code == 403
    assert name_substitute(season, entered[0], waiting).status_code == 201
    assert problem(name_substitute(season, entered[0], waiting)) == (409, "has_substitute")


def test_substitutes_offer_themselves_once_the_season_runs(season: ApiSeason, eve: Person) -> None:
    refused = eve.post(f"{season.path}/entrants", {"substitute": True})
    assert problem(refused) == (409, "not_running")


@pytest.mark.slow
@pytest.mark.parametrize("by_substitute", [True, False])
def test_a_substitute_who_can_be_kept_apart_is_preferred(
    played: Played, eve: Person, bob: Person, by_substitute: bool
) -> None:
    season, people, entered = played
    blocker, blocked = (eve, people[1]) if by_substitute else (people[1], eve)
    blocker.client.put(f"/api/v1/me/blocks/{blocked.user.handle}")
    kept_apart, free = season.enter(eve, bob, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    refused = name_substitute(season, entered[0], kept_apart)
    assert problem(refused) == (409, "not_this_substitute")
    assert not {person.user.handle for person in (*people, eve)} & {
        *refused.json()["detail"].split()
    }
    assert name_substitute(season, entered[0], free).status_code == 201


def test_the_only_substitute_is_accepted_no_matter_who_blocks(played: Played, eve: Person) -> None:
    season, people, entered = played
    eve.client.put(f"/api/v1/me/blocks/{people[1].user.handle}")
    (waiting,) = season.enter(eve, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    assert name_substitute(season, entered[0], waiting).status_code == 201


@pytest.mark.slow
def test_only_blocks_between_people_who_still_meet_count(
    played: Played, eve: Person, bob: Person
) -> None:
    season, people, entered = played
    for fixture in season.fixtures():
        if {each["id"] for each in fixture["entrants"]} == {*entered[:2]}:
            game_adjudicate(game_id=UUID(fixture["game"]), basis="by_score")
    lifecycle.sweep()
    eve.client.put(f"/api/v1/me/blocks/{people[1].user.handle}")
    (waiting, _) = season.enter(eve, bob, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    assert name_substitute(season, entered[0], waiting).status_code == 201


@pytest.mark.slow
def test_a_correction_counts_for_the_substitute_who_played(
    played: Played, eve: Person, bob: Person
) -> None:
    season, people, entered = played
    waiting = season.enter(eve, bob, substitute=True)
    people[0].delete(f"{season.path}/entrants/me")
    name_substitute(season, entered[0], waiting[0])
    lifecycle.sweep()
    theirs = [each for each in season.fixtures() if entered[0] in str(each["entrants"])]
    game_adjudicate(game_id=UUID(theirs[0]["game"]), basis="by_score")
    lifecycle.sweep()
    eve.delete(f"{season.path}/entrants/me")
    name_substitute(season, waiting[0], waiting[1])
    lifecycle.sweep()
    game_adjudicate(game_id=UUID(theirs[1]["game"]), basis="by_score")
    lifecycle.sweep()
    for fixture, expected in zip(theirs, waiting, strict=True):
        seats = [
            {"place": place, "score": 9 - place, "left": gone, "substituted": gone}
            for place, each in enumerate(fixture["entrants"], 1)
            for gone in [each["id"] == entered[0]]
        ]
        path = f"{season.path}/fixtures/{fixture['id']}/results"
        corrected = season.organiser.post(path, {"seats": seats, "reason": "Typed wrong."})
        assert expected in [each["substitute"] for each in corrected.json()["seats"]]
