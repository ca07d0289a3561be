"""The servers and the browser that tests use where they are installed."""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.models import IdempotencyKey
from notifications.models import OutboxMail
from quotas.models import Usage
from tests import servers
from tests.core import places

INSTALLED = {
    "postgresql": servers.find_postgres,
    "redis-server": servers.find_redis,
    "nginx-light": servers.find_nginx,
    "chromium": servers.find_chromium,
    "nodejs": servers.find_node,
    "npm": servers.find_npm,
    "locales": places.find_sources,
}
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Let no test see what another one counted against the limits."""
    yield
    cache.clear()


@pytest.fixture
def transactional_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let what is written be seen by other connections, and stay: games cannot be deleted.

    It has the name of pytest-django's own, which would try to, and for which a database is made.
    """
    with django_db_blocker.unblock():
        yield
        OutboxMail.objects.all().delete()
        IdempotencyKey.objects.all().delete()
        Usage.objects.all().delete()
        User.objects.all().delete()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Address of an empty database on a PostgreSQL of the tests' own."""
    _need("postgresql")
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Address of a Redis of the tests' own."""
    _need("redis-server")
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="session")
def nginx_program() -> str:
    """Path of nginx."""
    _need("nginx-light")
    return servers.find_nginx() or ""


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Path of a browser for Playwright's executable_path."""
    _need("chromium")
    return servers.find_chromium() or ""


@pytest.fixture(scope="session")
def npm_path() -> str:
    """Path of npm, with which Node.js is there."""
    _need("nodejs")
    _need("npm")
    return servers.find_npm() or ""


@pytest.fixture(scope="session")
def languages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What lets a program speak the languages of `tests.core.places`."""
    _need("locales")
    return places.make_languages(tmp_path_factory.mktemp("languages"))


def _need(package: str) -> None:
    if INSTALLED[package]() is None:
        pytest.skip(f"{package} is not installed")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what did not run and how to run it."""
    missing = _missing()
    skipped = len(terminalreporter.stats.get("skipped", []))
    if not missing and not skipped:
        return
    terminalreporter.section("Not run")
    if skipped:
        terminalreporter.line(f"{skipped} tests were skipped (pytest -rs tells why).")
    if "postgresql" in missing and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        terminalreporter.line("The tests of storage, API and mail on PostgreSQL.")
    if missing:
        terminalreporter.line(f"To run all: apt-get install {' '.join(missing)}")
    if REQUIRE_ALL:
        terminalreporter.line("REQUIRE_ALL=1 makes this a failure.")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under REQUIRE_ALL=1, fail if anything was not run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if REQUIRE_ALL and session.exitstatus == pytest.ExitCode.OK and (skipped or _missing()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _missing() -> list[str]:
    return [package for package, find in INSTALLED.items() if find() is None]
