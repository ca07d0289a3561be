"""Quotas of a person: a request above a quota gets 429 and stores nothing."""

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as current
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from api.models import IdempotencyKey
from games.models import Game
from quotas import services
from quotas.models import Usage
from quotas.quota import Quota
from quotas.records import QUOTAS
from quotas.records.games import (
    GAMES_A_DAY,
    GAMES_AT_ONCE,
    OPEN_TABLES,
    PRACTICE_GAMES,
    PRACTICE_GAMES_A_DAY,
    SOLO_GAMES,
)
from quotas.records.requests import SUBMISSIONS_A_DAY, SUBMISSIONS_A_MINUTE
from tests.support.api_games import GAMES, ApiGame
from tests.support.asked import at_once, statuses
from tests.support.documents import PROJECT, text_of
from tests.support.people import Person, problem

pytestmark = [pytest.mark.both_databases]

PAIR = {"options": {"mode": "beginner"}, "visibility": "link"}
ALONE = {"options": {"mode": "solitaire", "players": 1}}
PRACTICE = {"options": {"mode": "beginner"}, "house": ["random"]}
MADE = {
    "solo_games": ALONE,
    "practice_games": PRACTICE,
    "practice_games_a_day": PRACTICE,
}
GONE_ON = {"expected_version": 0, "action": {"type": "pass"}}
MANY = 6
OF_PEOPLE = [
    SUBMISSIONS_A_MINUTE,
    SUBMISSIONS_A_DAY,
    OPEN_TABLES,
    GAMES_AT_ONCE,
    SOLO_GAMES,
    PRACTICE_GAMES,
    PRACTICE_GAMES_A_DAY,
    GAMES_A_DAY,
]
OTHERS = [quota for quota in QUOTAS if quota not in OF_PEOPLE]


