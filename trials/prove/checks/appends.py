"""Checks of the commands: none lost, none stored twice, each in order and at a current version."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

import msgspec

from trials.prove.checks import Finding
from trials.prove.database import Contents, StoredEvent
from trials.prove.history import CONFLICT, OK, Attempt, Submission
from trials.prove.timeline import Timeline, was_current

WITH_CAUSE = {"stale_version", "game_over"}
GENESIS = "0" * 64
CALLED_OFF = "GameCalledOff"
OPENING = {"SeatOpened", "WinOffered"}
FILLING = {"SeatTaken", "SeatHandedToHouse", "SeatForfeited"}


def kept(submissions: list[Submission], contents: Contents) -> Finding:
    """Check that every acknowledged event is stored, under the hash that the client was told."""
    acknowledged = [submission for submission in submissions if submission.acknowledged]
    wrong = []
    for submission in acknowledged:
        stored = {row.sequence: row for row in contents.rows.get(submission.game, [])}
        events = submission.reply["events"]
        lost = [e["sequence"] for e in events if not _is_stored(e, stored.get(e["sequence"]))]
        if lost or not events:
            wrong.append(f"{_name(submission)} was acknowledged, and events {lost} are lost.")
    return Finding("nothing acknowledged is lost", len(acknowledged), wrong)


def seated(tables: Mapping[str, Mapping[int, str]], contents: Contents) -> Finding:
    """Check that every game that has begun is stored, with its players."""
    wrong = [
        f"Game {game} had begun, and is not stored with its players."
        for game, people in tables.items()
        if game not in contents.rows or contents.people.get(game) != people
    ]
    return Finding("no game that has begun is lost", len(tables), wrong)


def once(submissions: list[Submission], contents: Contents) -> Finding:
    """Check that acknowledged commands are stored once, and refused ones are not stored."""
    stored = Counter(
        (row.game, row.command_id)
        for rows in contents.rows.values()
        for row in rows
        if row.command_id
    )
    wrong = [f"Command {key} is stored {n} times." for key, n in stored.items() if n > 1]
    for submission in submissions:
        found = stored.pop((submission.game, command_id(submission)), 0)
        answered = submission.answer is not None
        if found and answered and not submission.acknowledged:
            wrong.append(f"{_name(submission)} was refused, and is stored.")
        if submission.acknowledged and not found:
            wrong.append(f"{_name(submission)} was acknowledged, and its command is not stored.")
    wrong += [f"Command {key} is stored, and no client sent it." for key in stored]
    return Finding("nothing happens twice", len(submissions), wrong)


def same_answers(submissions: list[Submission]) -> Finding:
    """Check that repeated requests get the first answer, byte for byte."""
    looked_at, wrong = 0, []
    for submission in submissions:
        definite = [attempt for attempt in submission.attempts if attempt.definite]
        looked_at += len(definite) > 1
        if len({(attempt.status, attempt.body) for attempt in definite}) > 1:
            wrong.append(f"{_name(submission)} was answered in different ways.")
    return Finding("a repeated request gets its first answer", looked_at, wrong)


def gapless(contents: Contents) -> Finding:
    """Check that the sequences of a game are 1, 2, 3, … without a gap."""
    wrong = []
    for game, rows in contents.rows.items():
        sequences = [row.sequence for row in rows]
        if sequences != list(range(1, len(rows) + 1)):
            odd = next((n for n, found in enumerate(sequences, 1) if n != found), len(rows))
            wrong.append(f"The sequences of game {game} go wrong at {odd}.")
    return Finding("sequences have no gap", len(contents.rows), wrong)


def in_order(submissions: list[Submission]) -> Finding:
    """Check that an action acknowledged before another was sent precedes it."""
    games: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    looked_at, wrong = 0, []
    for submission in submissions:
        answer = submission.answer
        if answer and submission.acknowledged and submission.reply["events"]:
            first = submission.reply["events"][0]["sequence"]
            games[submission.game].append((submission.sent, answer.ended, first))
    for game, played in games.items():
        looked_at += len(played)
        for sent, _, sequence in played:
            before = [other for _, ended, other in played if ended < sent]
            if before and max(before) >= sequence:
                wrong.append(f"Event {sequence} of game {game} was sent after {max(before)}.")
    return Finding("acknowledgements keep the order of time", looked_at, wrong)


def stale_told(submissions: list[Submission], states: dict[str, Timeline]) -> Finding:
    """Check that commands at an outdated version, and only those, get 409 with the current one."""
    looked_at, wrong = 0, []
    for submission in submissions:
        answer, known = submission.answer, states.get(submission.game)
        if answer is None or known is None:
            continue
        reply, expected = submission.reply, submission.expected
        if submission.acknowledged:
            if not was_current(known, expected, reply["events"][0]["sequence"] - 1):
                looked_at += 1
                wrong.append(f"{_name(submission)} came too late, and was played.")
        elif reply["code"] == "stale_version":
            looked_at += 1
            version = reply["current_version"]
            if answer.status != CONFLICT or not submission.seen <= version <= len(known):
                wrong.append(
                    f"{_name(submission)} was answered with version {version}, which never existed."
                )
            elif was_current(known, expected, version):
                wrong.append(f"{_name(submission)} was in time, and was refused.")
        elif reply["code"] != "game_over" and not was_current(known, expected, submission.seen):
            looked_at += 1
            wrong.append(f"{_name(submission)} came too late, and was answered {reply['code']}.")
    return Finding("stale commands get the current version", looked_at, wrong)


def with_cause(submissions: list[Submission]) -> Finding:
    """Check that a legal action is refused only if the game has moved on or is over."""
    looked_at, wrong = 0, []
    for submission in submissions:
        definite = [attempt for attempt in submission.attempts if attempt.definite]
        looked_at += bool(definite)
        for attempt in definite:
            if attempt.status != OK and not _has_cause(attempt):
                said = attempt.body[:200].decode(errors="replace")
                wrong.append(f"{_name(submission)} was answered {attempt.status} {said}")
                break
    return Finding("nobody is refused without cause", looked_at, wrong)


def chained(contents: Contents) -> Finding:
    """Check that every event's hash covers the event and its predecessor's hash."""
    looked_at, wrong = 0, []
    for game, rows in contents.rows.items():
        looked_at += len(rows)
        broken = [row.sequence for row in rows if row.hash != hash_of(row)]
        ends = [row.hash for row in rows]
        links = [row.previous_hash for row in rows]
        broken += [
            n for n, (a, b) in enumerate(zip([GENESIS, *ends], links, strict=False), 1) if a != b
        ]
        if broken:
            wrong.append(f"The chain of game {game} is broken at {min(broken)}.")
    return Finding("the chain of hashes is unbroken", looked_at, wrong)


def summarised(contents: Contents, states: dict[str, Timeline], unfolded: list[str]) -> Finding:
    """Check that the stored projection of a game is the fold of its events."""
    wrong = list(unfolded)
    for game, summary in contents.summaries.items():
        if game not in contents.rows:
            wrong.append(f"Game {game} has begun, and has no events.")
        if game not in states:
            continue
        state, rows = states[game][-1], contents.rows[game]
        called_off = rows[-1].type == CALLED_OFF
        awaited = [] if called_off or _stands_still(rows) else list(state.awaited)
        folded = {
            "state": _stage(state.over, called_off),
            "version": state.version,
            "head": rows[-1].hash,
            "round": state.round,
            "awaited": awaited,
            "scores": [player.score for player in state.players],
            "winners": None if state.winners is None else list(state.winners),
            "over": state.over,
            "marked": sorted(seat for seat in awaited if seat is not None),
        }
        for name, value in folded.items():
            if (found := getattr(summary, name)) != value:
                wrong.append(f"Game {game}: {name} is {found!r}, and its events fold to {value!r}.")
    wrong += [
        f"Game {game} has events, and has not begun."
        for game in contents.rows.keys() - contents.summaries
    ]
    return Finding("summaries match the events", len(contents.summaries), wrong)


def command_id(submission: Submission) -> str:
    """Return the id that the server gives a submission's command."""
    return str(uuid5(UUID(submission.game), f"{submission.seat}/{submission.key}"))


