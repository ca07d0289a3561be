"""The chain of hashes that seals the events of a game.

Each event names the hash of the one before it (64 zeros before the first), and its own is the
SHA-256 of this list in canonical JSON:

    [previous_hash, game, sequence, type, schema, edition, seat, public, private, entropy,
     command_id, recorded_at]

`public` is the text of the event's public members in canonical JSON. `private` is a list with the
SHA-256 of each private part `{"part": …, "salt": …, "seen_by": …}` in canonical JSON: its salt of
32 random bytes keeps a hash from giving anything away, and each part can be opened on its own.
`recorded_at` counts microseconds since 1970. Canonical JSON is UTF-8 without spaces, with the
members of objects sorted by name. Both texts are stored in that form, so that checking a chain
takes no parsing.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

GENESIS = "0" * 64
NO_PARTS = "[]"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

_parts = msgspec.json.Decoder(list[msgspec.Raw]).decode
_encode = msgspec.json.Encoder().encode


class Stored(NamedTuple):
    """An event as it is stored: the columns of `games.models.StoredEvent`, in their order.

    Ids are texts, and `microseconds` is when it was recorded.
    """

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
    microseconds: int
    previous_hash: str
    hash: str = ""

    @property
    def recorded_at(self) -> datetime:
        """When it was recorded."""
        return EPOCH + self.microseconds * MICROSECOND


def canonical(value: Any) -> str:
    """Return the one way to write `value` as JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def microseconds(moment: datetime) -> int:
    """Return the microseconds from 1970 to `moment`."""
    return (moment - EPOCH) // MICROSECOND


def hash_of(row: Stored) -> str:
    """Return the hash that belongs to a stored event, as hex.

    Raises msgspec.DecodeError for private parts that are not JSON.
    """
    commitments = [] if row.private == NO_PARTS else list(map(commitment_to, _parts(row.private)))
    sealed = (row.previous_hash, *row[:7], commitments, *row[8:11])
    return sha256(_encode(sealed)).hexdigest()


def commitment_to(part: bytes | msgspec.Raw) -> str:
    """Return what a hash covers of a private part, given in canonical JSON, as hex."""
    return sha256(part).hexdigest()


def faults(
    rows: Iterable[Stored], *, after: int = 0, previous: str | None = GENESIS
) -> Iterator[str]:
    """Say what is wrong with rows that should follow event `after`, whose hash is `previous`.

    Where `previous` is None, the first row may name any.
    """
    expected = after + 1
    for row in rows:
        if row.sequence != expected:
            yield f"Event {expected} is missing."
            previous = None
        if previous is not None and row.previous_hash != previous:
            yield f"Event {row.sequence} does not follow the one before it."
        if row.hash != _hash_or_none(row):
            yield f"Event {row.sequence} was changed after it was stored."
        expected, previous = row.sequence + 1, row.hash


def _hash_or_none(row: Stored) -> str | None:
    try:
        return hash_of(row)
    except (msgspec.DecodeError, TypeError):
        return None
