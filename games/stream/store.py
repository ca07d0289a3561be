"""Event streams: the only module that appends and decodes stored events.

Rows are verified before they are folded: their chain of hashes (`illimat_core.sealing`) must have
no gap, must be of the edition that the game's summary names, and must end with its head. The events
of a cached state or of a snapshot are not read again; `manage.py verify` finds changes to them.
"""

import logging
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import IntegrityError, connection

from api import database_time
from api.models import epoch
from api.sql.statements import as_parameter, pipelined
from games import immutability
from games.models import Game, StoredEvent
from games.refusals import (
    DamagedStreamError,
    FutureVersionError,
    GameFrozenError,
    HistoryChangedError,
    StaleVersionError,
)
from games.stream import snapshots
from games.stream.folds import Folds
from games.time_limit import SoftTimeLimitExceeded
from illimat_core import Event, State, fold, sealing
from illimat_core.events import TABLE_EVENTS, wire
from illimat_core.sealing import (
    ADDED,
    GENESIS,
    MISSING,
    NO_PARTS,
    OTHER_HEAD,
    SealedEvent,
    canonical,
)

SALT_LENGTH = 32  # bytes
COLUMNS = (
    "sequence, type, schema, edition, seat, public, private, entropy, {command_id}, {recorded_at}, "
    "previous_hash, hash"
)
PLAIN = {"command_id": "command_id", "recorded_at": "recorded_at"}
AS_TEXTS = {  # ids as text and times as microseconds: drivers are slow to make objects of them
    "postgresql": {
        "command_id": "command_id::text",
        "recorded_at": "(extract(epoch FROM recorded_at) * 1000000)::bigint",
    },
    "sqlite": {
        "command_id": " || '-' || ".join(
            f"substr(command_id, {start}, {length})"
            for start, length in ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
        ),
        # Whole seconds first: SQLite would round 59.9995 up.
        "recorded_at": "strftime('%%s', substr(recorded_at, 1, 19)) * 1000000 "
        "+ substr(recorded_at || '.000000', 21, 6)",
    },
}
BETWEEN = "FROM games_storedevent WHERE game_id = %s AND sequence > %s AND sequence <= %s"
ENDING = (
    "SELECT sequence, hash, edition FROM games_storedevent WHERE game_id = %s AND sequence >= %s "
    "ORDER BY sequence"
)
INSERT = (
    f"INSERT INTO games_storedevent (game_id, {COLUMNS.format(**PLAIN)}, actor, source) "  # noqa: S608 - our own
    f"VALUES ({', '.join(['%s'] * (len(SealedEvent._fields) + 2))})"
)
NO_ORIGIN = (None, None)
NO_END = 2**31 - 1
TABLE_TYPES = [kind.__name__ for kind in TABLE_EVENTS]
OTHER_EDITION = "Event {} is of another edition than the game's summary names."

logger = logging.getLogger("games.store")
folds = Folds()


class PrivatePart(msgspec.Struct):
    """The content of a private part; the event itself says, too, which seats have seen it."""

    part: dict[str, Any]


Ending = tuple[int, str, str]
"""The sequence, hash and edition of an event."""
PARTS = msgspec.json.Decoder(list[PrivatePart])
MEMBERS = msgspec.json.Decoder(dict[str, Any])


