"""The health probes."""

import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config import env
from config.server import health, heartbeats
from config.server.health import EVERY, SPILL, WriteProbe, refusal_to_write
from games.models.outages import Heartbeat
from tests.support.api_games import ApiGame
from tests.support.pages import browser_of
from tests.support.people import Person, problem
from trials.programs import free_port
from trials.servers import Disk, Postgres, running

LIVE, READY = "/health/live", "/health/ready"


@pytest.fixture(autouse=True)
def _nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "writing", WriteProbe(refusal_to_write))


def refusal(client: Client) -> str:
    """Return why the server is not ready."""
    answer = client.get(READY)
    assert answer.status_code == 503
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Retry-After"]
    problem = answer.json()
    assert problem["code"] == "unavailable"
    detail: str = problem["detail"]
    return detail


def test_a_process_that_lives_says_so_without_asking_the_database(client: Client) -> None:
    answer = client.get(LIVE)
    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


@pytest.fixture
def _heard() -> None:
    """Write a heartbeat of all workers and beat."""
    for name in heartbeats.NAMES:
        heartbeats.record(name)


@pytest.mark.django_db
@pytest.mark.both_databases
@pytest.mark.usefixtures("_heard")
def test_a_server_that_can_work_is_ready(client: Client) -> None:
    answer = client.get(READY)
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ready",
        "database": "ok",
        "broker": "embedded",
        "cache": "embedded",
        "worker": "ok",
        "timekeeper": "ok",
        "webhooks": "ok",
        "web": "ok",
        "beat": "ok",
        "house": "ok",
        "outbox": "ok",
    }


