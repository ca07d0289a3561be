"""Log-in while the Redis in which attempts are counted does not answer."""

import time
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings
from redis import Redis

from config import env
from tests.accounts.conftest import App, SignUp

SILENT = 3  # seconds
LOG_IN = "/_allauth/app/v1/auth/login"

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def ada(signed_up: SignUp) -> App:
    """Ada's app, in which she has logged in."""
    return signed_up("Ada")


@pytest.fixture
def silence(redis_url: str, settings: Settings) -> Iterator[float]:
    """When a Redis will answer again that takes requests and does not answer them, for a while."""
    settings.CACHES = {"default": env.cache(f"{redis_url}/1")}
    settings.ACCOUNT_RATE_LIMITS = {}  # django-allauth's own
    until = time.monotonic() + SILENT
    with Redis.from_url(redis_url) as server:
        server.client_pause(SILENT * 1000)
    yield until
    time.sleep(max(0, until - time.monotonic()))


def test_log_in_is_refused_at_once_and_may_be_repeated(silence: float) -> None:
    credentials = {"email": "ada@example.org", "password": "wrong"}
    client = Client(raise_request_exception=False)
    refused = client.post(LOG_IN, credentials, "application/json")
    assert time.monotonic() < silence
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert refused.json()["detail"].startswith("The cache, in which log-in attempts are counted,")
    assert int(refused["Retry-After"]) > 0


def test_who_is_logged_in_notices_nothing(ada: App, silence: float) -> None:
    assert ada.request("GET", "/api/v1/me").status_code == 200
    assert time.monotonic() < silence
