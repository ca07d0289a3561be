"""Checking the file of a game: ``python -m illimat_core verify``.

docs/concepts/fair-deal.md says what is checked, and what that proves.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Final, NamedTuple

from illimat_core import sealing
from illimat_core.console.exports import GameFile, event_of, rows_of
from illimat_core.console.session import Scripted
from illimat_core.errors import UnknownEventError
from illimat_core.events import ENDINGS, Event, GameEnded, GameStarted, RoundDealt, RoundScored
from illimat_core.fair_deal import SEATS_AT_MOST, CommittedSource, find_changed_rounds
from illimat_core.folding import fold
from illimat_core.replaying import fault_in, find_action_at
from illimat_core.rules.chance import Deal
from illimat_core.rules.sources import SeededSource, Source

ENTROPY: Final = 64
"""The digits that one person contributes at a time."""
LESSON: Final = "a594958142247214318c9f9b884a4be142d3c928f9a032d930accbbe62442b9f"
"""The SHA-256 of the cards of the guided first game, in the order of their places."""


class Checked(NamedTuple):
    """Something that was checked: its name, what holds if there are no faults, and the faults."""

    name: str
    right: str
    faults: Sequence[str] = ()


def run(file: GameFile, heads: Sequence[str] = ()) -> Iterator[tuple[str, bool]]:
    """Yield the lines of a report about a file, and whether each is without a fault."""
    yield f"Game {file.game}, {file.state.replace('_', ' ')}, version {file.version}", True
    for check in verify(file, heads):
        for fault in check.faults:
            yield f"{check.name}: WRONG. {fault}", False
        if not check.faults:
            yield f"{check.name}: {check.right}", True


def verify(file: GameFile, heads: Sequence[str] = ()) -> Iterator[Checked]:
    """Yield all checks of a file; ``heads`` are hashes that must be in the game's chain."""
    yield Checked("Chain", "Every hash is right.", [*_faults_of_chain(file, heads)])
    opened = f"{len(file.openings)} of {len(file.commitments)} secrets are open, and fit."
    missing = [*_find_closed_secrets(file)]
    yield Checked("Commitments", opened, [*_faults_of_commitments(file), *missing])
    if not file.over:
        yield Checked("Rules and deals", "They are checked when the game is over.")
    elif file.events:
        yield from _check_replay(file, complete=not missing)


def _faults_of_chain(file: GameFile, heads: Sequence[str]) -> Iterator[str]:
    events, hashes = file.events, [each.hash for each in file.events]
    for number, each in enumerate(events, 1):
        if each.entropy and not each.command_id and number > 1:
            yield f"Event {number} has entropy, but begins no command."
        if len(each.entropy or "") > ENTROPY * (SEATS_AT_MOST if number == 1 else 1):
            yield f"Event {number} has entropy of more people than can have contributed."
    yield from sealing.faults(rows_of(file), hashed=sealing.hash_of_shown)
    last, last_hash = (events[-1].sequence, hashes[-1]) if events else (0, "")
    yield from sealing.faults_at_end(last, last_hash, file.version, file.head)
    for head in heads:
        if not any(each.startswith(head) for each in hashes):
            yield f"No event has the hash {head}: the log was changed, or cut off before it."
    ended = any(file.count(kind) for kind in (GameEnded, *ENDINGS))
    if events and ended != file.over:
        yield f"The file calls the game {file.state}, but its events do not."


def _faults_of_commitments(file: GameFile) -> Iterator[str]:
    of, scopes = file.commitments, sealing.scopes(own_luminaries=file.own_luminaries)
    if set(of) != set(scopes):
        yield "There is not one commitment for each scope."
        return
    ordered = [of[scope] for scope in scopes]
    if sealing.commitment_to_all(ordered) != file.commitment:
        yield "The commitment of the table is not that to the commitments of all scopes."
    started = _read_start(file)
    listed = ordered if file.own_luminaries else ordered[1:]
    if file.events and (started is None or [*started.commitments] != listed):
        yield "The commitments are not the ones with which the game started."
    for scope, secret in file.openings.items():
        fitting = sealing.commitment_to_secret(file.game, scope, bytes.fromhex(secret))
        if of.get(scope) != fitting:
            yield f"The secret of {_name_scope(scope)} is not the one that was committed to."