class AlreadyThereError(Exception):
    """The command is stored already, or an event that the game's summary does not include."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"An event of game {game_id} is stored already.")
        self.game_id = game_id


class NotStoredError(Exception):
    """The database accepted events without an error, but did not store them."""


class Examined(NamedTuple):
    """The faults of a stream; without faults, its events, their rows, and its state.

    `moved_at` is when the last event was recorded.
    """

    faults: list[str]
    rows: Sequence[SealedEvent] = ()
    events: Sequence[Event] = ()
    state: State | None = None
    moved_at: datetime | None = None


def read(game: Game, after: int = 0, upto: int | None = None) -> list[tuple[SealedEvent, Event]]:
    """Return the events after `after` up to `upto`, each with its row; raises GameFrozenError."""
    check_not_frozen(game)
    rows = _rows(game, after, game.version if upto is None else min(upto, game.version))
    with _detect_damage(game):
        return [(row, _decode(row)) for row in rows]


def append(
    game: Game,
    expected_version: int,
    events: Sequence[Event],
    *,
    seat: int | None = None,
    command_id: UUID | None = None,
    entropy: str | None = None,
    origin: tuple[str, str] | None = None,
) -> list[SealedEvent]:
    """Append the events of one command, and return them as they are stored.

    `game` must be locked, or new, in the surrounding transaction. Its `head` and `version` are
    taken for the stream's and advanced, but not saved. `entropy` (hex) and `origin` (the command's
    actor and source) are stored with the first event. Raises StaleVersionError if the stream is no
    longer at `expected_version`, AlreadyThereError if it contains the command, or an event that the
    summary does not include, NotStoredError if the database did not store the events, and
    GameFrozenError.
    """
    check_not_frozen(game)
    if game.version != expected_version:
        raise StaleVersionError(game.version)
    now = max(game.locked_at or database_time.now(), game.moved_at)
    rows = _seal(game, events, now, seat=seat, command_id=command_id, entropy=entropy)
    _store(game, rows, origin)
    game.version, game.head, game.moved_at = rows[-1].sequence, rows[-1].hash, now
    return rows


def state_of(game: Game) -> State:
    """Return the state at the version that `game` was read at. Raises GameFrozenError."""
    check_not_frozen(game)
    known = folds.get(game.id, game.version, game.head)
    if known is not None:
        return known
    state = _fold_on(game)
    folds.keep(game.id, game.head, state)
    return state


def state_at(game: Game, version: int) -> State:
    """Return the state of a game at one of its versions.

    The whole stream is read, since only its end proves that it is unchanged. Raises
    Game.DoesNotExist for a version that the game does not have, and GameFrozenError.
    """
    if not 1 <= version <= game.version:
        raise Game.DoesNotExist(f"Game {game.id} has no version {version}.")
    if version == game.version:
        return state_of(game)
    check_not_frozen(game)
    rows = _rows(game, 0, game.version)[:version]
    known = folds.get(game.id, version, rows[-1].hash)
    return _folded(game, rows) if known is None else known


def examine(game: Game) -> Examined:
    """Read a locked game's stream, without caches, and fold it if it is unchanged."""
    rows = _select(game, 0, NO_END)
    last = (rows[-1].sequence, rows[-1].hash) if rows else (0, "")
    at_end = sealing.faults_at_end(*last, game.version, game.head)
    found = [*sealing.faults(rows), *at_end] or [*_other_edition(game, rows)]
    if found or not rows:
        return Examined(found)
    try:
        with _detect_damage(game):
            events = list(map(_decode, rows))
            return Examined([], rows, events, fold(events), rows[-1].recorded_at)
    except DamagedStreamError as error:
        return Examined([error.damage])


def recorded_at(game: Game, sequence: int) -> datetime:
    row = StoredEvent.objects.filter(game=game, sequence=sequence)
    return row.values_list("recorded_at", flat=True).get()


def check_not_frozen(game: Game) -> None:
    """Raise GameFrozenError for a game whose stream was found to be damaged."""
    if game.damage:
        raise GameFrozenError(game.id, game.damage)


def check_current(game: Game, state: State, version: int, known_epoch: str = "") -> None:
    """Raise StaleVersionError unless a player who knows `game` at `version` may act on `state`.

    Raise HistoryChangedError if they know it from an epoch that is over, and
    FutureVersionError if there is no such version yet.

    While a question is open in the middle of a turn, every version since it was asked is current:
    several seats may be asked at once, and one seat's answer is no news to the others. Nor are
    table events.
    """
    if known_epoch not in {"", epoch()}:
        raise HistoryChangedError(state.version)
    if version > state.version:
        raise FutureVersionError(state.version)
    oldest = state.pending.since if state.pending else state.version
    if version < oldest and _has_changed(game, version, oldest):
        raise StaleVersionError(state.version)


