"""Fixtures for the servers, the browser and the tools that tests use if they are installed."""

import os
import signal
from collections.abc import Generator, Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from pytest_django import DjangoDbBlocker, Settings

from tests import storage
from tests.core import locales
from tests.core.profiles import load_profile
from tests.limits import limited
from tests.wordless import add_wordless
from trials import installed, servers

INSTALLED = {
    "postgresql": installed.find_postgres,
    "redis-server": installed.find_redis,
    "nginx-light": installed.find_nginx,
    "chromium": installed.find_chromium,
    "nodejs": installed.find_node,
    "npm": installed.find_npm,
    "locales": locales.find_sources,
}
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"

load_profile()  # before tests are collected: some take their number of examples from it


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Print failures as they happen, and let programs started by tests be interrupted.

    A shell starts a background job with SIGINT ignored, which the job's children would inherit. A
    handler that does nothing ignores it here, too, but is not inherited.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: None)
    if reporter := config.pluginmanager.get_plugin("terminalreporter"):
        config.pluginmanager.register(Failures(reporter))


class Failures:
    """Prints each failure when it happens, since a run that is cut off has no summary."""

    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        """Print to the terminal of `reporter`."""
        self._reporter = reporter

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print why a test failed."""
        if report.failed:
            self._reporter.write_sep("_", f"{report.nodeid} failed ({report.when})")
            self._reporter.write_line(report.longreprtext)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep Hypothesis' tests out of the measurement of coverage.

    What they reach is left to chance, and they would take three times as long.
    """
    for item in items:
        if item.get_closest_marker("hypothesis"):
            item.add_marker("no_cover")


@pytest.hookimpl(wrapper=True)
def _limit() -> Generator[None, object, object]:
    """Let what takes too long fail."""
    with limited():
        return (yield)


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = _limit


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Clear the cache, so that no test sees limits that another test has used up."""
    yield
    cache.clear()


@pytest.fixture
def wordless(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """Add a language without words to the server's languages, and return its code."""
    return add_wordless(settings, monkeypatch)


@pytest.fixture
def transactional_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Commit writes, so that other connections see them, and delete all rows after the test.

    It replaces the fixture of pytest-django of the same name, which cannot delete events; only
    under this name pytest-django creates a database for it.
    """
    with django_db_blocker.unblock():
        yield
        storage.empty()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Return the URL of an empty database on a PostgreSQL server started for the tests."""
    _need("postgresql")
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Return the URL of a Redis server started for the tests."""
    _need("redis-server")
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="session")
def nginx_program() -> str:
    """Return the path of nginx."""
    _need("nginx-light")
    return installed.find_nginx() or ""


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the path of a browser, for Playwright's executable_path."""
    _need("chromium")
    return installed.find_chromium() or ""


@pytest.fixture(scope="session")
def npm_path() -> str:
    """Return the path of npm; Node.js is installed with it."""
    _need("nodejs")
    _need("npm")
    return installed.find_npm() or ""


@pytest.fixture(scope="session")
def languages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment in which a program finds the locales of `tests.core.locales`."""
    _need("locales")
    return locales.make_languages(tmp_path_factory.mktemp("languages"))


def _need(package: str) -> None:
    if INSTALLED[package]() is None:
        pytest.skip(f"{package} is not installed")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the tests that were skipped, and how to run them."""
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
    """Under REQUIRE_ALL=1, fail if any test was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if REQUIRE_ALL and session.exitstatus == pytest.ExitCode.OK and (skipped or _missing()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _missing() -> list[str]:
    return [package for package, find in INSTALLED.items() if find() is None]
