"""Copies of the whole database in one file: by pg_dump for PostgreSQL, by SQLite itself for SQLite.

A copy has everybody's addresses, hands and sealed decks, so its owner alone may read it, from its
first byte. It gets its name once it is whole and on the disk.
"""

import os
import shutil
import sqlite3
import subprocess
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from accounts.models import User
from config.management.running import lock_database
from games.models import Game

FIRST_BYTES: Final = {"postgresql": b"PGDMP", "sqlite": b"SQLite format 3\0"}
NAMES: Final = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}
INSTALLED: Final = Path("/usr/lib/postgresql")  # where Debian has programs of each version
OTHERS: Final = """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
AND application_name = 'illimat' AND pid <> pg_backend_pid()"""


def refusal(sentence: str) -> CommandError:
    """Return the error that ends a command with a sentence and exit code 2."""
    return CommandError(sentence, returncode=2)


def given_path(text: str) -> Path:
    """Return the path that an argument names; raises ArgumentTypeError for an empty one."""
    if not text:
        raise ArgumentTypeError("the name of the file is empty")
    return Path(text)


def write_copy(target: Path, *, overwrite: bool) -> None:
    """Write a copy of the database to a file; raises CommandError."""
    if not target.parent.is_dir():
        raise refusal(f"There is no folder {target.parent}. Create it, for its owner alone.")
    if target.exists() and not overwrite:
        raise refusal(f"{target} exists. Name another file, or add --overwrite.")
    try:
        with _temporary_copy(target) as part:
            if connection.vendor == "postgresql":
                with part.open("r+b") as output:
                    _run("pg_dump", "--format=custom", output=output)
            else:
                _copy_sqlite(part)
    except OSError as error:
        raise refusal(f"{target} cannot be written: {error.strerror}.") from error


@contextmanager
def _temporary_copy(target: Path) -> Iterator[Path]:
    """Yield an empty file, which gets the name `target` once it is whole, or is deleted."""
    part = target.with_name(f".{target.name}.{os.getpid()}")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield part
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_sqlite(part: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(part)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # so that all is in one file
    except sqlite3.Error as error:
        raise refusal(f"The copy was not written: {error}.") from error


def refuse_other_file(source: Path) -> None:
    """Raise CommandError unless a file can be read and begins as a copy of such a database."""
    try:
        with source.open("rb") as copy:
            begins = copy.read(16)
    except OSError as error:
        raise refusal(f"{source} cannot be read: {error.strerror}.") from error
    if not begins.startswith(FIRST_BYTES[connection.vendor]):
        raise refusal(
            f"{source} is not a copy of a {NAMES[connection.vendor]} database by `backup`, and "
            "DATABASE_URL names such a database."
        )


def refuse_unrestored() -> None:
    """Raise CommandError unless the database has an account or a game, as after a restore."""
    tables = connection.introspection.table_names()
    restored = (each for each in (User, Game) if each._meta.db_table in tables)
    if not any(each.objects.exists() for each in restored):
        raise refusal(
            f"The database {connection.settings_dict['NAME']} has no account and no game, so "
            "nothing was restored, and nothing was changed. Restore it first, or name the backup."
        )


def read_copy(source: Path) -> None:
    """Fill the database, which must be empty, from a copy; raises CommandError."""
    if connection.introspection.table_names():
        raise refusal(
            f"The database {connection.settings_dict['NAME']} is not empty, and nothing was "
            "changed. Restore into a new one, as docs/operating.md says under Backups."
        )
    if connection.vendor == "postgresql":
        connection.close()
        _run("pg_restore", "--single-transaction", "--no-owner", str(source))
        return
    Path(connection.settings_dict["NAME"]).chmod(0o600)  # it is a new file, without anything yet
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        try:
            copy.backup(connection.connection)
        except sqlite3.Error as error:
            raise refusal(f"The copy cannot be read: {error}.") from error


def refuse_guest() -> None:
    """Raise CommandError unless the database's role may create the tables that it is to own."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, has_schema_privilege('public', 'CREATE')")
        role, may_create = cursor.fetchone()
    if not may_create:
        raise refusal(
            f"The role {role} may not create tables. Restore as the role that is to own them."
        )


def refuse_running() -> None:
    """Raise CommandError if programs of a running server use the database."""
    if connection.vendor != "postgresql":
        if lock := lock_database():
            lock.close()
        return
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        (number,) = cursor.fetchone()
    if number:
        raise refusal(
            "The server is running, and connected to the database. Stop web, the workers and beat "
            "first."
        )


def _run(program: str, *options: str, output: Any = None) -> None:
    """Run a program of PostgreSQL on the settings' database, its password in the environment."""
    command, secrets = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    _, *place, name = command
    found = _find(program)
    arguments = [found, *place, f"--dbname={name}", *options]
    done = subprocess.run(  # noqa: S603 - programs and settings of the operator
        arguments,
        check=False,
        env=os.environ | (secrets or {}),
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        told = _complaint_of(done.stderr.splitlines(), program)
        raise refusal(f"{program} ended early, and nothing in the database was changed. {told}")


def _find(program: str) -> str:
    """Return the path of a program of PostgreSQL; raises CommandError."""
    if found := shutil.which(program):
        return found
    versions = sorted(INSTALLED.glob(f"*/bin/{program}"), key=lambda path: int(path.parts[-3]))
    if not versions:
        raise refusal(
            f"{program} is not installed. Install PostgreSQL's programs for clients, of the "
            "server's version or a later one (Debian: postgresql-client)."
        )
    return str(versions[-1])


def _complaint_of(lines: Sequence[str], program: str) -> str:
    """Return what a program complained of, in one line."""
    said = [line.removeprefix(f"{program}: ").strip() for line in lines if line.strip()]
    return " ".join(said[:3]) or "It did not say why."