def _stands_still(rows: list[StoredEvent]) -> bool:
    """Return whether the seat of a leaver was opened, and nothing has become of it yet."""
    last = next((row.type for row in reversed(rows) if row.type in OPENING | FILLING), None)
    return last in OPENING


def _stage(over: bool, called_off: bool) -> str:
    if over:
        return "finished"
    return "called_off" if called_off else "running"


def hash_of(row: StoredEvent) -> str:
    """Return the hash that an event must have, by the definition that verifiers use.

    This is a second implementation on purpose, and shares no code with `illimat_core.sealing`: a
    mistake there must not be made here as well.
    """
    sealed = [
        row.previous_hash,
        row.game,
        row.sequence,
        row.type,
        row.schema,
        row.edition,
        row.seat,
        row.public,
        [_sha256(_canonical(part)) for part in json.loads(row.private)],
        row.entropy,
        row.command_id,
        row.recorded_at,
    ]
    return _sha256(_canonical(sealed))


def _has_cause(refusal: Attempt) -> bool:
    if refusal.status != CONFLICT:
        return False
    return msgspec.json.decode(refusal.body).get("code") in WITH_CAUSE


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _is_stored(event: Any, row: StoredEvent | None) -> bool:
    return row is not None and row.hash == event["hash"]


def _name(submission: Submission) -> str:
    return f"Submission {submission.key} to game {submission.game}"
