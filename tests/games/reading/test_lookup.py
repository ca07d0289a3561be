"""Games and their seats are found as by Django's ORM, and really locked."""

import uuid
from typing import Any

import pytest
from django.db.transaction import TransactionManagementError

from games.models import Game
from games.reading.lookup import find_game, find_seats, find_seats_of
from tests.support.api_games import ApiGame
from tests.support.people import Person

pytestmark = pytest.mark.both_databases


@pytest.mark.django_db
def test_a_game_is_found_as_django_finds_it(table: ApiGame) -> None:
    found, locked = find_game(table.id), find_game(table.id, lock=True)
    assert found
    assert locked
    game = table.game
    for field in Game._meta.concrete_fields:
        assert getattr(locked, field.attname) == getattr(game, field.attname), field.attname
    assert not found.get_deferred_fields()
    assert found.version == game.version
    assert find_game(uuid.uuid4()) is None


@pytest.mark.django_db
def test_seats_are_found_with_the_handles_of_their_people(table: ApiGame, ada: Person) -> None:
    ada.user.delete()
    seats = find_seats(table.id)
    assert [(seat.number, seat.user_id) for seat in seats] == list(
        table.game.assignments.values_list("number", "user_id")
    )
    handles = [seat.user and seat.user.handle for seat in seats]
    assert sorted(map(str, handles)) == ["None", "bob"]


@pytest.mark.django_db
def test_the_seats_of_several_games_take_one_query(
    ada: Person, bob: Person, eve: Person, django_assert_num_queries: Any
) -> None:
    games = [ApiGame([ada, bob]).id, ApiGame([eve, ada, bob]).id, uuid.uuid4()]
    with django_assert_num_queries(1):
        seats = find_seats_of(games)
        handles = [[seat.user.handle for seat in seats[game_id] if seat.user] for game_id in games]
    assert handles == [["ada", "bob"], ["eve", "ada", "bob"], []]
    assert find_seats_of([]) == {}


def test_nothing_is_locked_outside_of_a_transaction(transactional_db: None) -> None:
    with pytest.raises(TransactionManagementError):
        find_game(uuid.uuid4(), lock=True)
