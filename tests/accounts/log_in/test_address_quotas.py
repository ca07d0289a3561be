"""Limits on sign-ups and log-ins from one address per day."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from pytest_django import Settings

from accounts.models import User
from config.middleware import COUNTED_BY_ADDRESS
from quotas.models import Usage
from quotas.services import subject_of
from tests.support.apps import PASSWORD
from tests.support.asked import at_once, statuses

pytestmark = [pytest.mark.both_databases]
SIGN_UPS = ["/_allauth/app/v1/auth/signup", "/_allauth/browser/v1/auth/signup", "/accounts/signup/"]
LOG_INS = [
    "/_allauth/app/v1/auth/login",
    "/_allauth/app/v1/auth/password/request",
    "/_allauth/browser/v1/auth/login",
    "/_allauth/browser/v1/auth/password/request",
    "/accounts/login/",
    "/accounts/password/reset/",
]
LIMIT = 2


@pytest.fixture(autouse=True)
def _limit(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"sign_ups_a_day": LIMIT, "log_ins_a_day": LIMIT}


def sign_up(handle: str, path: str = SIGN_UPS[0], address: str = "203.0.113.5") -> Any:
    body = {"email": f"{handle}@example.org", "username": handle, "password": PASSWORD}
    return Client(REMOTE_ADDR=address).post(path, body, "application/json")


@pytest.mark.django_db
@pytest.mark.parametrize("path", SIGN_UPS)
def test_nobody_signs_up_above_the_quota_of_their_address(path: str) -> None:
    for number in range(LIMIT):
        assert sign_up(f"player{number}").status_code == 401
    refused = sign_up("late", path)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 24 * 60 * 60
    assert User.objects.count() == LIMIT
    assert sign_up("elsewhere", address="203.0.113.6").status_code == 401


@pytest.mark.django_db
def test_an_app_is_refused_with_a_problem() -> None:
    for number in range(LIMIT):
        sign_up(f"player{number}")
    refused = sign_up("late")
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "throttled"
    assert "Try again tomorrow." in refused.json()["detail"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("203.0.113.5", "203.0.113.6", False),
        ("::ffff:203.0.113.5", "203.0.113.5", True),
        ("::ffff:203.0.113.5", "::ffff:203.0.113.6", False),
        ("unknown", "unknown", True),
    ],
)
def test_an_ipv6_network_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (subject_of(one) == subject_of(other)) is same


@pytest.mark.django_db
def test_no_address_is_stored() -> None:
    sign_up("ada")
    assert "203.0.113" not in str(list(Usage.objects.values()))


@pytest.mark.django_db
@pytest.mark.parametrize("path", LOG_INS)
def test_nobody_tries_to_log_in_above_the_quota_of_their_address(path: str) -> None:
    client = Client(REMOTE_ADDR="203.0.113.5")
    for _ in range(LIMIT):
        assert client.post(path, {}, "application/json").status_code != 429
    refused = client.post(path, {}, "application/json")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 24 * 60 * 60


@pytest.mark.django_db
def test_a_limit_by_the_minute_tells_when_to_try_again(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    settings.QUOTAS = settings.QUOTAS | {"log_ins_a_day": 100}
    body = {"email": "ada@example.org", "password": "wrong"}
    answers = [Client().post(LOG_INS[0], body, "application/json") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [400, 429]
    assert answers[-1]["Retry-After"] == "60"


def test_the_quota_holds_however_many_sign_up_at_once(transactional_db: None) -> None:
    names = [f"crowd{number}" for number in range(6)]
    answers = at_once([partial(sign_up, name) for name in names])
    assert statuses(answers)[-4:] == [429] * 4
    assert User.objects.filter(handle__in=names).count() == LIMIT


def addresses(resolver: Any, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield f"/{here}"
        else:
            yield from addresses(pattern, here)


def test_every_route_of_sign_up_and_log_in_is_counted() -> None:
    doors = re.compile("(signup|/login|password/re(set|quest))/?$")
    found = {path for path in addresses(get_resolver()) if doors.search(path)}
    elsewhere = {"/admin/login/"}  # leads to /accounts/login/
    with_a_code = {path for path in found if path.endswith("v1/auth/password/reset")}
    assert found - elsewhere - with_a_code == {*SIGN_UPS, *LOG_INS}
    for path in SIGN_UPS + LOG_INS:
        assert any(pattern.fullmatch(path) for pattern in COUNTED_BY_ADDRESS)
