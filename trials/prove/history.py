"""What happened in a run, as recorded by its clients, its mail server and its nemesis.

All times are seconds on the monotonic clock of the harness.
"""

import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

OK = 200
CONFLICT = 409
SERVER_ERROR = 500


class Attempt(msgspec.Struct):
    """One request and its answer; `status` is None if there was no answer."""

    sent: float
    ended: float
    status: int | None = None
    body: bytes = b""

    @property
    def definite(self) -> bool:
        """Whether the answer says what became of the request."""
        return self.status is not None and self.status < SERVER_ERROR


class Submission(msgspec.Struct):
    """A command under its key, with every attempt to send it.

    `seen` is the version that its client had read just before, and `expected` the one that it
    names; `again` says whether it was repeated on purpose, and `action` is what it plays.
    """

    key: str
    game: str
    seat: int
    seen: int
    expected: int
    attempts: list[Attempt] = []
    again: bool = False
    action: dict[str, Any] = {}

    @property
    def sent(self) -> float:
        """When the first attempt was sent."""
        return min(attempt.sent for attempt in self.attempts)

    @property
    def answer(self) -> Attempt | None:
        """The first definite answer."""
        definite = [attempt for attempt in self.attempts if attempt.definite]
        return min(definite, key=lambda attempt: attempt.ended, default=None)

    @property
    def acknowledged(self) -> bool:
        """Whether the server answered that it was done."""
        return self.answer is not None and self.answer.status == OK

    @property
    def reply(self) -> Any:
        """The body of the first definite answer."""
        return msgspec.json.decode(self.answer.body) if self.answer else None


class Exchange(msgspec.Struct):
    """Any request that was answered, submissions included."""

    method: str
    path: str
    sent: float
    ended: float
    status: int
    retry_after: str | None = None


class Mail(msgspec.Struct):
    """A mail that the mail server has accepted; `version` and `head` are those of its seal.

    `unheard` says whether its sender was not told that it was accepted.
    """

    at: float
    message_id: str
    to: str
    game: str
    version: int
    head: str
    unheard: bool = False


class Fault(msgspec.Struct):
    """A fault, from its beginning until the server has everything back.

    `excuses` says whether requests may be answered with 503 meanwhile. `crash` says whether it
    ends a program that mails depend on, so that a mail may be sent twice. `ends` names a
    program that may end by itself under it.
    """

    kind: str
    began: float
    excuses: bool = False
    crash: bool = False
    ends: str = ""
    ended: float | None = None


class Death(NamedTuple):
    """The end of a program that the harness did not kill."""

    program: str
    at: float


class History:
    """The record of a run, which is also written to a file for debugging."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab")
        self.submissions: list[Submission] = []
        self.exchanges: list[Exchange] = []
        self.mails: list[Mail] = []
        self.faults: list[Fault] = []
        self.cuts: list[bool] = []  # whether an acknowledgement was cut off
        self.tables: dict[str, dict[int, str]] = {}
        self.given_up: list[str] = []
        self.died: list[Death] = []
        self._acknowledged: set[str] = set()

    def record_submission(self, submission: Submission) -> Submission:
        """Record a submission before its first attempt."""
        self.submissions.append(submission)
        return submission

    def begun(self, game: str, people: dict[int, str]) -> None:
        """Record that a game has begun, with the players' addresses by seat."""
        self.tables[game] = people

    def exchanged(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        self._log("exchange", exchange)

    def gave_up(self, path: str) -> None:
        """Record that a client got no definite answer."""
        self.given_up.append(path)
        self._log("gave_up", path)

    def mailed(self, mail: Mail) -> None:
        self.mails.append(mail)
        self._log("mail", mail)

    def begin_fault(
        self, kind: str, *, excuses: bool = False, crash: bool = False, ends: str = ""
    ) -> Fault:
        """Record the beginning of a fault; the caller sets `ended`."""
        fault = Fault(kind, now(), excuses, crash, ends)
        self.faults.append(fault)
        self._log("fault", fault)
        return fault

    def attempted(self, submission: Submission, attempt: Attempt) -> None:
        submission.attempts.append(attempt)
        if attempt.status == OK:
            self._acknowledged.add(submission.key)
        self._log("attempt", {"key": submission.key, "game": submission.game, "is": attempt})

    def acknowledged(self) -> int:
        return len(self._acknowledged)

    def close(self) -> None:
        self._file.close()

    def _log(self, kind: str, what: Any) -> None:
        self._file.write(msgspec.json.encode({kind: what}) + b"\n")


def now() -> float:
    """Return the time on the harness's clock."""
    return time.monotonic()
