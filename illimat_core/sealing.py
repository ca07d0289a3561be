"""Seals: canonical JSON, the chain of hashes over a game's events, and commitments to chance.

**Canonical JSON** is UTF-8 without spaces, with the members of objects sorted by name.

**The chain.** Each event names the hash of the event before it (64 zeros before the first), and its
own is the SHA-256 of this list in canonical JSON:

    [previous_hash, game, sequence, type, schema, edition, seat, public, private, entropy,
     command_id, recorded_at]

`public` is the text of the event's public members in canonical JSON. `private` is a list with the
SHA-256 of each private part `{"part": …, "salt": …, "seen_by": …}` in canonical JSON: its salt of
32 random bytes keeps a hash from giving anything away, and each part can be opened on its own.
`recorded_at` counts microseconds since 1970. Both texts are stored in canonical form, so that
checking a chain takes no parsing.

Other chains, such as that over the events of a season of a league, have links of the same form
(`link`), with members of their own.

**Chance.** A game has a secret s₀ of 32 bytes. Everything is derived from it by HMAC-SHA256, texts
in UTF-8, `‖` for the concatenation of bytes, `G` the game's id with its hyphens, `r` a round's
number in decimal:

    secret of a round    s_r = HMAC(s₀, "round/" ‖ r)
    secret of the seats  s_s = HMAC(s₀, "seats")
    commitment           C_r = SHA-256("commitment/" ‖ G ‖ "/" ‖ r ‖ "/" ‖ s_r), C_s likewise with
                         "seats" for r
    of the whole         SHA-256(C_s ‖ C_1 ‖ … ‖ C_32)
    key of a round       K_r = HMAC(s_r, "key/" ‖ G ‖ "/" ‖ r ‖ "/" ‖ entropies)
    key of the seats     K_s = HMAC(s_s, "key/" ‖ G ‖ "/seats/" ‖ entropies)
    random words         HMAC(K, label ‖ "/" ‖ counter) for counters 0, 1, …: four words of 64 bits
                         each, big-endian

What else is drawn by lot, as in a season of a league, has a commitment and a key of the same forms,
with an id and a scope of its own.

All of this is stored or shown to players, who check it with programs of their own: it never
changes. `trials/prove` computes the hashes a second time on purpose, and shares none of this code.
"""

import hmac
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from illimat_core.options import MAX_ROUNDS

GENESIS = "0" * 64
NO_PARTS = "[]"
SEATS = "seats"
MISSING = "Event {} is missing."
OTHER_HEAD = "The hash of event {} is not the head that is stored."
ADDED = "Event {} was not appended by the server."
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

_parts = msgspec.json.Decoder(list[msgspec.Raw]).decode
_encode = msgspec.json.Encoder().encode


class SealedEvent(NamedTuple):
    """An event as it is stored, with the members that its hash covers, in the order of a row.

    Ids are texts. `microseconds` counts from 1970 to when the event was recorded.
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
        """When the event was recorded."""
        return EPOCH + self.microseconds * MICROSECOND


def canonical(value: Any) -> str:
    """Return `value` in canonical JSON, if the names of all its members are texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def microseconds(moment: datetime) -> int:
    """Return the microseconds from 1970 to `moment`."""
    return (moment - EPOCH) // MICROSECOND


def hash_of(event: SealedEvent) -> str:
    """Return the hash that belongs to an event, as hex.

    Raises msgspec.DecodeError for private parts that are not JSON.
    """
    parts = () if event.private == NO_PARTS else _parts(event.private)
    committed = list(map(commitment_to_part, parts))
    return link(event.previous_hash, *event[:7], committed, *event[8:11])


def link(previous: str, *members: Any) -> str:
    """Return the hash, as hex, of an event with these members after one whose hash is `previous`.

    The members are texts, whole numbers, null, or lists of these.
    """
    return sha256(_encode((previous, *members))).hexdigest()


def commitment_to_part(part: bytes | msgspec.Raw) -> str:
    """Return the hash, as hex, of a private part in canonical JSON."""
    return sha256(part).hexdigest()


def faults(
    events: Iterable[SealedEvent], *, after: int = 0, previous: str | None = GENESIS
) -> Iterator[str]:
    """Yield what is wrong with events that should follow event `after`, whose hash is `previous`.

    If `previous` is None, the first event may name any hash.
    """
    expected = after + 1
    for event in events:
        if event.sequence != expected:
            yield MISSING.format(expected)
            previous = None
        if previous is not None and event.previous_hash != previous:
            yield f"Event {event.sequence} does not follow the one before it."
        if event.hash != _hash_or_none(event):
            yield f"Event {event.sequence} was changed after it was stored."
        expected, previous = event.sequence + 1, event.hash


def faults_at_end(last: int, last_hash: str, version: int, head: str) -> Iterator[str]:
    """Yield what is wrong if a chain does not end with event `version`, whose hash is `head`.

    `last` is the sequence of the last event that there is, 0 if there is none.
    """
    if last < version:
        yield MISSING.format(last + 1)
    elif last > version:
        yield ADDED.format(version + 1)
    elif last and last_hash != head:
        yield OTHER_HEAD.format(last)


def _hash_or_none(event: SealedEvent) -> str | None:
    try:
        return hash_of(event)
    except (msgspec.DecodeError, TypeError):
        return None


def commitments(game: str, seed: bytes) -> tuple[str, ...]:
    """Return the commitments to the rounds' secrets, as hex, the first round's first."""
    return tuple(_commitment(game, seed, str(number)) for number in range(1, MAX_ROUNDS + 1))


def commitment_to_all(game: str, seed: bytes) -> str:
    """Return the commitment to the seed as a whole, as hex."""
    parts = (_commitment(game, seed, SEATS), *commitments(game, seed))
    return sha256(b"".join(map(bytes.fromhex, parts))).hexdigest()


def key_of(game: str, seed: bytes, scope: str, entropies: bytes) -> bytes:
    """Return the key of all draws in `scope`: a round by its number, or SEATS."""
    return derived_key(game, scope, _secret(seed, scope), entropies)


def commitment_to_secret(owner: str, scope: str, secret: bytes) -> str:
    """Return the commitment, as hex, to a secret of whatever has the id `owner`."""
    return sha256(f"commitment/{owner}/{scope}/".encode() + secret).hexdigest()


def derived_key(owner: str, scope: str, secret: bytes, entropies: bytes = b"") -> bytes:
    """Return the key of what is drawn from a secret of whatever has the id `owner`."""
    return _hmac(secret, f"key/{owner}/{scope}/".encode() + entropies)


def random_words(key: bytes, label: str) -> Iterator[int]:
    """Yield 64-bit numbers without end, an independent stream for each key and label."""
    counter = 0
    while True:
        block = _hmac(key, f"{label}/{counter}".encode())
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _secret(seed: bytes, scope: str) -> bytes:
    return _hmac(seed, (scope if scope == SEATS else f"round/{scope}").encode())


def _commitment(game: str, seed: bytes, scope: str) -> str:
    return commitment_to_secret(game, scope, _secret(seed, scope))


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, sha256).digest()