def _has_changed(game: Game, after: int, upto: int) -> bool:
    between = StoredEvent.objects.filter(game=game, sequence__gt=after, sequence__lte=upto)
    return between.exclude(type__in=TABLE_TYPES).exists()


def entropies(game_id: UUID) -> str:
    """Return all contributions to chance in a game, in order, as hex."""
    contributed = StoredEvent.objects.filter(game_id=game_id, entropy__isnull=False)
    found = contributed.order_by("sequence").values_list("entropy", flat=True)
    return "".join(entropy or "" for entropy in found)


def _rows(game: Game, after: int, upto: int) -> list[SealedEvent]:
    """Return verified rows of a stream; raises DamagedStreamError."""
    return _check_rows(game, _select_known(game, after, upto), after, upto)


def _check_rows(game: Game, rows: list[SealedEvent], after: int, upto: int) -> list[SealedEvent]:
    """Return `rows` if they are a complete part of the stream; raises DamagedStreamError."""
    found = sealing.faults(rows, after=after, previous=None if after else GENESIS)
    if fault := next(found, None):
        raise DamagedStreamError(game.id, fault)
    if len(rows) < upto - after:
        raise DamagedStreamError(game.id, MISSING.format(after + len(rows) + 1))
    if rows and upto == game.version and rows[-1].hash != game.head:
        raise DamagedStreamError(game.id, OTHER_HEAD.format(upto))
    if fault := next(_other_edition(game, rows), None):
        raise DamagedStreamError(game.id, fault)
    return rows


def _other_edition(game: Game, rows: Sequence[SealedEvent]) -> Iterator[str]:
    for row in rows:
        if row.edition != game.edition:
            yield OTHER_EDITION.format(row.sequence)
            return


def _fold_on(game: Game) -> State:
    """Fold up to the game's version, from the newest state at hand if the stream continues it."""
    kept = folds.newest(game.id) or snapshots.find(game.id, game.version)
    if kept is not None and kept.state.version <= game.version:
        before = kept.state.version - 1
        rows = _select_known(game, before, game.version)
        if rows and rows[0].hash == kept.head:
            _check_rows(game, rows, before, game.version)
            return _folded(game, rows[1:], kept.state)
    return _folded(game, _rows(game, 0, game.version))


def _folded(game: Game, rows: Sequence[SealedEvent], state: State | None = None) -> State:
    with _detect_damage(game):
        return fold(map(_decode, rows), state)


@contextmanager
def _detect_damage(game: Game) -> Iterator[None]:
    """Raise DamagedStreamError for events that cannot be read although their chain is whole."""
    try:
        yield
    except SoftTimeLimitExceeded:
        raise  # which says nothing about the events
    except Exception as error:
        damage = f"Its events cannot be read ({type(error).__name__})."
        raise DamagedStreamError(game.id, damage) from error


def _decode(row: SealedEvent) -> Event:
    if row.private == NO_PARTS:
        return wire.decode_json(row.type, row.schema, row.public)
    members = MEMBERS.decode(row.public)
    for each in PARTS.decode(row.private):
        members |= each.part
    return wire.decode(row.type, row.schema, members)


def _encode(event: Event) -> tuple[str, int, str, str]:
    """Return the type, schema, public part and private parts of an event, as they are stored."""
    form = wire.encode(event)
    private = []
    if form.secret is not None:
        salt = secrets.token_hex(SALT_LENGTH)
        private.append({"seen_by": list(form.seen_by), "salt": salt, "part": form.secret})
    return form.type, form.schema, canonical(form.public), canonical(private)


def _select_known(game: Game, after: int, upto: int) -> list[SealedEvent]:
    """Return a part of a stream; raises DamagedStreamError if it goes on behind the summary.

    What was appended by others since the summary was read is in the summary by now.
    """
    rows = _select(game, after, upto + 1 if upto == game.version else upto)
    if rows and rows[-1].sequence > upto:
        added = rows.pop().sequence
        if Game.objects.filter(pk=game.pk, version__lt=added).exists():
            raise DamagedStreamError(game.id, ADDED.format(added))
    return rows