def _find_closed_secrets(file: GameFile) -> Iterator[str]:
    """Yield a sentence for each secret that should be open."""
    rounds = file.count(RoundDealt if file.over else RoundScored)
    started = _read_start(file)
    lying = started and started.options.luminaries_persist and not file.over
    if lying and not file.own_luminaries:
        rounds = 0  # their secrets would show luminaries that still lie face down
    if file.over and not file.events:
        rounds = 1
    wanted = [sealing.SEATS, *map(str, range(1, rounds + 1))] if file.events or file.over else []
    if file.own_luminaries and not lying:
        wanted += map(sealing.luminaries_scope, range(1, rounds + 1))
    for scope in wanted:
        if scope not in file.openings:
            yield f"The secret of {_name_scope(scope)} is missing."


def _read_start(file: GameFile) -> GameStarted | None:
    try:
        event = event_of(file.events[0])
    except (IndexError, UnknownEventError):
        return None
    return event if isinstance(event, GameStarted) else None


def _name_scope(scope: str) -> str:
    return f"round {scope}" if scope.isdecimal() else f"the {scope}"


def _check_replay(file: GameFile, *, complete: bool) -> Iterator[Checked]:
    """Yield the checks that need all that happened in a game that is over."""
    events, fault = _read(file)
    fault = fault or fault_in(events)
    yield Checked("Rules", "Every play and every score is by the rules.", [fault] if fault else [])
    if fault or not complete:
        yield Checked("Deals", "They are checked when the rules hold and all secrets are open.")
        return
    lesson = _find_lesson_deal(events)
    right = "All that chance drew follows from the secrets and the entropies."
    if lesson:
        right += " Round 1 has the deal of the guided first game, the same for everybody."
    yield Checked(
        "Deals", right, [*_faults_of_seats(file), *_faults_of_deals(file, events, lesson)]
    )


def _faults_of_seats(file: GameFile) -> Iterator[str]:
    if file.seats is not None:
        source = SeededSource(Opened(file, 0, 0).key(sealing.SEATS))
        if source.shuffle(sealing.SEATS, sorted(set(file.seats))) != tuple(file.seats):
            yield "The seats were not drawn from their secret and the entropies."


def _faults_of_deals(file: GameFile, events: Sequence[Event], lesson: Deal | None) -> Iterator[str]:
    starts = [at for at, each in enumerate(file.events) if not at or each.command_id]

    def source_of(index: int, round_: int) -> Source:
        if lesson and not index:
            return Scripted(b"", [lesson.deck, lesson.dealer])
        return Opened(file, starts[index], round_)

    commands = [events[start:end] for start, end in pairwise([*starts, len(events)])]
    for each in dict.fromkeys(find_changed_rounds(commands, source_of)):
        yield f"Round {each} was not drawn from its secret and the entropies."


def _find_lesson_deal(events: Sequence[Event]) -> Deal | None:
    """Return the deal of the first round if it is that of the guided first game."""
    taken = find_action_at(fold(events[:2]), events, 2)
    deal = taken.action if taken else None
    if isinstance(deal, Deal) and sha256(" ".join(deal.deck).encode()).hexdigest() == LESSON:
        return deal
    return None


class Opened(CommittedSource):
    """Chance as it answered a command, from the opened secrets and all entropies by then."""

    def __init__(self, file: GameFile, start: int, round_: int) -> None:
        """`start` is the index of the command's first event, `round_` the round it begins in."""
        super().__init__(file.game, round_)
        self._file, self._start = file, start

    @property
    def own_luminaries(self) -> bool:
        return self._file.own_luminaries

    @property
    def entropies(self) -> bytes:
        contributed = (each.entropy or "" for each in self._file.events[: self._start + 1])
        return bytes.fromhex("".join(contributed))

    def secret(self, scope: str) -> bytes:
        return bytes.fromhex(self._file.openings[scope])


def _read(file: GameFile) -> tuple[list[Event], str | None]:
    """Return the events up to the first that does not read, and what is wrong with that one."""
    events: list[Event] = []
    for number, each in enumerate(file.events, 1):
        try:
            events.append(event_of(each))
        except UnknownEventError as error:
            return events, f"Event {number}: {error}"
    return events, None
