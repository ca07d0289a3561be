"""Heartbeats of several hosts: one table, in which a process is silent if it is on all hosts."""

from datetime import timedelta
from functools import partial

import pytest
from django.core.management import call_command
from django.db import connection

from api import database_time
from games.models.outages import Heartbeat, Outage
from games.outages import note_alive, outages_since
from tests.support.asked import at_once
from tests.support.times import Time

pytestmark = pytest.mark.both_databases


def heard(process: str, host: str, *, minutes: int, **members: bool) -> Heartbeat:
    """Store the last heartbeat of a process on a host."""
    heard_at = database_time.now() - timedelta(minutes=minutes)
    members = {"needed": True} | members
    return Heartbeat.objects.create(process=process, host=host, heard_at=heard_at, **members)


def lasting() -> int:
    """Return the number of outages in the last day, with those that last."""
    now = database_time.now()
    return len(outages_since(now - timedelta(days=1), now))


def test_a_process_that_lives_on_one_host_is_not_silent(db: None) -> None:
    heard("worker", "one", minutes=20)
    heard("worker", "two", minutes=1)
    assert lasting() == 0
    note_alive("worker")
    assert not Outage.objects.exists()


def test_an_outage_begins_when_the_last_host_falls_silent(db: None) -> None:
    heard("worker", "one", minutes=20)
    last = heard("worker", "two", minutes=10)
    heard("beat", "one", minutes=0)
    assert lasting() == 1
    note_alive("worker")
    assert [(each.name, each.start) for each in Outage.objects.all()] == [("worker", last.heard_at)]
    assert lasting() == 1


def test_a_process_that_games_do_not_need_makes_no_outage(db: None) -> None:
    heard("webhooks", "one", minutes=20, needed=False)
    note_alive("webhooks", needed=False)
    assert lasting() == 0


def test_a_new_host_takes_the_place_of_those_not_heard_of_for_a_day(db: None, time: Time) -> None:
    Heartbeat.objects.all().delete()
    heard("worker", "", minutes=0, needed=False)  # expected
    for hours, host, known in (
        (0, "one", "one"),
        (20, "two", "one two"),
        (25, "three", "two three"),
    ):
        time.pass_by(timedelta(hours=hours))
        note_alive("worker", host)
        assert {each.host for each in Heartbeat.objects.all()} == {*known.split()}


@pytest.mark.only_postgresql
def test_of_hosts_that_come_back_at_once_one_records_the_outage(transactional_db: None) -> None:
    Heartbeat.objects.all().delete()
    heard("worker", "one", minutes=10)
    hosts = [f"new {number}" for number in range(6)]
    at_once([partial(note_alive, "worker", host) for host in hosts])
    assert Outage.objects.count() == 1
    assert {each.host for each in Heartbeat.objects.all()} == {"one", *hosts}


def test_the_table_takes_over_from_two_others_and_gives_back(transactional_db: None) -> None:
    Heartbeat.objects.all().delete()
    last = heard("worker", "one", minutes=2)
    heard("worker", "two", minutes=9)
    heard("webhooks", "one", minutes=9, needed=False, reported=True)
    call_command("migrate", "games", "0006_seat_waiting", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM games_uptime")
        assert cursor.fetchall() == [("worker",)]
        cursor.execute("SELECT name, reported FROM config_heartbeat ORDER BY name")
        assert [(name, bool(was)) for name, was in cursor.fetchall()] == [
            ("webhooks", True),
            ("worker", False),
        ]
    call_command("migrate", verbosity=0)
    rows = Heartbeat.objects.order_by("process").values_list("process", "needed", "reported")
    assert list(rows) == [("webhooks", False, True), ("worker", True, False)]
    assert Heartbeat.objects.get(process="worker").heard_at == last.heard_at
