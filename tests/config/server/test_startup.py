"""Web processes and workers do not start if events could be lost or changed."""

import os
import secrets
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from config.server.startup import CANNOT_START
from tests.config.roles import create
from tests.support.profiles import also
from tests.support.programs import migrate

PROCESSES = {
    "gunicorn": ["-m", "gunicorn", "config.wsgi", "--bind=127.0.0.1:0"],
    "web": ["-c", "import config.wsgi"],
    "worker": ["-m", "celery", "-A", "config", "worker", "--pool", "solo"],
    "beat": ["-m", "celery", "-A", "config", "beat"],
}


def start(
    process: str, database: Path | str, static: Path, **more: str
) -> subprocess.CompletedProcess[str]:
    """Start a process up to the point where it would accept work."""
    settings = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "BASE_URL": "https://play.example.org",
        "ALLOWED_HOSTS": "play.example.org",
        "BROKER_URL": "redis://127.0.0.1:1/0",
        "CACHE_URL": "redis://127.0.0.1:1/1",
        "EMAIL_URL": "smtp://127.0.0.1:1",
        "DATABASE_URL": database if isinstance(database, str) else f"sqlite:///{database}",
        "ALLOW_SQLITE": "true",
        "DEFAULT_FROM_EMAIL": "illimat@play.example.org",
        "STATIC_ROOT": str(static),
    }
    return subprocess.run(
        [sys.executable, *PROCESSES[process]],
        env={"PATH": os.environ["PATH"], **settings, **more},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of collected static files, which is empty."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "staticfiles.json").write_text('{"version": "1.1", "paths": {"a": "a"}, "hash": ""}')
    return folder


@pytest.mark.slow
def test_a_database_with_its_triggers_is_taken(migrated: Path, static: Path) -> None:
    done = start("web", migrated, static)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_warning_is_given_for_sqlite_on_a_public_server(migrated: Path, static: Path) -> None:
    assert "DATABASE_URL is what a single process" in start("web", migrated, static).stderr


@pytest.mark.slow
@pytest.mark.parametrize("process", ["gunicorn", *also("web", "worker")])
def test_a_database_without_a_trigger_is_refused(
    process: str, migrated: Path, static: Path, tmp_path: Path
) -> None:
    database = tmp_path / "bare.sqlite3"
    with sqlite3.connect(migrated) as whole, sqlite3.connect(database) as bare:
        whole.backup(bare)
        triggers = bare.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        bare.execute(f"DROP TRIGGER {triggers[0][0]}")
    done = start(process, database, static)
    assert done.returncode == CANNOT_START
    assert done.stderr.count("Cannot start") == 1
    assert done.stderr.splitlines()[-1].startswith("Cannot start: ")
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("process", ["beat", *also("gunicorn", "worker")])
def test_a_database_that_is_not_migrated_is_refused(
    process: str, static: Path, tmp_path: Path
) -> None:
    done = start(process, tmp_path / "empty.sqlite3", static)
    assert done.returncode == CANNOT_START
    assert done.stderr.count("Cannot start") == 1
    assert "lacks migrations of this version. Run illimat prepare first" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_cache_that_is_away_is_told_when_a_web_process_starts(
    migrated: Path, static: Path
) -> None:
    done = start("web", migrated, static)
    assert done.returncode == 0
    assert "The cache at CACHE_URL does not answer." in done.stderr


@pytest.mark.slow
def test_a_database_that_does_not_answer_yet_is_waited_for(static: Path, tmp_path: Path) -> None:
    done = start("web", tmp_path / "nowhere" / "games.sqlite3", static)
    assert done.returncode == 0
    assert "The database was not checked. The database " in done.stderr


@pytest.fixture(scope="module")
def roles(postgres_url: str) -> dict[str, str]:
    addresses = create(postgres_url, f"startup_{os.getpid()}")
    migrate(addresses["owner"])
    return addresses


@pytest.mark.slow
def test_a_public_server_runs_as_a_role_that_owns_no_table(
    roles: dict[str, str], static: Path
) -> None:
    done = start("web", roles["server"], static)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("role", ["owner", *also("superuser")])
def test_a_public_server_does_not_run_as_who_could_drop_the_triggers(
    role: str, roles: dict[str, str], static: Path
) -> None:
    done = start("worker", roles[role], static)
    assert done.returncode == CANNOT_START
    assert "Cannot start: The database role" in done.stderr
    assert "ALLOW_TABLE_OWNER=true" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_public_server_runs_as_the_owner_if_it_is_told_to(
    roles: dict[str, str], static: Path
) -> None:
    done = start("web", roles["owner"], static, ALLOW_TABLE_OWNER="true")
    assert done.returncode == 0, done.stderr
