"""What the database contains after a run, read without the server's code."""

import json
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec
import psycopg

Struct = TypeVar("Struct", bound=msgspec.Struct)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
EVENTS = (
    "SELECT game_id, sequence, type, schema, edition, seat, public, private, entropy, command_id, "
    "recorded_at, previous_hash, hash FROM games_storedevent ORDER BY game_id, sequence"
)
SUMMARIES = (
    "SELECT id, state, version, head, round, awaited, scores, winners, over FROM games_game "
    "WHERE state <> 'open'"
)
SEATS = (
    "SELECT game_id, number, email, awaited FROM games_seatassignment s "
    "JOIN accounts_user u ON u.id = s.user_id WHERE number IS NOT NULL"
)
DELIVERIES = (
    "SELECT d.id, d.state, d.attempts, n.kind FROM notifications_delivery d "
    "JOIN notifications_notice n ON n.id = d.notice_id WHERE d.channel = 'email'"
)
UNSENT = (
    "SELECT n.key FROM notifications_delivery d JOIN notifications_notice n ON n.id = d.notice_id "
    "WHERE d.state IN ('waiting', 'failed')"
)


class StoredEvent(msgspec.Struct):
    """A stored event; `public` and `private` are JSON, `recorded_at` is microseconds since 1970."""

    game: str
    sequence: int
    type: str
    schema: int
    edition: str
    seat: int | None
    public: str
    private: str
    entropy: str | None
    command_id: str | None
    recorded_at: int
    previous_hash: str
    hash: str


class Summary(msgspec.Struct):
    """The summary that the server stores beside the events of a game."""

    state: str
    version: int
    head: str
    round: int
    awaited: list[int]
    scores: list[int]
    winners: list[int] | None
    over: bool
    marked: list[int] = []


class Delivery(NamedTuple):
    """A mail as the outbox has it."""

    id: int
    state: str
    attempts: int
    kind: str


class Contents(msgspec.Struct):
    """The contents, by game; `people` are addresses by seat, `unsent` has the keys of notices."""

    rows: dict[str, list[StoredEvent]]
    summaries: dict[str, Summary]
    people: dict[str, dict[int, str]]
    unsent: list[str]


class Database:
    """A connection to the server's database."""

    def __init__(self, url: str) -> None:
        self.postgres = url.startswith("postgres")
        self._connection: Any = (
            psycopg.connect(url, autocommit=True, connect_timeout=5)
            if self.postgres
            else sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20, isolation_level=None)
        )

    def close(self) -> None:
        self._connection.close()

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self._connection.execute(query).fetchall()
        return rows

    def run(self, statement: str) -> None:
        """Execute a statement that changes something; raises psycopg.Error or sqlite3.Error."""
        self._connection.execute(statement)

    def deliveries(self) -> dict[int, Delivery]:
        return {row[0]: Delivery(*row) for row in self.ask(DELIVERIES)}

    def read(self) -> Contents:
        contents = Contents({}, {}, {}, [key for (key,) in self.ask(UNSENT)])
        for row in self.ask(EVENTS):
            stored = _row(*row)
            contents.rows.setdefault(stored.game, []).append(stored)
        for game, state, version, head, round_, *lists, over in self.ask(SUMMARIES):
            read = [_json(value) for value in lists]
            members = (state, version, head, round_, *read, bool(over))
            contents.summaries[_uuid(game)] = _struct(Summary, members)
        for game, number, email, awaited in self.ask(SEATS):
            contents.people.setdefault(_uuid(game), {})[number] = email
            if awaited and _uuid(game) in contents.summaries:
                contents.summaries[_uuid(game)].marked.append(number)
        return contents


def commands(rows: Iterable[StoredEvent]) -> list[list[StoredEvent]]:
    """Return the events of a game, by the command they came of; the first is the start's."""
    found: list[list[StoredEvent]] = []
    for row in rows:
        if row.command_id or not found:
            found.append([])
        found[-1].append(row)
    return found


def _row(*members: Any) -> StoredEvent:
    game, *rest, command_id, recorded_at, previous, digest = members
    moment = (
        datetime.fromisoformat(recorded_at).replace(tzinfo=UTC)
        if isinstance(recorded_at, str)
        else recorded_at
    )
    since = (moment - EPOCH) // timedelta(microseconds=1)
    command = _uuid(command_id) if command_id else None
    return _struct(StoredEvent, (_uuid(game), *rest, command, since, previous, digest))


def _struct(kind: type[Struct], members: tuple[Any, ...]) -> Struct:
    """Return the struct of these members in their order; fails on a value of another type."""
    return msgspec.convert(dict(zip(kind.__struct_fields__, members, strict=False)), kind)


def _uuid(value: object) -> str:
    return str(UUID(str(value)))


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
