"""The streams of events: the only door to their stored form.

Whatever is read is checked before it is folded: that the chain of hashes (`games.chain`) has no
gap, and that it ends with the head that the game's summary names. States that were folded before
are not read again; what is changed behind them, `manage.py verify` finds.
"""

import logging
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import IntegrityError, connection

from games import chain, immutability
from games.chain import GENESIS, NO_PARTS, Stored, canonical
from games.folds import Folds
from games.models import Game, StoredEvent
from games.refusals import DamagedStreamError, GameFrozenError
from illimat_core import Event, State, fold, wire

SALT_LENGTH = 32  # bytes
COLUMNS = (
    "sequence, type, schema, edition, seat, public, private, entropy, {command_id}, {recorded_at}, "
    "previous_hash, hash"
)
PLAIN = {"command_id": "command_id", "recorded_at": "recorded_at"}
AS_TEXTS = {  # ids as text and times as microseconds: drivers take long to make objects of them
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
    "SELECT sequence, hash FROM games_storedevent WHERE game_id = %s AND sequence >= %s "
    "ORDER BY sequence"
)
INSERT = (
    f"INSERT INTO games_storedevent (game_id, {COLUMNS.format(**PLAIN)}) "  # noqa: S608 - our own
    f"VALUES ({', '.join(['%s'] * len(Stored._fields))})"
)
NO_END = 2**31 - 1
OTHER_HEAD = "Event {} is not the last one that the game's summary names."

logger = logging.getLogger(__name__)
folds = Folds()


class Part(msgspec.Struct):
    """What is read of a private part; who has seen it is in its event, too."""

    part: dict[str, Any]


PARTS = msgspec.json.Decoder(list[Part])


class AlreadyThereError(Exception):
    """The command is stored already, or an event that the game's summary knows nothing of."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"An event of game {game_id} is stored already.")
        self.game_id = game_id


class StaleVersionError(Exception):
    """Somebody else has appended since the version that was expected."""

    def __init__(self, current: int) -> None:
        super().__init__(f"The game is at version {current}.")
        self.current = current


class NotStoredError(Exception):
    """The database took events without an error, and has not stored them."""


class Examined(NamedTuple):
    """What is wrong with a stream; if nothing is, its events and state.

    `moved_at` is when the last of them was stored.
    """

    faults: list[str]
    events: Sequence[Event] = ()
    state: State | None = None
    moved_at: datetime | None = None


def read(game: Game, after: int = 0, upto: int | None = None) -> list[tuple[Stored, Event]]:
    """Return the events of a game above `after`, and not above `upto`, each beside its row.

    Raises GameFrozenError.
    """
    check_not_frozen(game)
    rows = _rows(game, after, game.version if upto is None else min(upto, game.version))
    with _reading(game):
        return [(row, _decode(row)) for row in rows]


def append(
    game: Game,
    expected_version: int,
    events: Sequence[Event],
    *,
    seat: int | None = None,
    command_id: UUID | None = None,
    entropy: str | None = None,
) -> list[Stored]:
    """Append the events of one command, and return them as they are stored.

    `game` is locked, or new, in the transaction that this must be part of; its `head` and `version`
    are taken for the stream's and moved on, but not saved. `entropy` (hex) goes with the first
    event. Raises StaleVersionError when the stream is not at `expected_version` any more,
    AlreadyThereError when the command is in it, or an event that the summary knows nothing of,
    NotStoredError when the database did not keep the events, and GameFrozenError.
    """
    check_not_frozen(game)
    if game.version != expected_version:
        raise StaleVersionError(game.version)
    now = max(datetime.now(UTC), game.moved_at)
    rows: list[Stored] = []
    previous = game.head or GENESIS
    for sequence, event in enumerate(events, expected_version + 1):
        type_, schema, public, private = _encode(event)
        row = Stored(
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
            microseconds=chain.microseconds(now),
            previous_hash=previous,
        )
        previous = chain.hash_of(row)
        rows.append(row._replace(hash=previous))
    try:
        _insert(game, rows)
    except IntegrityError as error:
        if immutability.REFUSAL not in str(error):
            raise
        raise AlreadyThereError(game.id) from error
    _check_stored(game, rows)
    game.version, game.head, game.moved_at = rows[-1].sequence, previous, now
    return rows


def state_of(game: Game) -> State:
    """Return the state of a game that has begun, as of the version that `game` was read at.

    Raises GameFrozenError.
    """
    check_not_frozen(game)
    known = folds.get(game.id, game.version, game.head)
    if known is not None:
        return known
    state = _fold_on(game)
    folds.keep(game.id, game.head, state)
    return state


def state_at(game: Game, version: int) -> State:
    """Return the state of a game at one of its versions.

    The whole stream is read, since only its end shows that it is the one that was written. Raises
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
    """Read the whole stream of a game, past all caches, and fold it if it is as it was written.

    `game` must be locked.
    """
    rows = _select(game, 0, NO_END)
    found = [*chain.faults(rows), *_faults_at_end(game, rows)]
    if found or not rows:
        return Examined(found)
    try:
        with _reading(game):
            events = list(map(_decode, rows))
            return Examined([], events, fold(events), rows[-1].recorded_at)
    except DamagedStreamError as error:
        return Examined([error.damage])


