"""Fixtures for the servers, the browser and the tools that tests use if they are installed."""

import gc
import os
import shutil
import signal
from collections import defaultdict
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation
from pytest_django import DjangoDbBlocker, Settings

from api import database_time
from api.models import epoch_note
from tests.support import locales, storage
from tests.support.chance import repeated
from tests.support.limits import limited
from tests.support.profiles import load_profile
from tests.support.programs import migrate
from tests.support.wordless import add_wordless
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
# Names in modules that start programs.
STARTING = {"subprocess", "Embedded", "Deployment", "wait_until"}
NEVER_AGAIN = ("tests/core", "tests/docs")
LONG = ("thorough", "slow")  # the core is small enough to measure its slow tests
SLOWEST = 10  # files that are named at the end
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
        if report.failed:
            self._reporter.write_sep("_", f"{report.nodeid} failed ({report.when})")
            self._reporter.write_line(report.longreprtext)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while tests are collected, nor ever among what they consist of.

    It would be looked for over and over among millions of objects that all stay, for a third of
    the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Choose the tests of this database and what is measured; put files that start programs first.

    Not measured are Hypothesis' tests, because what they reach is left to chance, and those that
    take long, because they repeat others; they would take three times as long. Files that start
    programs wait much, so other tests should be left to run meanwhile.
    """
    for item in items:
        if _starts_programs(item):
            item.add_marker("processes")
    yield
    if _on_sqlite():
        others = [item for item in items if item.get_closest_marker("only_postgresql")]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]
    for item in items:
        long = LONG[:1] if item.nodeid.startswith("tests/core") else LONG
        if any(map(item.get_closest_marker, ("hypothesis", *long))):
            item.add_marker("no_cover")
    items.sort(key=lambda item: not item.get_closest_marker("processes"))


def _starts_programs(item: pytest.Item) -> bool:
    """Return whether a module starts programs or browsers; rules and documents are no matter."""
    if not isinstance(item, pytest.Function) or item.nodeid.startswith(NEVER_AGAIN):
        return False
    return not STARTING.isdisjoint(vars(item.module)) or "browser" in item.fixturenames


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Make what is random in each test repeatable."""
    with repeated(item):
        return (yield)


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


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """Forget the language of the last request, in which the next test would get its texts."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _right_time() -> None:
    """Let answers tell the right time, whatever time another test has pretended."""
    database_time.note(datetime.now(UTC))


@pytest.fixture(autouse=True)
def _same_epoch() -> None:
    """Let no test be the first of its process to read the epoch, which is one statement more."""
    epoch_note("0123abcd")


@pytest.fixture
def wordless(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """Add a language without words to the server's languages, and return its code."""
    return add_wordless(settings, monkeypatch)


@pytest.fixture(scope="session")
def kept_tables(pytestconfig: pytest.Config, django_db_use_migrations: bool) -> Path | None:
    """Return where migrated tables are kept for the next run, or None if they are not kept."""
    cache: pytest.Cache | None = getattr(pytestconfig, "cache", None)
    if cache is None or not django_db_use_migrations or not _on_sqlite():
        return None
    return storage.kept(cache.mkdir("tables"))


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, kept_tables: Path | None) -> bool:
    """Return whether to begin with tables that are kept, since migrating takes a while."""
    return django_db_keepdb or (kept_tables is not None and kept_tables.exists())


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, kept_tables: Path | None, django_db_keepdb: bool
) -> Iterator[None]:
    """Begin with tables that are kept, and delete the database afterwards."""
    if kept_tables is None:
        yield
        return
    name = settings.DATABASES["default"]["TEST"]["NAME"]
    storage.remove(name)  # a run that was killed may have left its log
    if django_db_keepdb:
        shutil.copy(kept_tables, name)
    yield
    storage.remove(name)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    kept_tables: Path | None,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path | None:
    """Create the test database, and return a copy of it, or None if it is no SQLite file.

    It adds the copy to the fixture of pytest-django of the same name.
    """
    with django_db_blocker.unblock():
        copy = storage.copied(tmp_path_factory.mktemp("migrated") / "illimat.sqlite3")
    if copy and kept_tables and not kept_tables.exists():
        storage.keep(copy, kept_tables)
    return copy


@pytest.fixture(scope="session")
def migrated(django_db_setup: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a SQLite database with all tables, for servers to start on copies of it."""
    if django_db_setup is not None:
        return django_db_setup
    file = tmp_path_factory.mktemp("migrated") / "illimat.sqlite3"
    migrate(f"sqlite:///{file}")
    return file


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
    _need("redis-server")
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="session")
def nginx_program() -> str:
    _need("nginx-light")
    return installed.find_nginx() or ""


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the path of a browser, for Playwright's executable_path."""
    _need("chromium")
    return installed.find_chromium() or ""


@pytest.fixture(scope="session")
def node_path() -> str:
    _need("nodejs")
    return installed.find_node() or ""


@pytest.fixture(scope="session")
def npm_path() -> str:
    """Return the path of npm; Node.js is installed with it."""
    _need("nodejs")
    _need("npm")
    return installed.find_npm() or ""


@pytest.fixture(scope="session")
def languages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment in which a program finds the locales of `tests.support.locales`."""
    _need("locales")
    return locales.make_languages(tmp_path_factory.mktemp("languages"))


def _need(package: str) -> None:
    if INSTALLED[package]() is None:
        pytest.skip(f"{package} is not installed")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the files that took longest, the tests that were skipped, and how to run them."""
    _tell_slowest(terminalreporter)
    missing = _missing()
    skipped = len(terminalreporter.stats.get("skipped", []))
    if not missing and not skipped:
        return
    terminalreporter.section("Not run")
    if skipped:
        terminalreporter.line(f"{skipped} tests were skipped (pytest -rs tells why).")
    if "postgresql" in missing and _on_sqlite():
        terminalreporter.line("The tests on PostgreSQL.")
    if missing:
        terminalreporter.line(f"To run all: apt-get install {' '.join(missing)}")
    if REQUIRE_ALL:
        terminalreporter.line("REQUIRE_ALL=1 makes this a failure.")


def _tell_slowest(reporter: pytest.TerminalReporter) -> None:
    took = defaultdict[str, float](float)
    for report in chain.from_iterable(reporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            took[report.nodeid.partition("::")[0]] += report.duration
    if len(took) <= SLOWEST:
        return
    reporter.section(
        f"The {SLOWEST} slowest of {len(took)} files, of {sum(took.values()):.0f} s in all"
    )
    for file, seconds in sorted(took.items(), key=lambda each: -each[1])[:SLOWEST]:
        reporter.line(f"{seconds:6.1f} s  {file}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under REQUIRE_ALL=1, fail if any test was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if REQUIRE_ALL and session.exitstatus == pytest.ExitCode.OK and (skipped or _missing()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _on_sqlite() -> bool:
    engine: str = settings.DATABASES["default"]["ENGINE"]
    return engine.endswith("sqlite3")


def _missing() -> list[str]:
    return [package for package, find in INSTALLED.items() if find() is None]
