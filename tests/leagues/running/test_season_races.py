"""Parallel requests and workers: everything about a season is decided once."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.db import connection, connections, transaction

from accounts.models import User
from accounts.services import account_close, accounts_erase
from games.models import Game
from leagues.models import Entrant, Season, StoredSeasonEvent
from leagues.running import lifecycle
from leagues.season import lookup
from tests.support.api_seasons import DAY, LEAGUES, ApiSeason
from tests.support.asked import at_once, statuses, wait_for_waiting
from tests.support.people import Person
from tests.support.times import Time

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]


def test_of_leagues_with_one_name_one_is_created(transactional_db: None) -> None:
    people = [Person() for _ in range(4)]
    answers = at_once([partial(each.post, LEAGUES, {"name": "Cups"}) for each in people])
    assert statuses(answers) == [201, 422, 422, 422]


@pytest.mark.slow
def test_the_last_place_is_given_once(transactional_db: None) -> None:
    season = ApiSeason(Person(), capacity=2)
    people = [Person() for _ in range(6)]
    answers = at_once([partial(each.post, f"{season.path}/entrants") for each in people])
    assert statuses(answers) == [201] * 6
    got = sorted(each["state"] for each in season.entrants())
    assert got == ["registered"] * 2 + ["waiting"] * 4


def test_one_person_registers_once_from_all_devices(transactional_db: None) -> None:
    season, person = ApiSeason(Person()), Person()
    wishes = []
    for _ in range(4):
        device = Person.__new__(Person)
        device.user, device.client = person.user, type(person.client)()
        device.client.force_login(person.user)
        wishes.append(partial(device.post, f"{season.path}/entrants"))
    answers = at_once(wishes)
    assert statuses(answers) == [201] * 4
    assert {answer.json()["entrant"]["id"] for answer in answers} == {season.entrants()[0]["id"]}
    assert len(season.entrants()) == 1


@pytest.mark.slow
def test_two_workers_take_each_step_once(transactional_db: None, time: Time) -> None:
    season = ApiSeason(Person())
    season.enter(*(Person() for _ in range(4)))
    time.jump(8 * DAY)

    def sweep(_: int) -> None:
        lifecycle.sweep()
        connections.close_all()

    with ThreadPoolExecutor(3) as workers:
        list(workers.map(sweep, range(3)))
    found = Counter(StoredSeasonEvent.objects.values_list("type", flat=True))
    assert (found["SeasonStarted"], found["RoundPaired"]) == (1, 3)
    assert Game.objects.count() == 6
    assert Entrant.objects.filter(state="playing").count() == 4
    assert Season.objects.get(pk=season.id).state == "running"


@pytest.mark.only_postgresql  # which locks single rows
def test_a_sweep_does_not_wait_for_a_season_that_another_one_has_locked(
    transactional_db: None, time: Time, caplog: Any
) -> None:
    season = ApiSeason(Person())
    season.enter(*(Person() for _ in range(4)))
    time.jump(8 * DAY)
    locked, swept = Event(), Event()

    def hold() -> str:
        with transaction.atomic():
            lookup.season_lock(season.row.pk)
            locked.set()
            swept.wait(10)
        return "held"

    def sweep() -> int:
        locked.wait(10)
        looked = lifecycle.sweep()
        swept.set()
        return looked

    assert at_once([hold, sweep]) == ["held", 0]
    assert "could not be looked at" not in caplog.text
    assert lifecycle.sweep() == 1
    assert season.row.state == "running"


def erase(user: User) -> None:
    """Delete an account as the server does it a week after it was closed."""
    User.objects.filter(pk=user.pk).update(closed_at=user.date_joined - 30 * DAY)
    assert accounts_erase() == 1


def close(user: User) -> None:
    account_close(user=user)


@pytest.mark.slow
@pytest.mark.parametrize("end", [close, erase])
def test_an_account_ends_while_a_sweep_is_about_to_end_its_games(
    transactional_db: None, time: Time, caplog: Any, end: Callable[[User], None]
) -> None:
    season, ada, bob = ApiSeason(Person()), Person(), Person()
    season.enter(ada, bob)
    season.start()
    time.jump(68 * DAY)
    at_game, ending = Event(), Event()

    def until_the_other_waits(execute: Any, sql: str, *others: Any) -> Any:
        """Before the sweep locks a game, give the other transaction time to lock what it needs."""
        if "games_game" in sql and "FOR NO KEY UPDATE" in sql and not at_game.is_set():
            at_game.set()
            ending.wait(10)
        return execute(sql, *others)

    def sweep() -> None:
        with connection.execute_wrapper(until_the_other_waits):
            lifecycle.sweep()
        at_game.set()

    def end_account() -> str:
        at_game.wait(10)
        end(ada.user)
        return "ended"

    def watch() -> None:
        at_game.wait(10)
        wait_for_waiting()
        ending.set()

    assert at_once([sweep, end_account, watch])[1] == "ended"
    assert "could not be looked at" not in caplog.text
    lifecycle.sweep()
    assert season.row.state == "finished"