def _select(game: Game, after: int, upto: int) -> list[SealedEvent]:
    game_id = str(game.id)
    with connection.cursor() as cursor:
        cursor.execute(_select_sql(connection.vendor), [as_parameter(game.id), after, upto])
        return [SealedEvent(game_id, *row) for row in cursor.fetchall()]


@cache
def _select_sql(vendor: str) -> str:
    return f"SELECT {COLUMNS.format(**AS_TEXTS[vendor])} {BETWEEN} ORDER BY sequence"


def _seal(
    game: Game,
    events: Sequence[Event],
    now: datetime,
    *,
    seat: int | None,
    command_id: UUID | None,
    entropy: str | None,
) -> list[SealedEvent]:
    """Return the rows of the next events of a game, each with the hash of the one before it."""
    rows: list[SealedEvent] = []
    previous = game.head or GENESIS
    for sequence, event in enumerate(events, game.version + 1):
        type_, schema, public, private = _encode(event)
        row = SealedEvent(
            game=str(game.id),
            sequence=sequence,
            type=type_,
            schema=schema,
            edition=game.edition,
            seat=seat,
            public=public,
            private=private,
            entropy=None if rows else entropy,
            command_id=None if rows or command_id is None else str(command_id),
            microseconds=sealing.microseconds(now),
            previous_hash=previous,
        )
        previous = sealing.hash_of(row)
        rows.append(row._replace(hash=previous))
    return rows


def _store(game: Game, rows: Sequence[SealedEvent], origin: tuple[str, str] | None) -> None:
    """Insert rows behind those of the game's summary; raises the errors of `append`."""
    try:
        with pipelined():
            _insert(game, rows, origin)
            found = _ending(game)
    except IntegrityError as error:
        if immutability.REFUSAL not in str(error):
            raise
        raise AlreadyThereError(game.id) from error
    _check_stored(game, rows, found)


def _insert(game: Game, rows: Sequence[SealedEvent], origin: tuple[str, str] | None) -> None:
    """Insert rows without model instances, which take twice as long."""
    with connection.cursor() as cursor:
        cursor.executemany(
            INSERT,
            [
                (
                    as_parameter(game.id),
                    *row[1:9],
                    as_parameter(UUID(row.command_id)) if row.command_id else None,
                    connection.ops.adapt_datetimefield_value(row.recorded_at),
                    *row[11:],
                    *(origin if origin and row is rows[0] else NO_ORIGIN),
                )
                for row in rows
            ],
        )


def _ending(game: Game) -> list[Ending]:
    """Return what is stored from the last event of a game's summary on."""
    with connection.cursor() as cursor:
        cursor.execute(ENDING, [as_parameter(game.id), game.version])
        found: list[Ending] = cursor.fetchall()
        return found


def _check_stored(game: Game, rows: Sequence[SealedEvent], found: list[Ending]) -> None:
    """Check what was `found` after appending `rows`: these and the event before them.

    A rule or a trigger may have swallowed or redirected the rows without any error. If the state
    was cached, the event before them was not read, so only here does its deletion show.
    """
    before = [(game.version, game.head, game.edition)] if game.version else []
    stored = [*before, *((row.sequence, row.hash, row.edition) for row in rows)]
    if found == stored:
        return
    if before and found[:1] != before:
        there = {row[0]: row[1] for row in found}
        if game.version not in there:
            fault = MISSING
        else:
            fault = OTHER_EDITION if there[game.version] == game.head else OTHER_HEAD
        raise DamagedStreamError(game.id, fault.format(game.version))
    if found[: len(stored)] == stored:
        raise AlreadyThereError(game.id)
    message = f"The database has not stored {len(rows)} events of game {game.id}."
    logger.error("%s Run %s check --database default.", message, settings.MANAGE)
    raise NotStoredError(message)
