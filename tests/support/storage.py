"""The test database: emptied, although its triggers forbid to delete events, copied and kept."""

import hashlib
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

from accounts.models import FailingAddress, Session, User
from api.models import Epoch, IdempotencyKey
from games import immutability
from games.models import Game, StoredEvent
from games.models.outages import Heartbeat, Outage
from leagues.models import League, StoredSeasonEvent
from moderation.models import Report
from notifications.models import Delivery, Notice, OutboxHold, Tally
from quotas.models import Usage
from ratings.models import Rating

STREAMS = immutability.GUARDED
UNGUARDED = (
    [f"ALTER TABLE {each.table} DISABLE TRIGGER USER" for each in STREAMS]
    if connection.vendor == "postgresql"
    else [f"DROP TRIGGER {name}" for each in STREAMS for name in immutability.on_sqlite(each)]
)
GUARDED = (
    [
        f"ALTER TABLE {each.table} ENABLE ALWAYS TRIGGER {name}"
        for each in STREAMS
        for name in immutability.on_postgres(each)
    ]
    if connection.vendor == "postgresql"
    else [made for each in STREAMS for made in immutability.on_sqlite(each).values()]
)
EMPTIED = (
    *(
        StoredSeasonEvent,
        League,
        StoredEvent,
        Delivery,
        Notice,
        OutboxHold,
        Tally,
        Report,
        Game,
        Rating,
        IdempotencyKey,
        Usage,
        User,
    ),
    *(FailingAddress, Session, Heartbeat, Outage),
)
ROOT = Path(__file__).parents[2]
A_DAY = 24 * 60 * 60
FILLED = (ContentType, Epoch, Permission)  # by migrations


def run(*statements: str) -> None:
    connection.check_constraints()  # else PostgreSQL refuses to alter tables
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@contextmanager
def unguarded() -> Iterator[None]:
    """Drop the triggers for the duration of the block, then restore them."""
    run(*UNGUARDED)
    yield
    run(*GUARDED)
    assert not immutability.check(connection)


def copied(file: Path) -> Path | None:
    """Copy the test database to a file, and return it; or None if it is not SQLite.

    None, too, if there is none, because no selected test is marked to use it.
    """
    name = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite" or name != connection.settings_dict["TEST"]["NAME"]:
        return None
    with closing(sqlite3.connect(name)) as whole, closing(sqlite3.connect(file)) as copy:
        whole.backup(copy)
    return file


def kept(folder: Path) -> Path:
    """Return where a folder keeps the tables that all migrations make, for runs to begin with."""
    made = hashlib.sha256((ROOT / "uv.lock").read_bytes())  # some packages have migrations
    for file in sorted([*ROOT.glob("*/migrations/*.py"), *ROOT.glob("*/immutability.py")]):
        made.update(f"{file.relative_to(ROOT)} ".encode())
        made.update(file.read_bytes())
    return folder / f"{made.hexdigest()}.sqlite3"


def keep(migrated: Path, file: Path) -> None:
    """Keep a database, and delete those that were kept more than a day ago.

    Another run may do so at the same time, or have just found an older one.
    """
    own = file.with_suffix(f".{os.getpid()}")
    shutil.copy(migrated, own)
    own.replace(file)
    for other in file.parent.iterdir():
        if other.stat().st_mtime < time.time() - A_DAY:
            other.unlink(missing_ok=True)


def remove(database: str) -> None:
    """Delete a SQLite database with its write-ahead log, if it exists."""
    for file in Path(database).parent.glob(f"{Path(database).name}*"):
        file.unlink(missing_ok=True)


def empty() -> None:
    """Delete all rows that a test has stored; a row that stays would change other tests."""
    with transaction.atomic(), unguarded():
        for model in EMPTIED:
            model._default_manager.all().delete()
    others = (model for model in apps.get_models() if model not in FILLED)
    left = [model.__name__ for model in others if model._default_manager.exists()]
    assert left == []
