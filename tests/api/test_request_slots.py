"""The limit of requests at once for one person: above it there is 429, until slots are free."""

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import Settings
from redis import Redis

from api.request_slots import slot_of
from config import env
from config.server.cache import RedisOrDatabaseCache
from games.reading import selectors
from quotas import at_once
from quotas.at_once import hold_slot
from quotas.services import QuotaError
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db

MAX_REQUESTS = 2
TAKE = """
import django, sys
django.setup()
from quotas.at_once import hold_slot
with hold_slot(sys.argv[1]):
    print("taken", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _two_at_once(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"requests_at_once": MAX_REQUESTS}
    cache.clear()


def busy(person: Person) -> ExitStack:
    """Return a context that holds all slots of a person until it is closed."""
    held = ExitStack()
    for _ in range(MAX_REQUESTS):
        held.enter_context(hold_slot(str(person.user.pk)))
    return held


def routes(table: ApiGame) -> list[str]:
    return [GAMES, "/api/v1/me/games", table.path, f"{table.path}/legal-actions"]


def test_a_request_beyond_those_answered_at_once_gets_429(table: ApiGame) -> None:
    person = table.awaited
    with busy(person):
        for path in routes(table):
            refused = person.get(path)
            assert problem(refused) == (429, "quota_reached")
            assert refused.json()["quota"] == "requests_at_once"
            assert refused.headers["Retry-After"] == "1"
    assert {person.get(path).status_code for path in routes(table)} == {200}


def test_a_persons_requests_do_not_limit_those_of_others(table: ApiGame) -> None:
    with busy(table.awaited):
        assert {table.others[0].get(path).status_code for path in routes(table)} <= {200}


@pytest.mark.parametrize("path", ["", "/legal-actions", "/at/99", "/events?after=x"])
def test_a_request_frees_its_slot_whatever_its_answer(table: ApiGame, path: str) -> None:
    answers = {table.awaited.get(table.path + path).status_code for _ in range(MAX_REQUESTS + 2)}
    assert 429 not in answers


def test_a_request_that_fails_frees_its_slot(
    table: ApiGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError

    person, shown = table.awaited, selectors.game_observe
    person.client.raise_request_exception = False
    monkeypatch.setattr(selectors, "game_observe", fail)
    assert [person.get(table.path).status_code for _ in range(MAX_REQUESTS + 2)] == [500] * (
        MAX_REQUESTS + 2
    )
    monkeypatch.setattr(selectors, "game_observe", shown)
    assert person.get(table.path).status_code == 200


def test_pages_of_a_person_and_of_a_stranger_are_limited(table: ApiGame, rf: Any) -> None:
    person = table.awaited
    person.client.force_login(person.user)
    with busy(person):
        refused = person.get("/")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert person.get("/").status_code == 200
    person.client.logout()
    request = person.get("/").wsgi_request
    with slot_of(request), slot_of(request):
        assert person.get(f"/games/{table.id}").status_code == 429
    assert person.get(f"/games/{table.id}").status_code == 200


def test_a_slot_is_free_again_after_its_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "LEASE", 0.2)
    with hold_slot("ada"), hold_slot("ada"):
        time.sleep(0.25)
        with hold_slot("ada"):
            pass


@pytest.mark.thorough
def test_processes_share_the_slots(redis_url: str, settings: Settings) -> None:
    settings.CACHES = {"default": env.cache(f"{redis_url}/2")}
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "CACHE_URL": f"{redis_url}/2",
        "QUOTA_REQUESTS_AT_ONCE": str(MAX_REQUESTS),
    }
    take = [sys.executable, "-c", TAKE, "ada"]
    others = [
        subprocess.Popen(take, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(MAX_REQUESTS)
    ]
    try:
        assert [each.stdout.readline() for each in others if each.stdout] == [
            b"taken\n"
        ] * MAX_REQUESTS
        with pytest.raises(QuotaError), hold_slot("ada"):
            pass
    finally:
        for each in others:
            each.communicate()
    with hold_slot("ada"):
        pass


@pytest.mark.slow
def test_people_play_on_while_redis_is_silent(
    redis_url: str, settings: Settings, table: ApiGame
) -> None:
    settings.CACHES = {"default": env.cache(f"{redis_url}/2")}
    with Redis.from_url(redis_url) as server:
        process: int = server.info()["process_id"]
    os.kill(process, signal.SIGSTOP)
    try:
        table.play()
    finally:
        os.kill(process, signal.SIGCONT)
        RedisOrDatabaseCache._ask_again_at = 0.0
