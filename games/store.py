"""The streams of events: the only door to their stored form.

A stored event names its predecessor's hash, and its own is

    SHA-256(previous hash ‖ canonical JSON of its other members)

with 32 zero bytes before the first. The members are `game, sequence, type, schema, edition, seat,
public, private, entropy, command_id, recorded_at`; `private` is a list of commitments there,
SHA-256(salt ‖ canonical JSON of the part), so that a hash gives nothing away and every part can be
opened to those entitled to it. Canonical JSON is UTF-8 without spaces, its members in order of
their names. `recorded_at` is in microseconds since 1970, and never goes back within a game.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, connection
from django.db.models import QuerySet

from games import immutability
from games.folds import Folds
from games.models import Game, StoredEvent
from illimat_core import Event, State, fold, wire

GENESIS = "0" * 64
SALT_LENGTH = 32  # bytes
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

READ = (  # without Django's rows, which take several times as long
    "SELECT type, schema, public, private FROM games_storedevent "
    "WHERE game_id = %s AND sequence > %s AND sequence <= %s ORDER BY sequence"
)
NO_END = 2**31 - 1

folds = Folds()


class Part(msgspec.Struct):
    """What is read of a private part; who has seen it is in its event, too."""

    part: dict[str, Any]


PARTS = msgspec.json.Decoder(list[Part])
NO_PARTS = "[]"


class AlreadyThereError(Exception):
    """The command, or an event in that place of the stream, is stored already."""


class StaleVersionError(Exception):
    """Somebody else has appended since the version that was expected."""

    def __init__(self, current: int) -> None:
        super().__init__(f"The game is at version {current}.")
        self.current = current


def canonical(value: Any) -> str:
    """Return the one way to write `value` as JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read(game_id: UUID, after: int = 0, upto: int | None = None) -> list[Event]:
    """Return the events of a game with sequence above `after`, and not above `upto`, in order."""
    key = Game._meta.pk.get_db_prep_value(game_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(READ, [key, after, NO_END if upto is None else upto])
        return [_decode(*row) for row in cursor.fetchall()]


def read_stored(
    game_id: UUID, after: int = 0, upto: int | None = None
) -> list[tuple[StoredEvent, Event]]:
    """Return what `read` does, each event beside the row that it is kept in."""
    return [(row, _decode_row(row)) for row in _rows(game_id, after, upto)]


def append(
    game: Game,
    expected_version: int,
    events: Sequence[Event],
    *,
    seat: int | None = None,
    command_id: UUID | None = None,
    entropy: str | None = None,
) -> list[StoredEvent]:
    """Append the events of one command, and return them as they are kept.

    `game` is locked, or new, in the transaction that this must be part of; its `head` and `version`
    are taken for the stream's and moved on, but not saved. `entropy` (hex) goes with the first
    event. Raises StaleVersionError when the stream is not at `expected_version` any more, and
    AlreadyThereError when the command is in it, or, had `game` not been locked, its next event.
    """
    if game.version != expected_version:
        raise StaleVersionError(game.version)
    now = max(datetime.now(UTC), game.moved_at)
    rows: list[StoredEvent] = []
    previous = game.head or GENESIS
    for sequence, event in enumerate(events, expected_version + 1):
        first = not rows
        row = _encode(event, seat=seat, now=now)
        row.game = game
        row.edition = game.edition
        row.sequence = sequence
        row.command_id = command_id if first else None
        row.entropy = entropy if first else None
        row.previous_hash = previous
        row.hash = previous = hash_of(row)
        rows.append(row)
    try:
        StoredEvent.objects.bulk_create(rows)
    except IntegrityError as error:
        if immutability.REFUSAL not in str(error):
            raise
        raise AlreadyThereError from error
    game.version, game.head, game.moved_at = rows[-1].sequence, previous, now
    return rows


def state_of(game: Game) -> State:
    """Return the state of a game that has begun, as of the version that `game` was read at."""
    known = folds.get(game.id, game.version, game.head)
    if known is not None:
        return known
    state = _fold_on(game.id, game.version)
    folds.keep(game.id, game.head, state)
    return state


def state_at(game_id: UUID, version: int | None = None) -> State:
    """Return the state of a game at `version`, by default its last.

    Raises Game.DoesNotExist when the game has no such version.
    """
    rows = StoredEvent.objects.filter(game_id=game_id)
    last = rows.order_by("-sequence") if version is None else rows.filter(sequence=version)
    found = last.values_list("sequence", "hash").first()
    if found is None:
        raise Game.DoesNotExist(f"Game {game_id} has no version {version or 'at all'}.")
    sequence, head = found
    known = folds.get(game_id, sequence, head)
    if known is not None:
        return known
    return fold(read(game_id, upto=sequence))


def check_current(state: State, version: int) -> None:
    """Raise StaleVersionError unless who knows the game at `version` may act on its `state`.

    While something is asked in the middle of a turn, all versions since then are as good as the
    last: several may be asked at once, and the answer of one is no news for the others.
    """
    oldest = state.pending.since if state.pending else state.version
    if not oldest <= version <= state.version:
        raise StaleVersionError(state.version)


def entropies(game_id: UUID) -> str:
    """Return all that was contributed to chance in a game, in order, as hex."""
    contributed = StoredEvent.objects.filter(game_id=game_id, entropy__isnull=False)
    found = contributed.order_by("sequence").values_list("entropy", flat=True)
    return "".join(entropy or "" for entropy in found)


def hash_of(row: StoredEvent) -> str:
    """Return the hash that belongs to a stored event, as hex."""
    content = {
        "game": str(row.game_id),
        "sequence": row.sequence,
        "type": row.type,
        "schema": row.schema,
        "edition": row.edition,
        "seat": row.seat,
        "public": json.loads(row.public),
        "private": [commitment_to(part) for part in json.loads(row.private)],
        "entropy": row.entropy,
        "command_id": str(row.command_id) if row.command_id else None,
        "recorded_at": (row.recorded_at - EPOCH) // timedelta(microseconds=1),
    }
    covered = bytes.fromhex(row.previous_hash) + canonical(content).encode()
    return hashlib.sha256(covered).hexdigest()


def commitment_to(private: dict[str, Any]) -> str:
    """Return what the hash covers of a private part, as hex."""
    salted = bytes.fromhex(private["salt"]) + canonical(private["part"]).encode()
    return hashlib.sha256(salted).hexdigest()


def check_triggers() -> None:
    """Raise ImproperlyConfigured unless the database refuses every change of the events."""
    if complaints := immutability.check(connection):
        raise ImproperlyConfigured(" ".join([*complaints, immutability.REMEDY]))


def _rows(game_id: UUID, after: int, upto: int | None) -> QuerySet[StoredEvent]:
    rows = StoredEvent.objects.filter(game_id=game_id, sequence__gt=after)
    if upto is not None:
        rows = rows.filter(sequence__lte=upto)
    return rows.order_by("sequence")


def _fold_on(game_id: UUID, version: int) -> State:
    """Fold up to `version`, from the newest state kept if the stream goes on from just that."""
    kept = folds.newest(game_id)
    if kept is not None and kept.state.version < version:
        rows = list(_rows(game_id, kept.state.version, version))
        if rows and rows[0].previous_hash == kept.head:
            return fold(map(_decode_row, rows), kept.state)
    return fold(read(game_id, upto=version))


def _encode(event: Event, *, seat: int | None, now: datetime) -> StoredEvent:
    form = wire.encode(event)
    private = []
    if form.secret is not None:
        salt = secrets.token_hex(SALT_LENGTH)
        private.append({"seen_by": list(form.seen_by), "salt": salt, "part": form.secret})
    return StoredEvent(
        type=form.type,
        schema=form.schema,
        seat=seat,
        public=canonical(form.public),
        private=canonical(private),
        recorded_at=now,
    )


def _decode_row(row: StoredEvent) -> Event:
    return _decode(row.type, row.schema, row.public, row.private)


def _decode(type_: str, schema: int, public: str, private: str) -> Event:
    if private == NO_PARTS:
        return wire.decode_json(type_, schema, public)
    members = msgspec.json.decode(public)
    for each in PARTS.decode(private):
        members |= each.part
    return wire.decode(type_, schema, members)
