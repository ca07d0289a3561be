"""Golden streams: whole games in wire form, with a digest of the state after every event.

A file holds a game, one line an event: the members of its wire form, and as ``digest`` the SHA-256
of what the state is then. ``manifest.json`` lists the games.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from illimat_core import Event, State, evolve, fold, write
from illimat_core.events import wire

FOLDER: Final = Path(__file__).with_name("streams")
MANIFEST: Final = FOLDER / "manifest.json"


class Golden(NamedTuple):
    """A game's line in the manifest; ``shows`` lists the features it was chosen for."""

    game: str
    options: dict[str, Any]
    seed: int
    events: int
    digest: str
    shows: list[str]


class Line(NamedTuple):
    """An event of a stream, and the recorded digest of the state after it."""

    event: Event
    digest: str


def digest(state: State) -> str:
    """Return the SHA-256 of a state's canonical JSON: position, pending steps and version."""
    whole = {
        "version": state.version,
        "pending": msgspec.to_builtins(state.pending),
        "position": write(state),
    }
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def states(events: Iterable[Event]) -> Iterator[State]:
    state: State | None = None
    for event in events:
        state = fold([event]) if state is None else evolve(state, event)
        yield state


def read_manifest() -> list[Golden]:
    return [Golden(**each) for each in json.loads(MANIFEST.read_text(encoding="ascii"))]


def read(game: str) -> list[Line]:
    with gzip.open(_file(game), "rt", encoding="ascii") as file:
        return [_line(json.loads(text)) for text in file]


def _line(recorded: dict[str, Any]) -> Line:
    kind, schema = recorded["type"], recorded["schema"]
    return Line(
        wire.decode(kind, schema, recorded["public"], recorded["secret"]), recorded["digest"]
    )


def lines_of(events: Sequence[Event]) -> list[Line]:
    """Return the events of a game, each with the digest after it."""
    after = states(events)
    return [Line(event, digest(state)) for event, state in zip(events, after, strict=True)]


def write_stream(game: str, events: Sequence[Event]) -> str:
    """Write a game's stream, with equal bytes for equal events; return the last digest."""
    lines = []
    for event, told in lines_of(events):
        line = msgspec.to_builtins(wire.encode(event)) | {"digest": told}
        lines.append(json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=True))
    text = "".join(f"{line}\n" for line in lines)
    _file(game).write_bytes(gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0))
    return told


def write_manifest(games: Iterable[Golden]) -> None:
    """Write the manifest, one game per line."""
    lines = ",\n".join(json.dumps(game._asdict()) for game in games)
    MANIFEST.write_text(f"[\n{lines}\n]\n", encoding="ascii")


def _file(game: str) -> Path:
    return FOLDER / f"{game}.jsonl.gz"
