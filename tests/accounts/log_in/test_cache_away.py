"""Log-in while the Redis that counts attempts does not answer."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from django.core.cache import cache, caches
from django.core.cache.backends.db import DatabaseCache
from django.db import DatabaseError, connection
from django.test import Client
from pytest_django import Settings
from redis import Redis

from config import env
from config.server.cache import TABLE, RedisOrDatabaseCache, TableCache
from quotas.at_once import hold_slot
from tests.support.apps import PASSWORD, App, SignUp, codes_mailed_to

LOG_IN = "/_allauth/app/v1/auth/login"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(signed_up: SignUp) -> App:
    return signed_up("Ada")


@pytest.fixture
def _silence(redis_url: str, settings: Settings) -> Iterator[None]:
    """Run a Redis that accepts requests and does not answer them."""
    settings.CACHES = {"default": env.cache(f"{redis_url}/1")}
    settings.ACCOUNT_RATE_LIMITS = {}  # django-allauth's own
    with Redis.from_url(redis_url) as server:
        process: int = server.info()["process_id"]
    os.kill(process, signal.SIGSTOP)
    yield
    os.kill(process, signal.SIGCONT)
    RedisOrDatabaseCache._ask_again_at = 0.0


def log_in(password: str) -> Any:
    """Have Ada try to log in; a crash of the server is returned as an answer."""
    credentials = {"email": "ada@example.org", "password": password}
    return Client(raise_request_exception=False).post(LOG_IN, credentials, "application/json")


@pytest.mark.slow
@pytest.mark.usefixtures("_silence")
def test_one_logs_in_at_once_all_the_same(ada: App) -> None:
    assert log_in(PASSWORD).status_code == 200


@pytest.mark.slow
@pytest.mark.usefixtures("_silence")
def test_log_in_stays_limited(ada: App) -> None:
    for _ in range(5):
        assert log_in("wrong").json()["errors"][0]["code"] == "email_password_mismatch"
    assert log_in(PASSWORD).json()["errors"][0]["code"] == "too_many_login_attempts"


@pytest.mark.slow
@pytest.mark.usefixtures("_silence")
def test_sign_up_stays_possible_and_limited(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"sign_ups_a_day": 1}
    body = {"email": "bea@example.org", "username": "Bea", "password": PASSWORD}
    assert App().auth("signup", **body).status_code == 401
    assert codes_mailed_to("bea@example.org")
    assert App().auth("signup", **body).status_code == 429


@pytest.mark.slow
@pytest.mark.usefixtures("_silence")
def test_people_who_are_logged_in_notice_nothing(ada: App) -> None:
    assert ada.request("GET", "/api/v1/me").status_code == 200


@pytest.mark.slow
@pytest.mark.usefixtures("_silence")
def test_processes_share_their_counts() -> None:
    """Each process and each thread has its own cache object."""
    one, other = (cast(Any, caches.create_connection("default")) for _ in range(2))
    one.set("attempts", 3)
    assert other.get("attempts") == 3
    assert not other.add("attempts", 1)
    assert other.incr("attempts") == 4
    assert other.touch("attempts")
    assert other.delete("attempts")
    assert one.get("attempts", "none") == "none"


@pytest.mark.both_databases
def test_a_key_that_is_there_is_found_without_an_error_of_the_database() -> None:
    counts, refused = TableCache(TABLE, {}), list[Exception]()

    def note(execute: Callable[..., Any], *statement: Any) -> Any:
        try:
            return execute(*statement)
        except DatabaseError as error:
            refused.append(error)
            raise

    with connection.execute_wrapper(note):
        added = [counts.add("slot", 1), counts.add("slot", 2), counts.add("other", 3)]
    assert (added, counts.get("slot"), refused) == ([True, False, True], 1, [])


@pytest.mark.both_databases
def test_of_two_processes_that_store_a_new_key_at_once_neither_fails() -> None:
    others = [DatabaseCache(TABLE, {})]

    def meanwhile(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if "INSERT INTO" in sql and others:
            others.pop().set("attempts", 2)
        return execute(sql, *more)

    counts = TableCache(TABLE, {})
    with connection.execute_wrapper(meanwhile):
        counts.set("attempts", 1)
    assert counts.get("attempts") == 1


@pytest.mark.both_databases
def test_a_key_whose_time_is_over_can_be_added_again() -> None:
    counts = TableCache(TABLE, {})
    assert counts.add("slot", 1, timeout=-1)
    assert counts.add("slot", 2)
    assert counts.get("slot") == 2


def test_nobody_is_refused_while_nothing_can_be_counted(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CACHES = {"default": env.cache("redis://127.0.0.1:1/1")}
    monkeypatch.setattr(RedisOrDatabaseCache, "_ask_again_at", time.monotonic() + 60)
    with connection.cursor() as cursor:
        sqlite = connection.vendor == "sqlite"
        cursor.execute("PRAGMA query_only = 1" if sqlite else "SET LOCAL transaction_read_only = 1")
        with hold_slot("ada"):
            assert not cache.get("at_once:ada:0")
        if sqlite:
            cursor.execute("PRAGMA query_only = 0")


def test_that_it_is_away_and_back_is_logged_once_each(
    redis_url: str,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("config.server.cache.AWAY_FOR", 0.0)
    monkeypatch.setattr(RedisOrDatabaseCache, "_ask_again_at", 0.0)
    monkeypatch.setattr(RedisOrDatabaseCache, "_is_away", False)
    for url in ("redis://127.0.0.1:1/1", f"{redis_url}/1"):
        settings.CACHES = {"default": env.cache(url)}
        for _ in range(3):
            cache.get("where")
    away, back = caplog.messages
    assert away.startswith("The cache is away")
    assert back == "The cache is back."


def test_once_it_is_back_it_is_asked_again(
    redis_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CACHES = {"default": env.cache(f"{redis_url}/1")}
    monkeypatch.setattr(RedisOrDatabaseCache, "_ask_again_at", time.monotonic() + 60)
    cache.set("where", "the database")
    monkeypatch.setattr(RedisOrDatabaseCache, "_ask_again_at", 0.0)
    assert cache.get("where") is None
    cache.set("where", "Redis")
    assert cache.get("where") == "Redis"
    cache.clear()
    assert cache.get("where") is None
