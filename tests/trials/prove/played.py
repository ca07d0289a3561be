"""A game that was played, told and stored as it should be."""

import json
import uuid
from dataclasses import dataclass
from typing import Any

import msgspec

from illimat_core.events import wire
from illimat_core.sealing import canonical
from trials.prove.checks.appends import GENESIS, hash_of
from trials.prove.database import Contents, StoredEvent
from trials.prove.history import Attempt, Mail, Submission
from trials.prove.timeline import Timeline

GAME = str(uuid.UUID(int=1))
PEOPLE = {0: "ada@example.org", 1: "bob@example.org"}


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
