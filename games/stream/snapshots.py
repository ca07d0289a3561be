"""Snapshots of long games: states to fold on from, so that old events need not be read again.

A snapshot is never the truth. It is used only if the game's stream has the event that was folded
into it last (`games.stream.store`), and may be deleted at any time: the game is then folded from
its start. One that this server did not write, with its secret key and by the code that it runs now,
is as good as none.
"""

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final
from uuid import UUID

import msgspec
from django.db import connection
from django.utils.crypto import salted_hmac
from msgspec.inspect import type_info

from api.sql.statements import as_parameter
from games.models.snapshots import Snapshot
from games.stream.folds import Fold
from illimat_core import Event, State, fold, folding
from illimat_core.sealing import SealedEvent

EACH = 100  # events
KEPT = timedelta(days=30)  # after the end of the game, which people still look at
BODIES: Final = msgspec.msgpack.Decoder(State)
# Django would take several times as long to compile this as it takes to run.
FIND = "SELECT head, body, seal FROM games_snapshot WHERE game_id = %s"


def _form() -> str:
    """Return what changes whenever states are made of other members, or folded by other code."""
    made = sha256(repr(type_info(State)).encode())
    for file in sorted(Path(folding.__file__).parent.glob("*.py")):
        made.update(file.read_bytes())
    return made.hexdigest()


FORM: Final = _form()


def keep(game_id: UUID, head: str, state: State, since: State | None) -> None:
    """Store a state in place of the game's snapshot, once for EACH events.

    `head` is the hash of the last event folded into it, and `since` the state before the newest
    command; None when the game begins.
    """
    if since is None or since.version // EACH == state.version // EACH:
        return
    body = msgspec.msgpack.encode(state)
    snapshot = Snapshot(game_id=game_id, head=head, body=body, seal=_seal(game_id, head, body))
    names = ["head", "body", "seal"]
    Snapshot.objects.bulk_create(
        [snapshot], update_conflicts=True, unique_fields=["game"], update_fields=names
    )


def find(game_id: UUID, version: int) -> Fold | None:
    """Return the snapshot of a game at `version`; callers check that its head is in the stream."""
    if version < EACH:
        return None
    with connection.cursor() as cursor:
        cursor.execute(FIND, [as_parameter(game_id)])
        found = cursor.fetchone()
    if found is None or found[2] != _seal(game_id, *found[:2]):
        return None
    return Fold(found[0], BODIES.decode(found[1]))


def is_wrong(game_id: UUID, rows: Sequence[SealedEvent], events: Sequence[Event]) -> bool:
    """Return whether a game would be folded on from a state that its events do not lead to."""
    kept = find(game_id, len(rows))
    if kept is None or kept.head not in (row.hash for row in rows):
        return False
    return kept.state != fold(events[: kept.state.version])


def _seal(game_id: UUID, head: str, body: bytes) -> str:
    sealed = f"{FORM} {game_id} {head} ".encode() + body
    return salted_hmac("games.snapshots", sealed, algorithm="sha256").hexdigest()
