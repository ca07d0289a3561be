"""A game that was played, told and stored as it should be; tests then spoil one of these."""

import json
import uuid
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from illimat_core import (
    SeededSource,
    advance,
    begin,
    fold,
    legal_actions,
    read_options,
    settle_chance,
)
from illimat_core.events import wire
from illimat_core.sealing import canonical
from trials.prove.checks.appends import GENESIS, command_id, hash_of
from trials.prove.database import Contents, StoredEvent, Summary
from trials.prove.history import Attempt, Mail, Submission
from trials.prove.timeline import Timeline

GAME = str(uuid.UUID(int=1))
PEOPLE = {0: "ada@example.org", 1: "bob@example.org"}
PLAYS = 6


@dataclass
class Played:
    """What clients were told, what is stored, what was mailed."""

    submissions: list[Submission]
    contents: Contents
    mails: list[Mail]
    states: dict[str, Timeline]

    @property
    def rows(self) -> list[StoredEvent]:
        return self.contents.rows[GAME]

    @property
    def late(self) -> Submission:
        """Somebody's submission that came too late."""
        return self.submissions[-1]


@pytest.fixture
def played() -> Played:
    """The first turns of a game of two; at the end one comes with an old version."""
    source = SeededSource(b"seed")
    start = begin(read_options({"mode": "beginner", "players": 2}))
    state, events = settle_chance(fold(start), start, source)
    rows = stored([], events, None, None)
    submissions = []
    for number in range(PLAYS):
        seat = state.awaited[0]
        assert seat is not None
        submission = Submission(str(number), GAME, seat, state.version, state.version, [])
        action = next(legal_actions(state, seat))
        state, events = advance(state, seat, action, source)
        new = stored(rows, events, seat, command_id(submission))
        told = {"events": [{"sequence": row.sequence, "hash": row.hash} for row in new]}
        answer(submission, float(number), 200, told)
        submissions.append(submission)
        rows += new
    late = Submission("late", GAME, 0, state.version, 1, [])
    answer(late, float(PLAYS), 409, {"code": "stale_version", "current_version": state.version})
    states = Timeline()
    for n in range(1, len(rows) + 1):
        states.append(fold([decoded(row) for row in rows[:n]]))
        states.changed.append(n)
    summary = Summary(
        "running",
        state.version,
        rows[-1].hash,
        state.round,
        [seat for seat in state.awaited if seat is not None],
        [player.score for player in state.players],
        None,
        over=False,
        marked=[seat for seat in state.awaited if seat is not None],
    )
    contents = Contents({GAME: rows}, {GAME: summary}, {GAME: PEOPLE}, [])
    mails = [
        Mail(float(number), f"<{number}>", PEOPLE[seat], GAME, state.version, rows[-1].hash)
        for number, seat in enumerate(state.awaited)
        if seat is not None
    ]
    return Played([*submissions, late], contents, mails, {GAME: states})


def answer(submission: Submission, at: float, status: int | None, told: Any = None) -> None:
    """Have a submission sent, and answered half a second later."""
    body = b"" if status is None else msgspec.json.encode(told)
    submission.attempts.append(Attempt(at, at + 0.5, status, body))


def stored(
    before: list[StoredEvent], events: Any, seat: int | None, command: str | None
) -> list[StoredEvent]:
    """Return the rows that follow `before`."""
    rows: list[StoredEvent] = []
    for event in events:
        last = [*before, *rows][-1:]
        form = wire.encode(event)
        parts = [{"seen_by": [], "salt": "00" * 32, "part": form.secret}] if form.secret else []
        row = StoredEvent(
            game=GAME,
            sequence=(last[0].sequence if last else 0) + 1,
            type=form.type,
            schema=form.schema,
            edition="1",
            seat=seat,
            public=canonical(form.public),
            private=canonical(parts),
            entropy=None,
            command_id=None if rows else command,
            recorded_at=0,
            previous_hash=last[0].hash if last else GENESIS,
            hash="",
        )
        row.hash = hash_of(row)
        rows.append(row)
    return rows


def decoded(row: StoredEvent) -> Any:
    parts = json.loads(row.private)
    return wire.decode(
        row.type, row.schema, json.loads(row.public), parts[0]["part"] if parts else None
    )
