"""The file of a game for checkers, as docs/concepts/fair-deal.md specifies it."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from illimat_core.errors import UnknownEventError
from illimat_core.events import Event, wire
from illimat_core.sealing import GENESIS, SealedEvent, canonical, scopes

TWICE: Final = "a private part repeats the public member {}"
HIDDEN: Final = "a private part is hidden"

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Contributed = Annotated[str, Meta(pattern="^([0-9a-f]{64})*$")]
Number = Annotated[int, Meta(ge=0, le=2**62)]
SeatOf = Annotated[int, Meta(ge=-1, le=4)]

_members = msgspec.json.Decoder(dict[str, Any]).decode


class OpenPart(msgspec.Struct, frozen=True):
    """A private part that is open; its salt and the seats that may see it matter to nobody here."""

    part: dict[str, Any]


_part = msgspec.json.Decoder(OpenPart).decode


class FileEvent(msgspec.Struct, frozen=True):
    """An event of a game's file. Its private parts are texts: the part itself, or its hash."""

    sequence: Number
    type: str
    schema: Number
    edition: str
    seat: SeatOf | None
    public: str
    private: list[str]
    entropy: Contributed | None
    command_id: str | None
    recorded_at: Number
    hash: Hash


class GameFile(msgspec.Struct, frozen=True):
    """The content of a file. Secrets, and the commitments to them, are by scope."""

    format: Literal["illimat-game-1"]
    game: Annotated[str, Meta(pattern="^[0-9a-f-]{36}$")]
    state: Literal["open", "running", "finished", "called_off"]
    version: Number
    head: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
    commitment: Hash
    commitments: dict[str, Hash]
    openings: dict[str, Hash]
    seats: list[SeatOf] | None
    events: list[FileEvent]

    @property
    def own_luminaries(self) -> bool:
        """Whether luminaries have secrets of their own: not in games from before."""
        return len(self.commitments) == len(scopes())

    @property
    def over(self) -> bool:
        return self.state in {"finished", "called_off"}

    def count(self, kind: type[Event]) -> int:
        return sum(1 for each in self.events if each.type == kind.__name__)


_game_file = msgspec.json.Decoder(GameFile).decode


def read_game_file(content: bytes) -> GameFile:
    """Parse a file; raises ``ValueError`` if it is no file of a game."""
    try:
        return _game_file(content)
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"This is no file of a game: {error}") from None


def rows_of(file: GameFile) -> Iterator[SealedEvent]:
    """Yield the events as a chain, each after the one before it in the file."""
    previous = GENESIS
    for each in file.events:
        yield SealedEvent(
            game=file.game,
            sequence=each.sequence,
            type=each.type,
            schema=each.schema,
            edition=each.edition,
            seat=each.seat,
            public=each.public,
            private=canonical(each.private),
            entropy=each.entropy,
            command_id=each.command_id,
            microseconds=each.recorded_at,
            previous_hash=previous,
            hash=each.hash,
        )
        previous = each.hash


def event_of(exported: FileEvent) -> Event:
    """Return an event with its private parts; raises ``UnknownEventError`` if it does not read."""
    try:
        public, secret = _members(exported.public), _secret(exported.private)
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        raise UnknownEventError(f"{exported.type} does not read: {error}.") from None
    if twice := sorted(public.keys() & secret.keys()):
        raise UnknownEventError(f"{exported.type} does not read: {TWICE.format(twice[0])}.")
    return wire.decode(exported.type, exported.schema, public, secret)


def _secret(private: list[str]) -> dict[str, Any]:
    """Return the secret members of private parts; raises ``ValueError`` if one is hidden."""
    members: dict[str, Any] = {}
    for text in private:
        if not text.startswith("{"):
            raise ValueError(HIDDEN)
        members |= _part(text).part
    return members
