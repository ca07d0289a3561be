"""Leases of rows that workers share."""

from datetime import timedelta

import pytest

from api.leases import find_leased, give_back, lease_first
from games.models.advice import GameAnalysis
from tests.support.api_games import ApiGame
from tests.support.people import Person

pytestmark = pytest.mark.django_db

LEASE = timedelta(seconds=30)


def ask(*people: Person) -> None:
    """Create a row that workers share."""
    game = ApiGame([*people])
    GameAnalysis.objects.create(game_id=game.id, user=people[0].user)


def test_a_row_is_leased_by_one_until_it_is_given_back(ada: Person, bob: Person) -> None:
    ask(ada, bob)
    row = lease_first(GameAnalysis.objects.all(), LEASE)
    assert row is not None
    assert lease_first(GameAnalysis.objects.all(), LEASE) is None
    give_back(row, turning_points=[7])
    assert lease_first(GameAnalysis.objects.all(), LEASE) is not None
    assert not find_leased(row).exists()


def test_a_worker_that_has_lost_its_lease_changes_nothing(ada: Person, bob: Person) -> None:
    ask(ada, bob)
    first = lease_first(GameAnalysis.objects.all(), -LEASE)
    second = lease_first(GameAnalysis.objects.all(), LEASE)
    assert first is not None
    assert second is not None
    give_back(first, turning_points=[7])
    assert find_leased(second).get().turning_points == []
