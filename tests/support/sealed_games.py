"""Whole games that are dealt from committed secrets, and their exports, without a server."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

from illimat_core import (
    Event,
    SeededSource,
    Source,
    advance,
    begin,
    fold,
    read_options,
    redact,
    sealing,
    settle_chance,
)
from illimat_core.events import OutageCredited, RoundScored, wire
from illimat_core.fair_deal import CommittedSource, drawn, find_places_seen, open_scopes
from illimat_core.sealing import GENESIS, SEATS, SealedEvent, canonical
from trials.dice import dice
from trials.random_games.players import Temper, choose, listed

Export = dict[str, Any]
GAME = "00000000-0000-4000-8000-00000000f41a"
SEED = bytes(range(32))
OUTAGE = OutageCredited(since=1, lasted=2, reason="outage")
GREEDY = Temper(greed=0.9)


class FromSeed(CommittedSource):
    """Chance as a server draws it from a seed, with what was contributed so far."""

    own_luminaries = True
    entropies = b""

    def __init__(
        self, round_: int, entropies: bytes, *, old: bool = False, seed: bytes = SEED
    ) -> None:
        super().__init__(GAME, round_)
        self.entropies = entropies
        self.own_luminaries = not old
        self._seed = seed

    def secret(self, scope: str) -> bytes:
        return sealing.secret_of(self._seed, scope)


class SealedGame:
    """A game that random players play, with entropy in most commands and outages in some.

    `old` games were made before luminaries had secrets of their own. `deal` answers for chance in
    the first command. `commands` are the versions after each command.
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        seed: int = 1,
        *,
        old: bool = False,
        deal: Source | None = None,
        most: int = 10_000,
    ) -> None:
        self.rows: list[SealedEvent] = []
        self.events: list[Event] = []
        self.commands: list[int] = []
        self.old = old
        scopes = sealing.scopes(own_luminaries=not old)
        self.commitments = sealing.commitments(GAME, SEED, scopes)
        random, self.entropies = dice(seed), b""
        started = begin(read_options(options), tuple(self.commitments.values())[int(old) :])
        players = started[0].options.players  # type: ignore[attr-defined]
        entropy = random.randbytes(32 * players)
        source = deal or FromSeed(0, entropy, old=old)
        self.state, events = settle_chance(fold(started), started, source)
        self._append(events, None, entropy)
        key = FromSeed(0, entropy).key(SEATS)
        self.seats = SeededSource(key).shuffle(SEATS, range(players))
        while not self.state.over and len(self.events) < most:
            seat = random.choice(self.state.awaited)
            action = choose(self.state, listed(self.state, seat), random, GREEDY)
            entropy = random.randbytes(32) if random.random() < 0.7 else b""
            source = FromSeed(self.state.round, self.entropies + entropy, old=old)
            _, events = advance(self.state, seat, action, source)
            events = [*[OUTAGE] * (random.random() < 0.1), *events]
            self.state = fold(events, self.state)
            self._append(events, seat, entropy)

    def _append(self, events: Sequence[Event], seat: int | None, entropy: bytes) -> None:
        self.entropies += entropy
        is_first = True
        for event in events:
            form, number = wire.encode(event), len(self.rows) + 1
            salt = sha256(f"salt {number}".encode()).hexdigest()
            part = {"seen_by": list(form.seen_by), "salt": salt, "part": form.secret}
            row = SealedEvent(
                game=GAME,
                sequence=number,
                type=form.type,
                schema=form.schema,
                edition="2026.1",
                seat=seat,
                public=canonical(form.public),
                private=canonical([] if form.secret is None else [part]),
                entropy=(entropy.hex() or None) if is_first else None,
                command_id=str(UUID(int=number)) if is_first and self.rows else None,
                microseconds=1_780_000_000_000_000 + 1_234_567 * number,
                previous_hash=self.rows[-1].hash if self.rows else GENESIS,
            )
            self.rows.append(row._replace(hash=sealing.hash_of(row)))
            is_first = False
        self.events += events
        self.commands.append(len(self.rows))

    def export(self, viewer: int | None = None, upto: int | None = None) -> Export:
        """Return the file of the game at a version, as a seat or a spectator gets it."""
        rows, events = self.rows[:upto], self.events[:upto]
        state = fold(events)
        over, persists = state.over, state.options.luminaries_persist
        scopes = open_scopes(state, over=over, persists=persists, own_luminaries=not self.old)
        opened = {scope: sealing.secret_of(SEED, scope).hex() for scope in scopes}
        scored = [row.sequence for row in rows if row.type == RoundScored.__name__]
        shown = len(rows) if over else 0 if persists else max(scored, default=0)
        return {
            "format": "illimat-game-1",
            "game": GAME,
            "state": "finished" if over else "running",
            "version": len(rows),
            "head": rows[-1].hash,
            "commitment": sealing.commitment_to_all(self.commitments.values()),
            "commitments": dict(self.commitments),
            "openings": opened,
            "viewer": viewer,
            "seats": list(self.seats),
            "events": [
                _exported(row, is_open=row.sequence <= shown or redact(event, viewer) is event)
                for row, event in zip(rows, events, strict=True)
            ],
            "cards": [*self._places(rows, events, viewer, opened)],
        }

    def _places(
        self,
        rows: Sequence[SealedEvent],
        events: Sequence[Event],
        viewer: int | None,
        opened: Mapping[str, str],
    ) -> Iterator[Export]:
        lists = {
            (each.event, each.of): each.opened_by(GAME, sealing.secret_of(SEED, each.scope))
            for each in drawn(rows, events)
            if each.scope not in opened
        }
        for seen in find_places_seen(rows, events, viewer):
            if of := lists.get(seen[:2]):
                proof = {"blind": of.blinds[seen.place].hex(), "path": of.path(seen.place)}
                yield seen._asdict() | proof


def _exported(row: SealedEvent, *, is_open: bool) -> Export:
    names = ("sequence", "type", "schema", "edition", "seat", "public")
    return {name: getattr(row, name) for name in names} | {
        "private": sealing.private_parts(row.private, opened=is_open),
        "entropy": row.entropy,
        "command_id": row.command_id,
        "recorded_at": row.microseconds,
        "hash": row.hash,
    }


def reseal(file: Export) -> Export:
    """Return a file with the chain that its events should have, as a cheating server could."""
    previous = GENESIS
    for sequence, each in enumerate(file["events"], 1):
        each["sequence"] = sequence
        members = (each[name] for name in ("type", "schema", "edition", "seat", "public"))
        hashes = [
            sealing.commitment_to_part(part.encode()) if part.startswith("{") else part
            for part in each["private"]
        ]
        rest = (each[name] for name in ("entropy", "command_id", "recorded_at"))
        previous = sealing.link(previous, file["game"], sequence, *members, hashes, *rest)
        each["hash"] = previous
    head = previous if file["events"] else ""
    return file | {"version": len(file["events"]), "head": head}