def check_not_frozen(game: Game) -> None:
    """Raise GameFrozenError for a game whose stream was found to be damaged."""
    if game.damage:
        raise GameFrozenError(game.id, game.damage)


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


def _rows(game: Game, after: int, upto: int) -> list[Stored]:
    """Return rows of a stream after checking them; raises DamagedStreamError."""
    return _checked(game, _select(game, after, upto), after, upto)


def _checked(game: Game, rows: list[Stored], after: int, upto: int) -> list[Stored]:
    """Return rows if they are a whole part of the stream; raises DamagedStreamError."""
    found = chain.faults(rows, after=after, previous=None if after else GENESIS)
    if fault := next(found, None):
        raise DamagedStreamError(game.id, fault)
    if len(rows) < upto - after:
        raise DamagedStreamError(game.id, f"Event {after + len(rows) + 1} is missing.")
    if rows and upto == game.version and rows[-1].hash != game.head:
        raise DamagedStreamError(game.id, OTHER_HEAD.format(upto))
    return rows


def _faults_at_end(game: Game, rows: Sequence[Stored]) -> Iterator[str]:
    """Say in what the end of a whole stream differs from what the game's summary says of it."""
    last = rows[-1].sequence if rows else 0
    if last < game.version:
        yield f"Event {last + 1} is missing."
    elif last > game.version:
        yield f"Event {game.version + 1} was not appended by the server."
    elif rows and rows[-1].hash != game.head:
        yield OTHER_HEAD.format(last)


def _fold_on(game: Game) -> State:
    """Fold up to the game's version, from the newest state kept if the stream goes on from it."""
    kept = folds.newest(game.id)
    if kept is not None and kept.state.version < game.version:
        rows = _select(game, kept.state.version, game.version)
        if rows and rows[0].previous_hash == kept.head:
            _checked(game, rows, kept.state.version, game.version)
            return _folded(game, rows, kept.state)
    return _folded(game, _rows(game, 0, game.version))


def _folded(game: Game, rows: Sequence[Stored], state: State | None = None) -> State:
    with _reading(game):
        return fold(map(_decode, rows), state)


@contextmanager
def _reading(game: Game) -> Iterator[None]:
    """Raise DamagedStreamError for events whose chain is whole, and which cannot be read."""
    try:
        yield
    except Exception as error:
        damage = f"Its events cannot be read ({type(error).__name__})."
        raise DamagedStreamError(game.id, damage) from error


def _decode(row: Stored) -> Event:
    if row.private == NO_PARTS:
        return wire.decode_json(row.type, row.schema, row.public)
    members = msgspec.json.decode(row.public)
    for each in PARTS.decode(row.private):
        members |= each.part
    return wire.decode(row.type, row.schema, members)


def _encode(event: Event) -> tuple[str, int, str, str]:
    """Return type, schema, public and private part of an event, as they are stored."""
    form = wire.encode(event)
    private = []
    if form.secret is not None:
        salt = secrets.token_hex(SALT_LENGTH)
        private.append({"seen_by": list(form.seen_by), "salt": salt, "part": form.secret})
    return form.type, form.schema, canonical(form.public), canonical(private)


def _select(game: Game, after: int, upto: int) -> list[Stored]:
    game_id = str(game.id)
    with connection.cursor() as cursor:
        cursor.execute(_select_sql(connection.vendor), [_key(game.id), after, upto])
        return [Stored(game_id, *row) for row in cursor.fetchall()]


@cache
def _select_sql(vendor: str) -> str:
    return f"SELECT {COLUMNS.format(**AS_TEXTS[vendor])} {BETWEEN} ORDER BY sequence"


def _insert(game: Game, rows: Sequence[Stored]) -> None:
    """Insert rows without Django's objects, which take twice as long."""
    with connection.cursor() as cursor:
        cursor.executemany(
            INSERT,
            [
                (
                    _key(game.id),
                    *row[1:9],
                    _key(UUID(row.command_id)) if row.command_id else None,
                    connection.ops.adapt_datetimefield_value(row.recorded_at),
                    *row[11:],
                )
                for row in rows
            ],
        )


def _check_stored(game: Game, rows: Sequence[Stored]) -> None:
    """Read the end of a stream back, to which `rows` were appended, with the event before them.

    A rule or a trigger may have swallowed or redirected them without any error. The event before
    them was not read if the state was at hand, so only here is it seen that somebody deleted it.
    """
    with connection.cursor() as cursor:
        cursor.execute(ENDING, [_key(game.id), game.version])
        found = cursor.fetchall()
    before = [(game.version, game.head)] if game.version else []
    stored = [*before, *((row.sequence, row.hash) for row in rows)]
    if found == stored:
        return
    if before and found[:1] != before:
        missing = (game.version,) not in [row[:1] for row in found]
        fault = f"Event {game.version} is missing." if missing else OTHER_HEAD.format(game.version)
        raise DamagedStreamError(game.id, fault)
    if found[: len(stored)] == stored:
        raise AlreadyThereError(game.id)
    message = f"The database has not stored {len(rows)} events of game {game.id}."
    logger.error("%s Run manage.py check --database default.", message)
    raise NotStoredError(message)


def _key(value: UUID) -> Any:
    return Game._meta.pk.get_db_prep_value(value, connection)
