"""How often the database is asked: seldom, and no more often with more games."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import store
from tests.games.conftest import GAMES, Person, Table

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

MOST = 12
READS = ["", "/legal-actions", "/events", "/at/5"]
LISTS = [GAMES, f"{GAMES}?mine=true", "/api/v1/me/games", "/api/v1/me/games?state=my_turn"]


def asked(work: Callable[[], Any]) -> int:
    """Return how many statements `work` sends, without those that only frame a transaction."""
    with CaptureQueriesContext(connection) as queries:
        assert work().status_code < 300
    frames = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
    return sum(not query["sql"].startswith(frames) for query in queries)


@pytest.mark.parametrize("path", READS)
def test_looking_asks_seldom(table: Table, path: str) -> None:
    person = table.awaited
    store.folds.drop()
    assert asked(lambda: person.get(table.path + path)) <= 6


def test_saying_that_nothing_has_changed_asks_least(table: Table) -> None:
    person = table.awaited
    etag = person.get(table.path).headers["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert person.get(table.path, etag).status_code == 304
    assert len(queries) <= 4


def test_acting_asks_seldom_and_as_often_late_as_early(table: Table) -> None:
    person, action = table.awaited, table.choices()[0]
    early = asked(lambda: table.act(person, action))
    for _ in range(12):
        table.play()
    person, action = table.awaited, table.choices()[0]
    late = asked(lambda: table.act(person, action))
    assert max(early, late) <= MOST + 1  # the one reads the version that is expected
    assert late <= early + 1


@pytest.mark.parametrize("path", LISTS)
def test_lists_ask_as_often_for_many_games_as_for_one(ada: Person, bob: Person, path: str) -> None:
    person = Table([ada, bob], visibility="public").awaited
    few = asked(lambda: person.get(path))
    for _ in range(4):
        Table([ada, bob], visibility="public")
    assert asked(lambda: person.get(path)) == few <= MOST
