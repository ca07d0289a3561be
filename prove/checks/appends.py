"""Checks of what was played: acknowledged, stored once, in order, on the version that was seen."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

import msgspec

from prove.checks import Finding
from prove.facts import Facts, Row
from prove.history import CONFLICT, OK, Attempt, Submission
from prove.timeline import Timeline, was_current

WITH_CAUSE = {"stale_version", "game_over"}
GENESIS = "0" * 64


def kept(submissions: list[Submission], facts: Facts) -> Finding:
    """Every event that was acknowledged is stored, under the hash that was told."""
    acknowledged = [submission for submission in submissions if submission.acknowledged]
    wrong = []
    for submission in acknowledged:
        stored = {row.sequence: row for row in facts.rows.get(submission.game, [])}
        events = submission.told["events"]
        lost = [e["sequence"] for e in events if not _is_stored(e, stored.get(e["sequence"]))]
        if lost or not events:
            wrong.append(f"{_name(submission)} was acknowledged, and events {lost} are lost.")
    return Finding("nothing acknowledged is lost", len(acknowledged), wrong)


def seated(tables: Mapping[str, Mapping[int, str]], facts: Facts) -> Finding:
    """Every game that was told to have begun is stored, with those who sit there."""
    wrong = [
        f"Game {game} was told to have begun, and is not stored so."
        for game, people in tables.items()
        if game not in facts.rows or facts.people.get(game) != people
    ]
    return Finding("no table that has begun is lost", len(tables), wrong)


def once(submissions: list[Submission], facts: Facts) -> Finding:
    """Every stored command was sent, acknowledged and stored once; no refused one is stored."""
    stored = Counter(
        (row.game, row.command_id) for rows in facts.rows.values() for row in rows if row.command_id
    )
    wrong = [f"Command {key} is stored {n} times." for key, n in stored.items() if n > 1]
    for submission in submissions:
        found = stored.pop((submission.game, command_id(submission)), 0)
        answered = submission.answer is not None
        if found and answered and not submission.acknowledged:
            wrong.append(f"{_name(submission)} was refused, and is stored.")
        if submission.acknowledged and not found:
            wrong.append(f"{_name(submission)} was acknowledged, and its command is not stored.")
    wrong += [f"Command {key} is stored, and nobody has sent it." for key in stored]
    return Finding("nothing happens twice", len(submissions), wrong)


def same_answers(submissions: list[Submission]) -> Finding:
    """Whoever asks again with the same key gets the first answer, byte for byte."""
    looked_at, wrong = 0, []
    for submission in submissions:
        definite = [attempt for attempt in submission.attempts if attempt.definite]
        looked_at += len(definite) > 1
        if len({(attempt.status, attempt.body) for attempt in definite}) > 1:
            wrong.append(f"{_name(submission)} was answered in different ways.")
    return Finding("a repeated request gets its first answer", looked_at, wrong)


def gapless(facts: Facts) -> Finding:
    """The sequences of a game are 1, 2, 3, … without a gap."""
    wrong = []
    for game, rows in facts.rows.items():
        sequences = [row.sequence for row in rows]
        if sequences != list(range(1, len(rows) + 1)):
            odd = next((n for n, found in enumerate(sequences, 1) if n != found), len(rows))
            wrong.append(f"The sequences of game {game} go wrong at {odd}.")
    return Finding("sequences have no gap", len(facts.rows), wrong)


def in_order(submissions: list[Submission]) -> Finding:
    """What was acknowledged before something else was sent comes before it."""
    games: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    looked_at, wrong = 0, []
    for submission in submissions:
        answer = submission.answer
        if answer and submission.acknowledged and submission.told["events"]:
            first = submission.told["events"][0]["sequence"]
            games[submission.game].append((submission.sent, answer.ended, first))
    for game, played in games.items():
        looked_at += len(played)
        for sent, _, sequence in played:
            before = [other for _, ended, other in played if ended < sent]
            if before and max(before) >= sequence:
                wrong.append(f"Event {sequence} of game {game} was sent after {max(before)}.")
    return Finding("acknowledgements keep the order of time", looked_at, wrong)


def stale_told(submissions: list[Submission], states: dict[str, Timeline]) -> Finding:
    """Whoever names a version that was left is told 409 with the current one; nobody else is."""
    looked_at, wrong = 0, []
    for submission in submissions:
        answer, known = submission.answer, states.get(submission.game)
        if answer is None or known is None:
            continue
        told, expected = submission.told, submission.expected
        if submission.acknowledged:
            if not was_current(known, expected, told["events"][0]["sequence"] - 1):
                looked_at += 1
                wrong.append(f"{_name(submission)} came too late, and was played.")
        elif told["code"] == "stale_version":
            looked_at += 1
            version = told["current_version"]
            if answer.status != CONFLICT or not submission.seen <= version <= len(known):
                wrong.append(f"{_name(submission)} was told version {version}, which never was.")
            elif was_current(known, expected, version):
                wrong.append(f"{_name(submission)} was in time, and was refused.")
        elif told["code"] != "game_over" and not was_current(known, expected, submission.seen):
            looked_at += 1
            wrong.append(f"{_name(submission)} came too late, and was told {told['code']}.")
    return Finding("stale ones are told the current version", looked_at, wrong)


def with_cause(submissions: list[Submission]) -> Finding:
    """A legal action is refused because the game has moved on or is over, and for nothing else."""
    looked_at, wrong = 0, []
    for submission in submissions:
        definite = [attempt for attempt in submission.attempts if attempt.definite]
        looked_at += bool(definite)
        for attempt in definite:
            if attempt.status != OK and not _has_cause(attempt):
                said = attempt.body[:200].decode(errors="replace")
                wrong.append(f"{_name(submission)} was told {attempt.status} {said}")
                break
    return Finding("nobody is refused without cause", looked_at, wrong)


def chained(facts: Facts) -> Finding:
    """Every event seals itself and its predecessor, so no byte of the past can change."""
    looked_at, wrong = 0, []
    for game, rows in facts.rows.items():
        looked_at += len(rows)
        broken = [row.sequence for row in rows if row.hash != hash_of(row)]
        ends = [row.hash for row in rows]
        links = [row.previous_hash for row in rows]
        broken += [
            n for n, (a, b) in enumerate(zip([GENESIS, *ends], links, strict=False), 1) if a != b
        ]
        if broken:
            wrong.append(f"The chain of game {game} is broken at {min(broken)}.")
    return Finding("the chain of hashes is whole", looked_at, wrong)


def summarised(facts: Facts, states: dict[str, Timeline], unfolded: list[str]) -> Finding:
    """What the server keeps of a game is what its events fold to."""
    wrong = list(unfolded)
    for game, summary in facts.summaries.items():
        if game not in facts.rows:
            wrong.append(f"Game {game} has begun, and has no events.")
        if game not in states:
            continue
        state, rows = states[game][-1], facts.rows[game]
        folded = {
            "state": "finished" if state.over else "running",
            "version": state.version,
            "head": rows[-1].hash,
            "round": state.round,
            "awaited": list(state.awaited),
            "scores": [player.score for player in state.players],
            "winners": None if state.winners is None else list(state.winners),
            "over": state.over,
            "marked": sorted(seat for seat in state.awaited if seat is not None),
        }
        for name, value in folded.items():
            if (found := getattr(summary, name)) != value:
                wrong.append(f"Game {game}: {name} is {found!r}, and its events fold to {value!r}.")
    wrong += [
        f"Game {game} has events, and has not begun."
        for game in facts.rows.keys() - facts.summaries
    ]
    return Finding("summaries are what events fold to", len(facts.summaries), wrong)


def command_id(submission: Submission) -> str:
    """Return the id that the server gives a submission's command."""
    return str(uuid5(UUID(submission.game), f"{submission.seat}/{submission.key}"))


def hash_of(row: Row) -> str:
    """Return the hash that an event must have, by the definition that verifiers use."""
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


def _is_stored(event: Any, row: Row | None) -> bool:
    return row is not None and row.hash == event["hash"]


def _name(submission: Submission) -> str:
    return f"Submission {submission.key} to game {submission.game}"
