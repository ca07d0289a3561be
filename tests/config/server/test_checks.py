"""The checks that keep the server from starting."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.fixtures import Settings

from config import database
from config.server import checks


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_database_keeps_what_it_acknowledges() -> None:
    assert checks.check_durability(databases=["default"]) == []


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_database_that_may_forget_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    another = connection.copy()  # these settings cannot change within the test's transaction
    monkeypatch.setattr(checks, "connections", {"default": another})
    sqlite = connection.vendor == "sqlite"
    with another.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF" if sqlite else "SET synchronous_commit=off")
    found = [error.id for error in checks.check_durability(databases=["default"])]
    another.close()
    assert found == ["illimat.E001"]


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_pooler_is_noticed_by_the_process_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.check_pooling(databases=["default"]) == []
    another = connection.copy()
    another.ensure_connection()
    if connection.vendor == "postgresql":
        info = SimpleNamespace(backend_pid=another.connection.info.backend_pid + 1)
        named = SimpleNamespace(
            cursor=another.cursor,
            settings_dict=another.settings_dict,
            connection=SimpleNamespace(info=info),
        )
        monkeypatch.setattr(checks, "connections", {"default": named})
        (found,) = checks.check_pooling(databases=["default"])
        assert (found.id, "PREPARED_STATEMENTS=false" in str(found.hint)) == ("illimat.E004", True)
        plain = another.settings_dict | {"OPTIONS": {}}
        named.settings_dict = database.configure(plain, prepared=False)
    assert checks.check_pooling(databases=["default"]) == []
    another.close()


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_database_from_before_the_migrations_became_one_is_told_the_way() -> None:
    assert checks.check_replaced_migrations(databases=["default"]) == []
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app="games").delete()
    recorder.record_applied("games", "0014_early")
    (found,) = checks.check_replaced_migrations(databases=["default"])
    assert (found.id, "d7f65d5" in str(found.hint)) == ("illimat.E005", True)
    recorder.record_applied("games", "0029_rated")  # the last that became one
    assert checks.check_replaced_migrations(databases=["default"]) == []


@pytest.mark.django_db
def test_a_journal_that_a_crash_loses_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    another = connection.copy()
    another.settings_dict["NAME"] = str(tmp_path / "illimat.sqlite3")
    another.settings_dict["OPTIONS"]["init_command"] = "PRAGMA journal_mode=MEMORY"
    monkeypatch.setattr(checks, "connections", {"default": another})
    found = [error.msg for error in checks.check_durability(databases=["default"])]
    another.close()
    assert any("journal_mode is 'memory'" in complaint for complaint in found)


def test_a_public_server_is_told_what_only_serves_a_single_process(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    settings.BASE_URL = "http://127.0.0.1:8000"
    monkeypatch.setattr(checks, "connections", {"default": SimpleNamespace(vendor="sqlite")})
    settings.DEFAULT_FROM_EMAIL = "Illimat <illimat@localhost>"
    settings.EMAIL_FILE_PATH = "/var/mail"
    found = {warning.id for warning in checks.check_nothing_embedded()}
    assert found == {f"illimat.W00{number}" for number in range(1, 7)}
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache"}}
    settings.BASE_URL = "https://play.example.org"
    settings.EMAIL_FILE_PATH = None
    monkeypatch.setattr(checks, "connections", {"default": SimpleNamespace(vendor="postgresql")})
    settings.DEFAULT_FROM_EMAIL = "Illimat <illimat@example.org>"
    assert checks.check_nothing_embedded() == []


def test_a_public_server_is_told_to_name_its_operator(settings: Settings) -> None:
    settings.CONTACT_URL = settings.PRIVACY_URL = ""
    hints = [str(warning.hint) for warning in checks.check_operator()]
    assert [hint.partition("example ")[2].partition("=")[0] for hint in hints] == [
        "CONTACT_URL",
        "PRIVACY_URL",
    ]
    settings.CONTACT_URL = "mailto:illimat@example.org"
    settings.PRIVACY_URL = "https://example.org/privacy"
    assert checks.check_operator() == []


@pytest.mark.slow
def test_the_checks_are_registered() -> None:
    assert "illimat.W004" in {found.id for found in run_checks(include_deployment_checks=True)}


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_check_of_the_database_says_that_migrations_wait() -> None:
    call_command("check", "--database", "default")
    MigrationRecorder(connection).migration_qs.filter(app="quotas").delete()
    with pytest.raises(CommandError, match="lacks migrations"):
        call_command("check", "--database", "default")
    call_command("check")
