"""Emptying the test database, whose triggers forbid to delete events."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from accounts.models import User
from api.models import IdempotencyKey
from games import immutability
from games.models import Game, StoredEvent
from notifications.models import OutboxMail
from quotas.models import Usage

TABLE = immutability.TABLE
UNGUARDED = (
    [f"ALTER TABLE {TABLE} DISABLE TRIGGER USER"]
    if connection.vendor == "postgresql"
    else [f"DROP TRIGGER {name}" for name in immutability.SQLITE]
)
GUARDED = (
    [f"ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER {name}" for name in immutability.POSTGRES]
    if connection.vendor == "postgresql"
    else list(immutability.SQLITE.values())
)
EMPTIED = (StoredEvent, OutboxMail, Game, IdempotencyKey, Usage, User)


def run(*statements: str) -> None:
    """Execute SQL statements."""
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


def empty() -> None:
    """Delete all rows that a test has stored."""
    with transaction.atomic(), unguarded():
        for model in EMPTIED:
            model._default_manager.all().delete()
