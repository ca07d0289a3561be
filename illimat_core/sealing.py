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

**Chance.** A game's secret seed has a secret for each scope of its draws, and a commitment to each.
What is drawn by lot elsewhere, as in a season of a league, has a commitment and a key of the same
forms, with an id and a scope of its own. `docs/concepts/fair-deal.md` specifies all of it.

All of this is stored or shown to players, who check it with programs of their own: it never
changes. `trials/prove` computes the hashes a second time on purpose, and shares none of this code.
"""

import hmac
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import sha256
from itertools import count
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
        return EPOCH + self.microseconds * MICROSECOND


def canonical(value: Any) -> str:
    """Return `value` in canonical JSON, if the names of all its members are texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def microseconds(moment: datetime) -> int:
    """Return the microseconds from 1970 to `moment`."""
    return (moment - EPOCH) // MICROSECOND


def hash_of(event: SealedEvent) -> str:
    """Return hex. Raises msgspec.DecodeError for private parts that are not JSON."""
    parts = () if event.private == NO_PARTS else _parts(event.private)
    committed = list(map(commitment_to_part, parts))
    return link(event.previous_hash, *event[:7], committed, *event[8:11])


def hash_of_shown(event: SealedEvent) -> str:
    """Return the hash, as hex, of an event as a game's file shows it.

    There, `private` is a list of texts: the private parts that are open, which begin with `{`, and
    the hashes of the others.
    """
    texts = json.loads(event.private)
    hashes = [commitment_to_part(each.encode()) if each[:1] == "{" else each for each in texts]
    return link(event.previous_hash, *event[:7], hashes, *event[8:11])


def link(previous: str, *members: Any) -> str:
    """Return the hash, as hex, of an event with these members after one whose hash is `previous`.

    The members are texts, whole numbers, null, or lists of these.
    """
    return sha256(_encode((previous, *members))).hexdigest()


def private_parts(private: str, *, opened: bool) -> list[str]:
    """Return the private parts of an event, each as its text if they are opened, else its hash."""
    parts = _parts(private)
    return [bytes(each).decode() if opened else commitment_to_part(each) for each in parts]


def commitment_to_part(part: bytes | msgspec.Raw) -> str:
    """Return the hash, as hex, of a private part in canonical JSON."""
    return sha256(part).hexdigest()


def faults(
    events: Iterable[SealedEvent],
    *,
    after: int = 0,
    previous: str | None = GENESIS,
    hashed: Callable[[SealedEvent], str] = hash_of,
) -> Iterator[str]:
    """Yield what is wrong with events that should follow event `after`, whose hash is `previous`.

    If `previous` is None, the first event may name any hash. `hashed` computes the hash of each.
    """
    expected = after + 1
    for event in events:
        if event.sequence != expected:
            yield MISSING.format(expected)
            previous = None
        if previous is not None and event.previous_hash != previous:
            yield f"Event {event.sequence} does not follow the one before it."
        if event.hash != _hash_or_none(event, hashed):
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


def _hash_or_none(event: SealedEvent, hashed: Callable[[SealedEvent], str]) -> str | None:
    try:
        return hashed(event)
    except (msgspec.DecodeError, TypeError):
        return None


def scopes(*, own_luminaries: bool = True) -> tuple[str, ...]:
    """Return the scopes of a game's draws, in the order in which their commitments are listed.

    `own_luminaries` is False for games dealt before luminaries had secrets of their own.
    """
    rounds = tuple(str(number) for number in range(1, MAX_ROUNDS + 1))
    return (SEATS, *rounds, *(map(luminaries_scope, rounds) if own_luminaries else ()))


def luminaries_scope(began: int | str) -> str:
    return f"luminaries/{began}"


def secret_of(seed: bytes, scope: str) -> bytes:
    """Return the secret of a scope: that of one says nothing about another's."""
    return _hmac(seed, (f"round/{scope}" if scope.isdecimal() else scope).encode())


def commitments(game: str, seed: bytes, scopes: Iterable[str]) -> dict[str, str]:
    """Return the commitments to the secrets of scopes, as hex."""
    return {each: commitment_to_secret(game, each, secret_of(seed, each)) for each in scopes}


def commitment_to_all(commitments: Iterable[str]) -> str:
    """Return the commitment to a seed as a whole, as hex, from all commitments in order."""
    return sha256(b"".join(map(bytes.fromhex, commitments))).hexdigest()


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


@dataclass(frozen=True)
class Shuffled:
    """A list of cards in secret order, with the blinds that keep the hashes of its places apart."""

    cards: Sequence[str]
    blinds: Sequence[bytes]

    @property
    def root(self) -> str:
        """The commitment to the card at every place, as hex."""
        return self._levels[-1][0].hex()

    def path(self, place: int) -> list[str]:
        """Return the hashes, as hex, with which the hash of a place leads to the root."""
        path = []
        for level in self._levels[:-1]:
            path += [each.hex() for each in level[place ^ 1 : (place ^ 1) + 1]]
            place //= 2
        return path

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        levels = [[*map(_leaf, count(), self.cards, self.blinds)]]
        while len(below := levels[-1]) > 1:
            pairs = (below[place : place + 2] for place in range(0, len(below), 2))
            levels.append([_node(*pair) if len(pair) == 2 else pair[0] for pair in pairs])
        return levels


def shuffled(key: bytes, label: str, cards: Sequence[str]) -> Shuffled:
    """Return a list of cards with its blinds; `key` and `label` are those of its shuffle."""
    blinds = [_hmac(key, f"{label}/blind/{place}".encode()) for place in range(len(cards))]
    return Shuffled(cards, blinds)


def _leaf(place: int, card: str, blind: bytes) -> bytes:
    return sha256(f"leaf/{place}/{card}/".encode() + blind).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"node/" + left + right).digest()


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, sha256).digest()
