"""New databases to measure on, and programs that run within one."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import psycopg

from trials.bench.measure import Row
from trials.installed import find_postgres
from trials.programs import PROJECT
from trials.servers import postgres

MISSING: Final = "PostgreSQL is not installed: apt-get install postgresql"

Databases = Callable[[str], str]
"""Returns the address of a new database by its name."""


def on_each(what: str, measure: Callable[[str, Databases], Iterator[Row]]) -> Iterator[Row]:
    """Measure on SQLite and on PostgreSQL; `what` names the group of rows if one is missing."""
    with tempfile.TemporaryDirectory(prefix="illimat-bench-") as folder:
        yield from measure("SQLite", f"sqlite:///{folder}/{{}}.sqlite3".format)
    if find_postgres() is None:
        yield Row(f"{what} on PostgreSQL", "all of them", "", "", missing=MISSING)
        return
    with postgres() as address:
        yield from measure("PostgreSQL", partial(_new_database, address))


def run(module: str, database: str, *arguments: str | int | Path) -> list[bytes]:
    """Run a module with the measured server's settings on a database; return what it prints."""
    with tempfile.TemporaryDirectory(prefix="illimat-bench-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", module, *map(str, arguments)],
            env=environment(database, folder),
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            check=True,
        )
    return done.stdout.splitlines()


def environment(database: str, folder: str) -> dict[str, str]:
    """Return the environment of the measured server on a database, with mails in a folder."""
    return {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "trials.bench.settings",
        "SECRET_KEY": "only-for-measuring",
        "DATABASE_URL": database,
        "EMAIL_URL": f"filemail://{folder}",
    }


def copy_database(address: str, name: str) -> str:
    """Copy a database that nobody is connected to, and return the address of the copy."""
    beside, _, own = address.rpartition("/")
    if address.startswith("sqlite"):
        copy = f"{beside}/{name}.sqlite3"
        source, target = (each.removeprefix("sqlite:///") for each in (address, copy))
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
        return copy
    with psycopg.connect(f"{beside}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{own}"')
    return f"{beside}/{name}"


def _new_database(address: str, name: str) -> str:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{address.rpartition('/')[0]}/{name}"
