"""A rated game changes the ratings of those who began it, once, when it ends with a result."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.actors import CommandSource
from games.play.adjudication import game_adjudicate
from games.play.commands import Command, play
from games.play.vacancies import seat_take_over
from illimat_core import as_json, legal_actions
from ratings.models import RatedGame, RatedSeat, Rating
from ratings.skill import UNRATED, PartPlayed, Taker, replay
from ratings.skill import RatedGame as Played
from tests.ratings.rated import end, leave, rated, rating_of
from tests.support.api_games import ApiGame
from tests.support.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def computed(*takers: Taker) -> dict[str, Any]:
    """Return the ratings of new players after a game of theirs."""
    ratings, _ = replay([Played("1", "beginner", takers)])
    return {player: rating for (_, player), rating in ratings.items()}


def parts(table: ApiGame) -> list[str]:
    """Return the parts that those who began a game had in it, by seat."""
    seats = RatedSeat.objects.filter(game=table.id).order_by("seat")
    return list(seats.values_list("part", flat=True))


def strengths(people: list[Person]) -> list[Any]:
    return [rating_of(person).strength for person in people]


def test_those_who_play_to_the_end_are_rated_by_their_places(people: list[Person]) -> None:
    table = rated(people[:3])
    end(table, 1)
    expected = computed(
        Taker("0", side=0, place=2), Taker("1", side=1, place=1), Taker("2", side=2, place=2)
    )
    assert strengths([table.on_seat(seat) for seat in range(3)]) == [
        expected[str(seat)] for seat in range(3)
    ]
    assert rating_of(table.on_seat(1)).value == expected["1"].value > 1000


@pytest.mark.slow
def test_a_whole_game_is_rated_by_its_scores(people: list[Person]) -> None:
    table = rated(people[:2], options={"rounds": 1})
    while not (state := table.state).over:
        seat = state.awaited[0]
        action = as_json(next(iter(legal_actions(state, seat))))
        key = f"{state.version}"
        play(Command(table.id, table.on_seat(seat).user, CommandSource.API, key, [action]))
    places = [1 if seat in (state.winners or ()) else 2 for seat in range(2)]
    expected = computed(*(Taker(str(seat), seat, place) for seat, place in enumerate(places)))
    assert strengths([table.on_seat(0), table.on_seat(1)]) == [expected["0"], expected["1"]]


def test_partners_are_rated_together(people: list[Person]) -> None:
    table = rated(people, options={"mode": "teams", "luminaries": "none"})
    end(table, 0, 2)
    first, second, third, fourth = (
        rating_of(table.on_seat(seat), "teams").strength for seat in range(4)
    )
    assert first == third
    assert second == fourth
    assert first.mu > UNRATED.mu > second.mu


def test_a_leaver_is_rated_as_last_and_a_substitute_not_at_all(people: list[Person]) -> None:
    table = rated(people[:3], leavers="substitute")
    leaver = table.on_seat(1)
    leave(table, leaver)
    substitute = people[3]
    assert substitute.post(f"{table.path}/seats/1").status_code == 200
    end(table, 1)
    assert parts(table) == [PartPlayed.PLAYED, PartPlayed.LEFT, PartPlayed.PLAYED]
    assert rating_of(leaver).mean < rating_of(table.people[0]).mean
    assert not Rating.objects.filter(user=substitute.user).exists()


def test_who_is_replaced_while_they_play_has_left(people: list[Person]) -> None:
    table = rated(people[:3])
    for _ in range(3):
        table.play()
    seat_take_over(user=people[3].user, game_id=table.id, seat=1)
    game_adjudicate(game_id=table.id, basis="by_score")
    assert parts(table) == [PartPlayed.PLAYED, PartPlayed.LEFT, PartPlayed.PLAYED]


def test_who_comes_back_is_rated_by_their_place(people: list[Person]) -> None:
    table = rated(people[:2], leavers="substitute")
    person = table.on_seat(1)
    leave(table, person)
    assert person.post(f"{table.path}/seats/1").status_code == 200
    end(table, 1)
    assert parts(table) == [PartPlayed.PLAYED, PartPlayed.PLAYED]


def test_who_never_made_a_decision_is_not_rated(people: list[Person]) -> None:
    table = rated(people[:3], played=False)
    rated_people = set()
    for _ in range(2):
        rated_people.add(table.awaited.user.pk)
        table.play()
    end(table, 0)
    games = dict(Rating.objects.values_list("user_id", "games"))
    assert {user_id for user_id, played in games.items() if played} == rated_people
    assert sorted(parts(table)) == [PartPlayed.ABSENT, PartPlayed.PLAYED, PartPlayed.PLAYED]


def test_an_adjudicated_game_is_rated_by_the_places_that_it_is_given(people: list[Person]) -> None:
    table = rated(people[:2])
    game_adjudicate(game_id=table.id, basis="ruling", places=[2, 1])
    expected = computed(Taker("0", side=0, place=2), Taker("1", side=1, place=1))
    assert strengths([table.on_seat(0), table.on_seat(1)]) == [expected["0"], expected["1"]]


def test_a_void_game_changes_nothing(people: list[Person]) -> None:
    game_adjudicate(game_id=rated(people[:2]).id, basis="void")
    assert not RatedGame.objects.exists()


def test_a_game_that_is_called_off_changes_nothing(people: list[Person]) -> None:
    table = rated(people[:2])
    for person in table.people:
        person.post(f"{table.path}/call-off")
    assert table.game.state == "called_off"
    assert not RatedGame.objects.exists()
    assert set(Rating.objects.values_list("games", flat=True)) == {0}


def test_a_game_that_is_not_rated_leaves_no_trace(people: list[Person]) -> None:
    table = rated(people[:2], rated=False)
    leave(table, table.on_seat(0))
    assert table.game.state == "finished"
    assert not Rating.objects.exists()
    assert not RatedSeat.objects.exists()


@pytest.mark.slow
def test_each_mode_is_rated_apart(people: list[Person]) -> None:
    for mode in ("beginner", "standard"):
        end(rated(people[:2], options={"mode": mode, "luminaries": "none"}), 0)
    counted = Rating.objects.filter(user=people[0].user).values_list("mode", "games")
    assert sorted(counted) == [("beginner", 1), ("standard", 1)]


def test_a_deleted_account_leaves_its_rating_without_a_name(people: list[Person]) -> None:
    end(rated(people[:2]), 0)
    running = rated([people[1], people[2]])
    kept, other = rating_of(people[1]), rating_of(people[0])
    User.objects.get(pk=people[1].user.pk).delete()
    end(running, 0)
    assert rating_of(people[0]).strength == other.strength
    anonymous = Rating.objects.get(pk=kept.pk)
    assert (anonymous.user, anonymous.games) == (None, 2)
    assert rating_of(people[2]).games == 1


@pytest.mark.slow
@pytest.mark.parametrize("many", [2, 4])
def test_the_end_of_a_game_takes_the_same_statements_for_any_number_of_players(
    people: list[Person], many: int
) -> None:
    table = rated(people[:many])
    with CaptureQueriesContext(
        connection,
    ) as told:
        end(table, 0)
    of_ratings = [query["sql"] for query in told if "ratings_" in query["sql"]]
    assert len(of_ratings) == 5, of_ratings
