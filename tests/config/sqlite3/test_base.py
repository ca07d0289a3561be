"""SQLite: writers wait for the only write lock, the longest one the least; plans know the data."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest
from django.db import connection
from django.db.utils import OperationalError
from hypothesis import given
from hypothesis.strategies import floats

from accounts.models import User
from config import database
from config.sqlite3 import base
from config.sqlite3.base import LONGEST, SHORTEST, DatabaseWrapper, pause_after
from config.tasks import clear
from games.models import Game, SeatAssignment
from games.reading import lists
from trials.programs import wait_until

WAITS = floats(0, 20)


@pytest.fixture
def connect(db: None, tmp_path: Path) -> Iterator[Any]:
    """Return what makes connections to a database with one table."""
    made: list[DatabaseWrapper] = []

    def new() -> DatabaseWrapper:
        place = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(tmp_path / "db")}
        filled = connection.settings_dict | database.configure(place, prepared=True)
        made.append(DatabaseWrapper(filled | {"AUTOCOMMIT": True, "TIME_ZONE": None}))
        made[-1].inc_thread_sharing()
        return made[-1]

    with new().cursor() as cursor:
        cursor.execute("CREATE TABLE counted (number)")
    yield new
    for each in made:
        each.close()


def begin(connected: DatabaseWrapper) -> None:
    """Begin a transaction as `atomic` does."""
    connected.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


@contextmanager
def transaction(connected: DatabaseWrapper) -> Iterator[Any]:
    """Run a transaction in a connection, which commits it at the end."""
    begin(connected)
    try:
        with connected.cursor() as cursor:
            yield cursor
        connected.commit()
    finally:
        connected.set_autocommit(True)


@given(WAITS, WAITS)
def test_a_connection_that_has_waited_longer_asks_no_less_often(
    first: float, second: float
) -> None:
    shorter, longer = sorted((first, second))
    assert LONGEST >= pause_after(shorter) >= pause_after(longer) >= SHORTEST


def test_no_two_transactions_of_many_connections_run_at_once(connect: Any) -> None:
    def count() -> None:
        connected = connect()
        for _ in range(20):
            with transaction(connected) as cursor:
                number = cursor.execute("SELECT count(*) FROM counted").fetchone()[0]
                cursor.execute("INSERT INTO counted VALUES (%s)", [number])

    threads = [Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with connect().cursor() as cursor:
        rows = cursor.execute("SELECT number FROM counted ORDER BY number").fetchall()
    assert rows == [(number,) for number in range(80)]


def test_one_that_gives_up_can_begin_later(connect: Any) -> None:
    holder, waiter = connect(), connect()
    waiter.ensure_connection()
    assert waiter.patience == 20
    waiter.patience = 0.02
    with transaction(holder) as held:
        held.execute("INSERT INTO counted VALUES (1)")
        with waiter.cursor() as reading:  # nobody who reads waits
            assert reading.execute("SELECT count(*) FROM counted").fetchone() == (0,)
        with pytest.raises(OperationalError, match="locked"):
            begin(waiter)
    with transaction(waiter) as cursor:
        assert cursor.execute("SELECT count(*) FROM counted").fetchone() == (1,)


@pytest.mark.parametrize("many", [False, True], ids=["one", "many"])
def test_what_is_written_outside_of_transactions_waits_as_well(connect: Any, many: bool) -> None:
    holder, tries = connect(), list[float]()

    def pause(seconds: float) -> None:
        tries.append(seconds)
        sleep(seconds)

    def write() -> None:
        with connect().cursor() as cursor:
            insert = "INSERT INTO counted VALUES (%s)"
            cursor.executemany(insert, iter([(2,)])) if many else cursor.execute(insert, [2])

    with pytest.MonkeyPatch.context() as patch, transaction(holder) as held:
        held.execute("INSERT INTO counted VALUES (1)")
        patch.setattr(base, "sleep", pause)
        writer = Thread(target=write)
        writer.start()
        wait_until(lambda: len(tries) > 2)
        assert held.execute("SELECT count(*) FROM counted").fetchone() == (1,)
    writer.join()
    with connect().cursor() as cursor:
        rows = cursor.execute("SELECT number FROM counted ORDER BY number").fetchall()
    assert rows == [(1,), (2,)]


def test_what_is_no_lock_is_told_at_once(connect: Any) -> None:
    connected = connect()
    with connected.cursor() as cursor:
        cursor.execute("BEGIN")
        with pytest.raises(OperationalError, match="within a transaction"):
            connected._start_transaction_under_autocommit()
        cursor.execute("ROLLBACK")


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL collects them by itself")
def test_the_schedule_lets_lists_begin_with_what_is_rare() -> None:
    ada = User.objects.create_user("ada", "ada@example.org")
    running = {"state": Game.State.RUNNING, "options": {}, "mode": "beginner", "seats": 2}
    games = Game.objects.bulk_create([Game(**running) for _ in range(300)])
    SeatAssignment.objects.bulk_create([SeatAssignment(game=game) for game in games])
    clear()
    sql, values = lists.open_seats(user=ada).query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        first, *_ = [step for *_, step in cursor.fetchall()]
    assert first == "SEARCH games_seatassignment USING INTEGER PRIMARY KEY (rowid=?)"


def test_a_connection_lives_no_longer_than_statistics_are_true() -> None:
    assert database.configure({"ENGINE": "sqlite3", "NAME": ""}, prepared=True)["CONN_MAX_AGE"]
