"""What somebody with full rights in the database does to events."""

from collections.abc import Callable, Sequence
from typing import Any

from games.models import Game, StoredEvent
from games.stream import store
from illimat_core import Event, sealing
from illimat_core.sealing import GENESIS, SealedEvent, hash_of
from tests.support.api_games import ApiGame
from tests.support.storage import unguarded


def change(table: ApiGame, sequence: int, **columns: Any) -> None:
    with unguarded():
        assert StoredEvent.objects.filter(game=table.id, sequence=sequence).update(**columns)


def delete(table: ApiGame, sequence: int) -> None:
    with unguarded():
        StoredEvent.objects.filter(game=table.id, sequence=sequence).delete()


def restore(rows: Sequence[StoredEvent]) -> None:
    """Put events back as they were in a backup."""
    with unguarded():
        StoredEvent.objects.filter(game=rows[0].game_id).delete()
        StoredEvent.objects.bulk_create(rows)


def backup(table: ApiGame) -> list[StoredEvent]:
    return list(StoredEvent.objects.filter(game=table.id).order_by("sequence"))


def seal_again(table: ApiGame, sequence: int, *, to_the_end: bool = False, **columns: Any) -> None:
    """Change an event and give it the hash that fits, to the end also those that follow."""
    previous = ""
    for row in table.rows[sequence - 1 :]:
        changed = row._replace(**columns) if row.sequence == sequence else row
        changed = changed._replace(previous_hash=previous or row.previous_hash)
        previous = sealing.hash_of(changed)
        hashes = {"previous_hash": changed.previous_hash, "hash": previous}
        own = columns if row.sequence == sequence else {}
        change(table, row.sequence, **hashes, **own)
        if not to_the_end:
            break


def forge(table: ApiGame) -> None:
    """Append another pass to the stream, sealed as it should be."""
    last: SealedEvent = table.rows[-1]
    forged = last._replace(
        sequence=last.sequence + 1,
        previous_hash=last.hash,
        type="TurnPassed",
        public='{"seat":0}',
        private="[]",
        command_id=None,
    )
    forged = forged._replace(hash=sealing.hash_of(forged))
    members = forged._asdict() | {"recorded_at": forged.recorded_at}
    del members["game"], members["microseconds"]
    StoredEvent.objects.create(game=Game.objects.get(pk=table.id), **members)


def rewritten(table: ApiGame, rename: Callable[[Event], Event]) -> None:
    """Store other events of a game in place of its own, sealed as they should be."""
    head = GENESIS
    for row, event in store.read(table.game):
        *_, public, private = store._encode(rename(event))
        other = row._replace(public=public, private=private, previous_hash=head)
        head = hash_of(other)
        change(
            table, row.sequence, public=public, private=private,
            previous_hash=other.previous_hash, hash=head,
        )  # fmt: skip
    Game.objects.filter(pk=table.id).update(head=head)
