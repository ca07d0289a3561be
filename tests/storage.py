"""Emptying the test database, whose triggers forbid to delete events."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

from accounts.models import FailingAddress, Session, User
from api.models import IdempotencyKey
from config.models import Heartbeat
from games import immutability
from games.models import Game, StoredEvent
from games.outages import Outage, Uptime
from notifications.models import Delivery, Notice
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
EMPTIED = (
    *(StoredEvent, Delivery, Notice, Game, IdempotencyKey, Usage, User),
    *(FailingAddress, Session, Heartbeat, Outage, Uptime),
)
FILLED = (ContentType, Permission)  # by migrations


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
    """Delete all rows that a test has stored; a row that stays would change other tests."""
    with transaction.atomic(), unguarded():
        for model in EMPTIED:
            model._default_manager.all().delete()
    others = (model for model in apps.get_models() if model not in FILLED)
    left = [model.__name__ for model in others if model._default_manager.exists()]
    assert left == []
