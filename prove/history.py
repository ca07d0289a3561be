"""What happened in a run, as its clients, its mail server and whoever did the harm saw it.

All times are seconds of one monotonic clock, that of the harness.
"""

import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

OK = 200
CONFLICT = 409
SERVER_ERROR = 500


class Attempt(msgspec.Struct):
    """One request and its answer; `status` is None when there was none."""

    sent: float
    ended: float
    status: int | None = None
    body: bytes = b""

    @property
    def definite(self) -> bool:
        """Whether the server said what became of the request."""
        return self.status is not None and self.status < SERVER_ERROR


class Submission(msgspec.Struct):
    """A command under its key, as often as it was sent.

    `seen` is the version that its client had read just before, `expected` the one it names;
    `again` says whether it was sent again although it was, or would have been, answered.
    """

    key: str
    game: str
    seat: int
    seen: int
    expected: int
    attempts: list[Attempt] = []
    again: bool = False

    @property
    def sent(self) -> float:
        """When it can have happened at the earliest."""
        return min(attempt.sent for attempt in self.attempts)

    @property
    def answer(self) -> Attempt | None:
        """The first definite answer."""
        definite = [attempt for attempt in self.attempts if attempt.definite]
        return min(definite, key=lambda attempt: attempt.ended, default=None)

    @property
    def acknowledged(self) -> bool:
        """Whether it was told to have been done."""
        return self.answer is not None and self.answer.status == OK

    @property
    def told(self) -> Any:
        """The body of the answer."""
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
    """A mail that the mail server has taken; `version` and `head` are the seal that it bears."""

    at: float
    message_id: str
    to: str
    game: str
    version: int
    head: str


class Fault(msgspec.Struct):
    """Something done to the server, from its beginning until everything was given back.

    `excuses` says whether requests may meanwhile be answered with 503; `crash` whether it ends a
    program that mails depend on, so that one of them may have to go out once more; `ends` names a
    program that is right to end itself under it.
    """

    kind: str
    began: float
    excuses: bool = False
    crash: bool = False
    ends: str = ""
    ended: float | None = None


class Death(NamedTuple):
    """The end of a program that nobody killed."""

    program: str
    at: float


class History:
    """All of it, kept in a file as well for those who want to know what went wrong."""

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

    def submitted(self, submission: Submission) -> Submission:
        """Begin with a submission."""
        self.submissions.append(submission)
        return submission

    def begun(self, game: str, people: dict[int, str]) -> None:
        """Note that a game was told to have begun, with these addresses by seat."""
        self.tables[game] = people

    def exchanged(self, exchange: Exchange) -> None:
        """Note an answer."""
        self.exchanges.append(exchange)
        self._log("exchange", exchange)

    def gave_up(self, path: str) -> None:
        """Note that somebody waited in vain for an answer."""
        self.given_up.append(path)
        self._log("gave_up", path)

    def mailed(self, mail: Mail) -> None:
        """Note a mail."""
        self.mails.append(mail)
        self._log("mail", mail)

    def harmed(
        self, kind: str, *, excuses: bool = False, crash: bool = False, ends: str = ""
    ) -> Fault:
        """Note the beginning of a fault; `ended` is for who ends it."""
        fault = Fault(kind, now(), excuses, crash, ends)
        self.faults.append(fault)
        self._log("fault", fault)
        return fault

    def attempted(self, submission: Submission, attempt: Attempt) -> None:
        """Note one request of a submission."""
        submission.attempts.append(attempt)
        if attempt.status == OK:
            self._acknowledged.add(submission.key)
        self._log("attempt", {"key": submission.key, "game": submission.game, "is": attempt})

    def acknowledged(self) -> int:
        """How many submissions were told to have been done."""
        return len(self._acknowledged)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _log(self, kind: str, what: Any) -> None:
        self._file.write(msgspec.json.encode({kind: what}) + b"\n")


def now() -> float:
    """Return the time on the harness's clock."""
    return time.monotonic()
