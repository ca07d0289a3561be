"""Parallel answers and ends of games: a question is answered once, and a game ends once."""

from functools import partial

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from games.play.adjudication import game_adjudicate
from games.refusals import GameOverError
from leagues.models import Result
from leagues.running import lifecycle
from tests.leagues.rulings import SECOND_WINS, Asked, co_organiser
from tests.support.asked import at_once, statuses
from tests.support.people import Person

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]


@pytest.mark.slow
def test_of_two_organisers_who_rule_at_once_one_holds(transactional_db: None) -> None:
    table = Asked(Person())
    ruling, other = table.asked(), co_organiser(table)
    first_wins = SECOND_WINS | {"places": [1, 2]}
    answers = at_once(
        [
            partial(table.answer, ruling, SECOND_WINS),
            partial(table.answer, ruling, first_wins, other),
        ]
    )
    assert statuses(answers) == [201, 409]
    (shown,) = table.listed(other)
    (fixture,) = table.season.fixtures()
    assert [seat["place"] for seat in fixture["result"]["seats"]] == shown["answer"]["places"]
    assert Result.objects.count() == 1


@pytest.mark.slow
def test_of_a_ruling_and_the_end_of_a_game_the_first_holds(transactional_db: None) -> None:
    table = Asked(Person())
    ruling = table.asked()
    game = table.game.pk

    def end() -> bool:
        try:
            game_adjudicate(game_id=game, basis="ruling", places=[1, 2])
        except GameOverError:
            return False
        return True

    ruled, ended = at_once([partial(table.answer, ruling, SECOND_WINS), end])
    assert ruled.status_code == (409 if ended else 201)
    lifecycle.sweep()
    assert table.game.winners == [0 if ended else 1]
    assert Result.objects.count() == 1
    call_command("rebuild_seasons", "--check")


@pytest.mark.slow
def test_one_person_asks_once_from_all_devices(transactional_db: None) -> None:
    table = Asked(Person())
    devices = [Person.__new__(Person) for _ in range(3)]
    for device in devices:
        device.user, device.client = table.people[0].user, APIClient()
        device.client.force_login(device.user)
    answers = at_once([partial(table.ask, each) for each in devices])
    assert statuses(answers) == [201, 409, 409]
