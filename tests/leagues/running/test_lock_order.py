"""Acts of organisers, entrants and the server at the same moment never wait in a circle."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import combinations_with_replacement
from threading import Event
from typing import Any, Final, NamedTuple

import pytest
from django.db import OperationalError, connection, transaction

from tests.support.asked import at_once
from tests.support.people import Person
from tests.support.season_acts import ACTS, Act, Scene, routes

pytestmark = [pytest.mark.both_databases, pytest.mark.locking, pytest.mark.only_postgresql]

ORDER: Final = (
    "leagues_season",
    "accounts_user",
    "leagues_league",
    "quotas_usage",
    "games_game",
    "ratings_rating",
)
"""The tables whose rows are locked, in the order in which everybody locks them."""
LOCKING: Final = re.compile(
    r"""FROM "?(\w+)"?.* FOR (?:NO KEY )?UPDATE|INTO (quotas_usage)""", re.DOTALL
)
WITHIN: Final = re.compile(r"\([^()]*\)")  # such as a subquery
MEETING: Final = 0.2  # seconds that an act waits until the other is about to take its second lock
FINE: Final = {200, 201, 204}


class Lock(NamedTuple):
    """The first rows of a table that a transaction locks, told apart by the query's parameters."""

    table: str
    rows: tuple[str, ...]


def lock_of(sql: str, parameters: Any) -> Lock | None:
    """Return what a statement locks, if anything."""
    while (outer := WITHIN.sub("", sql)) != sql:
        sql = outer
    if (match := LOCKING.search(sql)) is None:
        return None
    found = tuple(map(str, parameters or ()))
    return Lock(match[2], found[:2]) if match[2] else Lock(match[1], found)


@contextmanager
def locks() -> Iterator[list[Lock]]:
    """Collect what is locked in the block, by the first lock of each table."""
    found: list[Lock] = []

    def look(execute: Callable[..., Any], sql: str, parameters: Any, *others: Any) -> Any:
        lock = lock_of(sql, parameters)
        if lock and lock.table not in {each.table for each in found}:
            found.append(lock)
        return execute(sql, parameters, *others)

    with connection.execute_wrapper(look):
        yield found


def done(scene: Scene, act: Act, who: Person) -> tuple[Any, Sequence[Lock]]:
    """Let a person act without effect; return the answer, and what was locked."""
    with transaction.atomic():
        act.before(scene)
        with locks() as found:
            answer = act.do(scene, who)
        transaction.set_rollback(True)
    return answer, found


def test_all_routes_that_change_something_are_among_the_acts() -> None:
    named = {act.operation.partition(",")[0] for act in ACTS}
    assert {*routes()} - named == set()


@pytest.mark.django_db
def test_all_acts_lock_in_the_same_order() -> None:
    scene, wrong = Scene(), {}
    for act in ACTS:
        answer, found = done(scene, act, getattr(scene, act.by))
        assert getattr(answer, "status_code", 200) in FINE, (act.operation, answer.content)
        tables = [lock.table for lock in found]
        if tables != sorted(tables, key=ORDER.index):
            wrong[act.operation] = tables
    assert wrong == {}


def pairs_in_danger(scene: Scene) -> Iterator[tuple[Act, Act]]:
    """Yield the pairs of acts of one person that lock the same rows of two tables or more.

    Of acts that lock the same in the same order, one stands for all.
    """
    acts = [act for act in ACTS if not act.needs_more]
    by_locks = {tuple(done(scene, act, scene.mate)[1]): act for act in acts}
    for one, other in combinations_with_replacement(by_locks, 2):
        if len({*one} & {*other}) > 1:
            yield by_locks[one], by_locks[other]


def meeting(own: Event, other: Event, found: list[str]) -> Callable[..., Any]:
    """Return a wrapper of statements: two acts take their second locks at the same moment.

    Deadlocks that the database finds are added to `found`.
    """
    taken = False

    def wait(execute: Callable[..., Any], sql: str, parameters: Any, *others: Any) -> Any:
        nonlocal taken
        locking = lock_of(sql, parameters) is not None
        if locking and taken:
            own.set()
            other.wait(MEETING)
        try:
            answer = execute(sql, parameters, *others)
        except OperationalError as error:
            if "deadlock" in str(error):
                found.append(str(error))
            raise
        taken = taken or locking
        return answer

    return wait


def without_effect(scene: Scene, act: Act, own: Event, other: Event, found: list[str]) -> None:
    """Let somebody act in a transaction that is rolled back."""
    try:
        with transaction.atomic(), connection.execute_wrapper(meeting(own, other, found)):
            act.do(scene, scene.mate)
            transaction.set_rollback(True)
    except OperationalError as error:
        print(f"{act.operation}: {error}")
    finally:
        own.set()


@pytest.mark.slow
def test_no_two_acts_of_one_person_wait_for_each_other(transactional_db: None) -> None:
    scene, failed = Scene(), {}
    pairs = list(pairs_in_danger(scene))
    for pair in pairs:
        first, second, found = Event(), Event(), list[str]()
        at_once(
            [
                partial(without_effect, scene, pair[0], first, second, found),
                partial(without_effect, scene, pair[1], second, first, found),
            ]
        )
        if found:
            failed[" and ".join(map(str, pair))] = found
    assert failed == {}
    assert len(pairs) > len(ORDER)
