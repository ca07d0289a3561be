"""The commands that copy the database to a file, and fill an empty one from it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper

from api.models import epoch
from config import folders
from games import immutability
from notifications.sending.deliveries import outbox_held_since
from tests.config.roles import create
from tests.support.api_games import ApiGame
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("transactional_db")  # a copy waits for open transactions


def copy(*arguments: object) -> str:
    out = StringIO()
    call_command("backup", *map(str, arguments), stdout=out)
    return out.getvalue()


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run one of manage.py's commands on a database of its own."""
    return subprocess.run(
        [sys.executable, project.BASE_DIR / "manage.py", *arguments],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.local"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_backup_is_whole_and_its_owners_alone(tmp_path: Path) -> None:
    assert "bytes in" in copy(tmp_path)
    (made,) = tmp_path.iterdir()  # and nothing beside it
    assert made.stat().st_mode & 0o777 == 0o600
    assert made.name.startswith("illimat-")


def test_a_backup_replaces_a_file_only_if_asked(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("of yesterday")
    kept.chmod(0o644)
    with pytest.raises(CommandError, match="exists"):
        copy(kept)
    assert kept.read_text() == "of yesterday"
    copy(kept, "--overwrite")
    assert kept.stat().st_size > 1000
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_backup_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CommandError, match="No space left") as refused:
        copy(tmp_path / "new")
    assert refused.value.returncode == 2
    assert not list(tmp_path.iterdir())


def test_a_backup_needs_its_folder(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no folder"):
        copy(tmp_path / "nowhere" / "new")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_file_without_a_name_is_refused(command: str) -> None:
    with pytest.raises(CommandError, match="name of the file is empty"):
        call_command(command, "")


def test_a_backup_of_postgresql_says_that_its_program_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "which", lambda _: None)
        patch.setattr("config.management.copies.INSTALLED", tmp_path)
        patch.setattr("django.db.connection.vendor", "postgresql", raising=False)
        patch.setattr("config.management.copies.DatabaseClient", Client)
        with pytest.raises(CommandError, match="pg_dump is not installed"):
            copy(tmp_path / "new")


class Client:
    """A client of PostgreSQL that knows where its database is."""

    @staticmethod
    def settings_to_cmd_args_env(*_: object) -> tuple[list[str], Mapping[str, str]]:
        return ["psql", "illimat"], {}


def test_what_is_restored_waits_on_hold_in_another_epoch(tmp_path: Path) -> None:
    made, target = tmp_path / "made", f"sqlite:///{tmp_path / 'new.sqlite3'}"
    copy(made)
    restored = run("restore", str(made), DATABASE_URL=target)
    assert restored.returncode == 0, restored.stderr
    assert "epoch is" in restored.stdout
    assert (tmp_path / "new.sqlite3").stat().st_mode & 0o777 == 0o600
    assert "on hold" in run("outbox", DATABASE_URL=target).stdout
    again = run("restore", str(made), DATABASE_URL=target)
    assert again.returncode == 2
    assert "not empty" in again.stderr


def test_nothing_is_restored_under_a_server_that_runs() -> None:
    lock = Path(f"{connection.settings_dict['NAME']}.lock")
    with folders.lock(lock), pytest.raises(CommandError, match="Another server") as refused:
        call_command("restore", "--done")
    assert refused.value.returncode == 2
    assert outbox_held_since() is None


@pytest.mark.both_databases
@pytest.mark.only_postgresql
def test_a_restored_database_is_guarded_and_open_to_the_servers_role(tmp_path: Path) -> None:
    made, name = tmp_path / "made", f"restored_{os.getpid()}"
    game = ApiGame([Person("ada"), Person("bob")]).game
    roles = create(os.environ["TEST_DATABASE_URL"], name)
    copy(made)
    restored = run("restore", str(made), DATABASE_URL=roles["owner"])
    assert restored.returncode == 0, restored.stderr
    server = DatabaseWrapper(connection.settings_dict | {"NAME": name, "USER": name}, name)
    assert immutability.check(server) == []
    assert immutability.power_over_events(server) is None
    with server.cursor() as cursor:
        cursor.execute("UPDATE games_game SET revision = revision + 1 RETURNING version, head")
        assert cursor.fetchall() == [(game.version, game.head)]
        cursor.execute("SELECT value FROM api_epoch, notifications_outboxhold")
        assert cursor.fetchall() not in ([], [(epoch(),)])
    server.close()


def test_a_wrong_file_is_refused_also_while_the_server_still_runs(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("CREATE TABLE games")
    lock = Path(f"{connection.settings_dict['NAME']}.lock")
    with folders.lock(lock), pytest.raises(CommandError, match="not a copy"):
        call_command("restore", str(other))


def test_only_a_backup_is_restored(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("CREATE TABLE games")
    with pytest.raises(CommandError, match="not a copy"):
        call_command("restore", str(other))
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="--done"):
        call_command("restore")


@pytest.mark.both_databases
def test_a_database_without_accounts_and_games_was_not_restored() -> None:
    with pytest.raises(CommandError, match="no account and no game") as refused:
        call_command("restore", "--done")
    assert refused.value.returncode == 2
    assert outbox_held_since() is None


def test_a_database_without_tables_is_left_for_the_real_restore(tmp_path: Path) -> None:
    made, target = tmp_path / "made", f"sqlite:///{tmp_path / 'new.sqlite3'}"
    ApiGame([Person("ada"), Person("bob")])
    copy(made)
    refused = run("restore", "--done", DATABASE_URL=target)
    assert refused.returncode == 2
    assert "Restore it first" in refused.stderr
    restored = run("restore", str(made), DATABASE_URL=target)
    assert restored.returncode == 0, restored.stderr
    assert run("restore", "--done", DATABASE_URL=target).returncode == 0
