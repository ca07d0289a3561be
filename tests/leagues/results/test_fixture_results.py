"""What a game gives the entrants who left it, and those who took over for them."""

from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.play.adjudication import game_adjudicate
from games.play.vacancies import seat_take_over
from leagues.contest.standings.records import ResultKind, SeatResult
from leagues.models import Result, Standing
from leagues.running import lifecycle
from leagues.stream.events import EntrantWithdrew, ResultRecorded, SubstituteNamed
from tests.leagues.stored import appended
from tests.support.api_seasons import ApiSeason
from tests.support.people import Person

pytestmark = pytest.mark.django_db


def begun(organiser: Person, people: list[Person], **rules: Any) -> tuple[ApiSeason, list[str]]:
    season = ApiSeason(organiser, capacity=2, **rules)
    entered = season.enter(*people)
    season.start()
    return season, entered


def seat_of(person: Person) -> int:
    (game,) = Game.objects.all()
    number = game.assignments.get(user=person.user).number
    assert number is not None
    return number


def end(winner: int) -> list[dict[str, Any]]:
    """End the only game by a ruling, have its result recorded, and return its seats."""
    (game,) = Game.objects.all()
    game_adjudicate(game_id=game.pk, basis="ruling", places=[2, 1] if winner else [1, 2])
    lifecycle.sweep()
    seats: list[dict[str, Any]] = Result.objects.get().seats
    return seats


def points(entrant: str) -> str:
    return str(Standing.objects.get(entrant=UUID(entrant)).row["points"])


def test_a_game_counts_for_those_who_play_it_to_the_end(ada: Person) -> None:
    one, other = Person(), Person()
    _, (first, second) = begun(ada, [one, other])
    seat = seat_of(one)
    seats = end(winner=seat)
    assert [each["left"] for each in seats] == [False, False]
    assert (points(first), points(second)) == ("3", "0")


def test_a_recorded_result_that_is_not_that_of_its_game_is_found(ada: Person) -> None:
    season, _ = begun(ada, [Person(), Person()])
    (game,) = Game.objects.all()
    game_adjudicate(game_id=game.pk, basis="ruling", places=[1, 2])
    seats = (SeatResult(2), SeatResult(1))
    fixture = UUID(season.fixtures()[0]["id"])
    wrong = ResultRecorded(fixture=fixture, kind=ResultKind.ADJUDICATED, seats=seats)
    appended(season.row, wrong)
    call_command("rebuild_seasons", "--check")
    out = StringIO()
    with pytest.raises(CommandError, match="Wrong seasons: 1"):
        call_command("rebuild_seasons", "--check", "--games", stdout=out)
    assert f"The result of table {fixture} is not that of its game" in out.getvalue()
    with pytest.raises(CommandError, match="use --games with --check"):
        call_command("rebuild_seasons", "--games")


def test_somebody_who_left_gets_the_points_of_the_last_place(ada: Person) -> None:
    one, other = Person(), Person()
    _, (first, _) = begun(ada, [one, other])
    seat, (game,) = seat_of(one), Game.objects.all()
    answer = one.post(f"/api/v1/games/{game.pk}/leave", {})
    assert answer.status_code < 300, answer.content
    seats = end(winner=seat)
    assert (seats[seat]["place"], seats[seat]["left"], seats[seat]["substitute"]) == (1, True, None)
    assert points(first) == "0"


@pytest.mark.parametrize("before", [True, False])
def test_a_game_that_ends_before_the_sweep_is_decided_by_the_time_of_the_withdrawal(
    ada: Person, before: bool
) -> None:
    one, other = Person(), Person()
    season, (first, _) = begun(ada, [one, other])
    (game,) = Game.objects.all()
    seat = seat_of(one)
    if not before:
        one.delete(f"{season.path}/entrants/me")
    places = [1 if each == seat else 2 for each in range(2)]
    game_adjudicate(game_id=game.pk, basis="ruling", places=places)
    if before:
        one.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    seats = Result.objects.get().seats
    assert (seats[seat]["left"], seats[1 - seat]["left"]) == (not before, False)
    assert points(first) == ("3" if before else "0")
    call_command("rebuild_seasons", "--check")


@pytest.mark.slow
@pytest.mark.parametrize("seated", [True, False])
def test_a_substitute_who_withdraws_before_the_end_of_a_game_gets_nothing_for_it(
    ada: Person, eve: Person, seated: bool
) -> None:
    one, other = Person(), Person()
    season, (first, _) = begun(ada, [one, other])
    seat, (game,) = seat_of(one), Game.objects.all()
    (waiting,) = season.enter(eve, substitute=True)
    one.delete(f"{season.path}/entrants/me")
    named = {"entrant": first, "substitute": waiting}
    assert season.organiser.post(f"{season.path}/substitutes", named).status_code == 201
    if seated:
        lifecycle.sweep()
    eve.delete(f"{season.path}/entrants/me")
    game_adjudicate(game_id=game.pk, basis="by_score")
    lifecycle.sweep()
    ended = Result.objects.get().seats[seat]
    assert (ended["left"], ended["substitute"]) == (True, None)


@pytest.mark.parametrize(("share", "expected"), [(100, "3"), (50, "3/2")])
def test_the_seasons_substitute_gets_the_declared_share(
    ada: Person, share: int, expected: str
) -> None:
    people = [Person() for _ in range(3)]
    season, (first, _, third) = begun(ada, people, substitute_share=share)
    seat, (game,) = seat_of(people[0]), Game.objects.all()
    withdrew = EntrantWithdrew(entrant=UUID(first))
    named = SubstituteNamed(entrant=UUID(first), substitute=UUID(third))
    appended(season.row, withdrew, named)
    seat_take_over(user=people[2].user, game_id=game.pk, seat=seat)
    seats = end(winner=seat)
    assert (seats[seat]["left"], seats[seat]["substitute"]) == (True, third)
    assert (points(first), points(third)) == ("0", expected)
