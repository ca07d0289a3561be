"""Games that end at the same moment: no result is lost, and nobody waits for ever."""

from functools import partial
from threading import Event
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from accounts.services import account_close
from games.models import Game
from ratings.house_games import waiting_rate
from ratings.models import RatedGame, Rating, WaitingGame
from tests.ratings.rated import end, rated
from tests.support.api_games import own_seat, practised
from tests.support.asked import at_once, statuses, wait_for_waiting
from tests.support.people import Person

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]
GAMES = 3


@pytest.fixture
def pair(transactional_db: None) -> list[Person]:
    return [Person("ada"), Person("ben")]


@pytest.mark.slow
def test_all_games_of_two_people_that_end_at_once_are_rated(pair: list[Person]) -> None:
    tables = [rated(pair) for _ in range(2 * GAMES)]
    leavers = [pair[number % 2] for number in range(2 * GAMES)]
    wishes = [
        partial(leaver.post, f"{table.path}/leave")
        for leaver, table in zip(leavers, tables, strict=True)
    ]
    assert statuses(at_once(wishes)) == [200] * len(tables)
    assert RatedGame.objects.count() == len(tables)
    assert set(Rating.objects.values_list("games", flat=True)) == {len(tables)}
    call_command("rebuild_ratings", check=True)


def test_first_games_that_begin_at_once_share_the_ratings(pair: list[Person]) -> None:
    ada, ben = pair
    waiting = [rated([person], seats=2, played=False) for person in pair for _ in range(GAMES)]
    joining = [ben] * GAMES + [ada] * GAMES
    wishes = [
        partial(person.post, f"{table.path}/seats")
        for person, table in zip(joining, waiting, strict=True)
    ]
    assert statuses(at_once(wishes)) == [200] * len(waiting)
    assert Rating.objects.count() == 2


def test_games_end_while_an_account_leaves_all_of_its_own(pair: list[Person]) -> None:
    ada, ben = pair
    tables = [rated(pair) for _ in range(GAMES)]
    wishes = [partial(account_close, user=ada.user)]
    wishes += [partial(ben.post, f"{table.path}/leave") for table in reversed(tables)]
    at_once(wishes)
    assert {table.game.state for table in tables} == {"finished"}
    assert set(Rating.objects.values_list("games", flat=True)) == {GAMES}
    call_command("rebuild_ratings", check=True)


@pytest.mark.slow
def test_workers_who_rate_games_of_the_house_at_once_rate_each_once(pair: list[Person]) -> None:
    for person in pair * GAMES:
        table = practised(person, "steady", "random")
        end(table, own_seat(table, person))
    at_once([waiting_rate] * 3)
    waiting_rate()  # what a worker left to another who held it
    assert not WaitingGame.objects.exists()
    assert RatedGame.objects.count() == 2 * GAMES
    levels = Rating.objects.exclude(level="")
    assert dict(levels.values_list("level", "games")) == {"steady": 6, "random": 6}
    call_command("rebuild_ratings", check=True)


@pytest.mark.only_postgresql  # which locks single rows
def test_a_transaction_that_waits_for_a_rating_holds_none_that_comes_after_it(
    pair: list[Person],
) -> None:
    tables = [rated(pair), rated(pair[::-1])]  # whose seats have opposite orders
    first, last = Rating.objects.order_by("pk")
    held = Event()

    def hold_the_first() -> list[Rating]:
        with transaction.atomic():
            Rating.objects.select_for_update(no_key=True).get(pk=first.pk)
            held.set()
            wait_for_waiting(len(tables))
            free = Rating.objects.select_for_update(no_key=True, skip_locked=True)
            return list(free.filter(pk=last.pk))

    def leave(number: int) -> Any:
        held.wait(10)
        return pair[0].post(f"{tables[number].path}/leave")

    free, *answers = at_once([hold_the_first, partial(leave, 0), partial(leave, 1)])
    assert free == [last]
    assert statuses(answers) == [200] * len(tables)


@pytest.mark.only_postgresql  # which locks single rows
def test_an_account_that_ends_locks_all_of_its_games_before_ratings(pair: list[Person]) -> None:
    for _ in range(GAMES):
        rated(pair)
    rating, held = Rating.objects.order_by("pk")[0], Event()

    def hold_a_rating() -> list[Game]:
        with transaction.atomic():
            Rating.objects.select_for_update(no_key=True).get(pk=rating.pk)
            held.set()
            wait_for_waiting()
            return list(Game.objects.select_for_update(no_key=True, skip_locked=True))

    def close() -> str:
        held.wait(10)
        account_close(user=pair[0].user)
        return "closed"

    assert at_once([hold_a_rating, close]) == [[], "closed"]