@pytest.mark.django_db
@pytest.mark.parametrize("path", [LIVE, READY])
def test_a_probe_needs_no_name_no_tls_and_no_session(
    client: Client, settings: Settings, path: str
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get(path, headers={"Host": "10.1.2.3:8000"})
    assert answer.status_code == 200
    assert not answer.cookies


@pytest.mark.django_db
@pytest.mark.parametrize("path", [LIVE, READY])
def test_no_answer_is_ever_kept(client: Client, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_nothing_is_changed_by_asking(client: Client) -> None:
    assert client.post(READY).status_code == 404


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_server_whose_database_is_older_than_its_code_is_not_ready(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(app="accounts").delete()
    [(_, newest)] = MigrationLoader(None).graph.leaf_nodes("accounts")
    assert refusal(client) == (f"Migrations are missing: accounts.{newest}. Run manage.py migrate.")


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_server_whose_events_could_be_changed_is_not_ready(client: Client) -> None:
    postgres = connection.vendor == "postgresql"
    name = "games_storedevent_change" if postgres else "games_storedevent_update"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + (" ON games_storedevent" if postgres else ""))
    assert refusal(client) == f"The trigger {name} is missing, changed or switched off."


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_server_whose_database_is_away_lives_but_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    away: Any = connection.copy()
    away.settings_dict |= {"NAME": "/nowhere/illimat", "PORT": str(free_port())}
    monkeypatch.setattr(health, "connection", away)
    assert refusal(client) == "The database does not answer."
    assert client.get(LIVE).status_code == 200


@pytest.mark.django_db
def test_an_outage_is_logged_once_with_its_cause_and_its_end(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    complaints = ["The database does not answer."]
    monkeypatch.setattr(health, "database_complaints", lambda: complaints)
    assert [client.get(READY).status_code for _ in range(3)] == [503, 503, 503]
    complaints = []
    assert [client.get(READY).status_code for _ in range(2)] == [200, 200]
    logged = [line for line in caplog.messages if "has not been heard of" not in line]
    assert logged == ["Not ready: The database does not answer.", "Ready again."]


@pytest.mark.django_db
def test_games_go_on_without_the_broker(client: Client, settings: Settings) -> None:
    settings.CELERY_BROKER_URL = f"redis://:secret@127.0.0.1:{free_port()}/0"
    answer = client.get(READY)
    assert (answer.status_code, answer.json()["broker"]) == (200, "away")
    assert b"secret" not in answer.content


@pytest.mark.django_db
def test_games_go_on_without_the_cache(client: Client, settings: Settings) -> None:
    settings.CACHES = {"default": env.cache(f"redis://:secret@127.0.0.1:{free_port()}/0")}
    answer = client.get(READY)
    assert (answer.status_code, answer.json()["cache"]) == (200, "away")
    assert b"secret" not in answer.content


@pytest.mark.django_db
def test_a_redis_that_answers_is_told_of(
    client: Client, settings: Settings, redis_url: str
) -> None:
    settings.CELERY_BROKER_URL = redis_url
    settings.CACHES = {"default": env.cache(f"{redis_url[:-1]}1")}
    answer = client.get(READY).json()
    assert (answer["broker"], answer["cache"]) == ("ok", "ok")


@pytest.mark.django_db
@pytest.mark.both_databases
@pytest.mark.usefixtures("_heard")
@pytest.mark.parametrize("name", heartbeats.NAMES)
def test_a_worker_or_beat_that_falls_silent_is_told_of(client: Client, name: str) -> None:
    Heartbeat.objects.filter(process=name).update(heard_at=timezone.now() - timedelta(minutes=6))
    answer = client.get(READY)
    assert answer.status_code == 200
    told = {process: answer.json()[process] for process in heartbeats.NAMES}
    assert told == dict.fromkeys(heartbeats.NAMES, "ok") | {name: "silent"}


@pytest.mark.django_db
@pytest.mark.usefixtures("_heard")
def test_asking_costs_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    client.get(READY)  # which tries to write
    with django_assert_max_num_queries(8):
        client.get(READY)


@pytest.mark.django_db
@pytest.mark.both_databases
@pytest.mark.only_postgresql  # since SQLite sets this for each connection
def test_a_server_whose_database_may_forget_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    assert "synchronous_commit is 'off'" in refusal(client)


@contextmanager
def read_only() -> Iterator[None]:
    """Let the database refuse to write, as a standby does."""
    sqlite = connection.vendor == "sqlite"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1" if sqlite else "SET LOCAL transaction_read_only = 1")
        yield
        if sqlite:
            cursor.execute("PRAGMA query_only = 0")


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_server_that_cannot_write_is_not_ready(client: Client) -> None:
    with read_only():
        assert refusal(client) == "The database is read-only."


@pytest.mark.django_db
@pytest.mark.both_databases
def test_acts_on_a_database_that_cannot_write_are_to_be_repeated() -> None:
    table = ApiGame([Person(), Person()])
    person, action = table.awaited, table.choices()[0]
    browser = browser_of(person.user)
    browser.raise_request_exception = False
    form = {"version": table.game.version, "actions": json.dumps([action]), "key": uuid4()}
    with read_only():
        refused = table.act(person, action)
        page = browser.post(f"/games/{table.id}", form)
    assert problem(refused) == (503, "unavailable")
    assert page.status_code == 503
    assert "Back in a moment" in page.content.decode()
    assert refused.headers["Retry-After"] == page.headers["Retry-After"] == "2"


@pytest.mark.django_db
@pytest.mark.usefixtures("_heard")
def test_a_server_of_which_the_disk_is_full_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    assert refusal(client) == "The disk of the database is full."


@pytest.mark.thorough
@pytest.mark.skipif(not Disk.available(), reason="only root can mount a small disk")
def test_postgresql_on_a_full_disk_cannot_do_what_readiness_asks(
    postgres_url: str,
) -> None:
    with tempfile.TemporaryDirectory(prefix="illimat-disk-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        disk = Disk(folder, Postgres(folder).cluster, 90)
        server = Postgres(folder, disk=disk)
        stack.enter_context(running(disk))
        stack.enter_context(running(server))
        found = stack.enter_context(psycopg.connect(server.url))
        for statement in SPILL:
            found.execute(statement)
        disk.fill()
        with pytest.raises(psycopg.errors.DiskFull):
            found.execute(SPILL[-1])
        disk.free()


def test_however_many_ask_it_is_tried_to_write_once_in_ten_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[float] = []

    def refuse() -> str:
        tried.append(time.monotonic())
        time.sleep(0.05)
        return "It does not."

    writing = WriteProbe(refuse)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: writing.complaints(), range(100)))
    assert found == [["It does not."]] * 100
    assert len(tried) == 1
    later = time.monotonic() + EVERY
    monkeypatch.setattr(time, "monotonic", lambda: later)
    writing.complaints()
    assert len(tried) == 2


@pytest.mark.django_db
@pytest.mark.both_databases
def test_trying_to_write_changes_no_heartbeat(client: Client) -> None:
    heartbeats.record("web")
    before = list(Heartbeat.objects.order_by("pk").values())
    assert refusal_to_write() == ""
    assert list(Heartbeat.objects.order_by("pk").values()) == before