@pytest.fixture(params=OF_PEOPLE, ids=lambda quota: quota.name)
def quota(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Quota:
    """Return each quota of a person in turn, set to two, while time stands still."""
    chosen: Quota = request.param
    moment = timezone.now()
    monkeypatch.setattr("quotas.services.now", lambda: moment)
    settings.QUOTAS = settings.QUOTAS | {chosen.name: 2}
    return chosen


def request_of(person: Person, quota: Quota, path: str) -> Callable[[], Any]:
    """Return what sends a request that counts against a quota; `path` is a game of that person."""
    if quota.name.startswith("submissions"):
        return lambda: person.post(f"{path}/actions", GONE_ON, str(uuid.uuid4()))
    return partial(person.post, GAMES, MADE.get(quota.name, PAIR))


def use_up(person: Person, quota: Quota) -> Callable[[], Any]:
    """Use up a quota of two; return a function that sends the next request."""
    send = request_of(person, quota, ApiGame([Person(), person]).path)
    for _ in range(2):
        assert send().status_code in {201, 409}
    return send


@pytest.mark.django_db
def test_a_person_who_reaches_a_quota_learns_which_and_when_to_try_again(
    ada: Person, quota: Quota
) -> None:
    send = use_up(ada, quota)
    refused = send()
    assert problem(refused) == (429, "quota_reached")
    assert (refused.json()["quota"], refused.json()["limit"]) == (quota.name, 2)
    period = quota.period or services.ASK_AGAIN
    assert 0 < int(refused.headers["Retry-After"]) <= period.total_seconds()


@pytest.mark.django_db
def test_a_refused_request_leaves_nothing_behind(ada: Person, quota: Quota) -> None:
    send = use_up(ada, quota)

    def kept() -> list[Any]:
        used = list(Usage.objects.values_list("quota", "used").order_by("quota"))
        return [used, Game.objects.count(), IdempotencyKey.objects.count()]

    before = kept()
    assert send().status_code == 429
    assert kept() == before


@pytest.mark.django_db
def test_each_person_has_their_own_quota(ada: Person, bob: Person, quota: Quota) -> None:
    assert use_up(ada, quota)().status_code == 429
    use_up(bob, quota)


@pytest.mark.django_db
@pytest.mark.parametrize("quota", [q for q in OF_PEOPLE if q.period], indirect=True)
def test_after_the_period_one_may_go_on(
    ada: Person, quota: Quota, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = use_up(ada, quota)
    later = timezone.now() + timedelta(seconds=int(send().headers["Retry-After"]))
    monkeypatch.setattr("quotas.services.now", lambda: later)
    assert send().status_code != 429


@pytest.mark.django_db
def test_a_game_that_is_over_counts_no_more(ada: Person, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"solo_games": 1}
    made = ada.post(GAMES, ALONE).json()["id"]
    assert ada.post(GAMES, ALONE).json()["quota"] == "solo_games"
    assert ada.post(f"{GAMES}/{made}/call-off").json()["state"] == "called_off"
    assert ada.post(GAMES, ALONE).status_code == 201


@pytest.mark.django_db
def test_a_repeated_request_counts_once(table: ApiGame, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"submissions_a_minute": 1}
    body = {"expected_version": table.game.version, "action": table.choices()[0]}
    person = table.awaited
    answers = [person.post(f"{table.path}/actions", body, "again") for _ in range(5)]
    assert statuses(answers) == [200] * 5


def clones(person: Person) -> list[Person]:
    """Return several clients of one person, as on different devices."""
    devices = []
    for _ in range(MANY):
        device = Person.__new__(Person)
        device.user, device.client = person.user, type(person.client)()
        device.client.force_login(person.user)
        devices.append(device)
    return devices


@pytest.mark.slow
def test_a_quota_holds_however_many_ask_at_once(transactional_db: None, quota: Quota) -> None:
    person = Person()
    path = ApiGame([Person(), person], start="by_hand").path
    answers = statuses(at_once([request_of(each, quota, path) for each in clones(person)]))
    assert answers[2:] == [429] * (MANY - 2)
    assert answers[:2] in ([201, 201], [409, 409])


SPENDER = """
import django
django.setup()
from quotas.records.requests import SUBMISSIONS_A_DAY
from quotas.services import QuotaError, spend
done = 0
for _ in range(30):
    try:
        spend("two processes", SUBMISSIONS_A_DAY)
        done += 1
    except QuotaError:
        pass
print(done)
"""


@pytest.mark.thorough
def test_a_quota_holds_for_several_processes(transactional_db: None) -> None:
    address = connection.settings_dict
    url = f"sqlite:///{address['NAME']}"
    if connection.vendor == "postgresql":
        where = f"{address['USER']}@{address['HOST']}:{address['PORT']}"
        url = f"postgres://{where}/{address['NAME']}"
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "SECRET_KEY": "only-for-the-tests",
        "DATABASE_URL": url,
        "QUOTA_SUBMISSIONS_A_DAY": "40",
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SPENDER],
            env=environment,
            cwd=current.BASE_DIR,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    done = [int(process.communicate()[0]) for process in processes]
    Usage.objects.filter(subject="two processes").delete()
    assert sum(done) == 40


@pytest.mark.django_db
def test_the_quotas_are_told_to_clients(ada: Person) -> None:
    assert ada.get("/api/v1/meta").json()["limits"].items() >= current.QUOTAS.items()


def test_every_other_quota_is_reached_in_another_file() -> None:
    files = [file for file in (PROJECT / "tests").rglob("test_*.py") if file != Path(__file__)]
    told = [text for file in files if "quota" in (text := file.read_text("utf-8")).lower()]
    named = {word for text in told for word in re.findall(r"\w+", text)}
    assert [each.name for each in OTHERS if not {each.name, each.name.upper()} & named] == []


@pytest.mark.parametrize("quota_record", QUOTAS, ids=lambda quota: quota.name)
def test_every_quota_is_told_to_operators_and_client_authors(quota_record: Quota) -> None:
    default = f"{quota_record.default:,}"
    row = f"| `{quota_record.setting}` |"
    (line,) = [line for line in text_of("operating.md").splitlines() if line.startswith(row)]
    assert f"| `{default.replace(',', '')}` |" in line
    assert f"`{quota_record.name}`" in text_of("api.md")
