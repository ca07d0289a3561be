"""What somebody with full rights in the database does to events."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection

from games import chain, immutability
from games.chain import Stored
from games.models import Game, StoredEvent
from tests.games.conftest import Table

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


def run(*statements: str) -> None:
    """Send statements to the database."""
    connection.check_constraints()  # else PostgreSQL refuses to alter tables
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@contextmanager
def unguarded() -> Iterator[None]:
    """Drop the triggers, and put them back as they were."""
    run(*UNGUARDED)
    yield
    run(*GUARDED)
    assert not immutability.check(connection)


def change(table: Table, sequence: int, **columns: Any) -> None:
    """Change columns of an event."""
    with unguarded():
        assert StoredEvent.objects.filter(game=table.id, sequence=sequence).update(**columns)


def delete(table: Table, sequence: int) -> None:
    """Delete an event."""
    with unguarded():
        StoredEvent.objects.filter(game=table.id, sequence=sequence).delete()


def restore(rows: Sequence[StoredEvent]) -> None:
    """Put events back as they were in a backup."""
    with unguarded():
        StoredEvent.objects.filter(game=rows[0].game_id).delete()
        StoredEvent.objects.bulk_create(rows)


def backup(table: Table) -> list[StoredEvent]:
    """Return the events of a game as they are stored."""
    return list(StoredEvent.objects.filter(game=table.id).order_by("sequence"))


def seal_again(table: Table, sequence: int, *, to_the_end: bool = False, **columns: Any) -> None:
    """Change an event and give it the hash that fits, to the end also those that follow."""
    previous = ""
    for row in table.rows[sequence - 1 :]:
        changed = row._replace(**columns) if row.sequence == sequence else row
        changed = changed._replace(previous_hash=previous or row.previous_hash)
        previous = chain.hash_of(changed)
        hashes = {"previous_hash": changed.previous_hash, "hash": previous}
        own = columns if row.sequence == sequence else {}
        change(table, row.sequence, **hashes, **own)
        if not to_the_end:
            break


def forge(table: Table) -> None:
    """Append another pass to the stream, sealed as it should be."""
    last: Stored = table.rows[-1]
    forged = last._replace(
        sequence=last.sequence + 1,
        previous_hash=last.hash,
        type="TurnPassed",
        public='{"seat":0}',
        private="[]",
        command_id=None,
    )
    forged = forged._replace(hash=chain.hash_of(forged))
    members = forged._asdict() | {"recorded_at": forged.recorded_at}
    del members["game"], members["microseconds"]
    StoredEvent.objects.create(game=Game.objects.get(pk=table.id), **members)
