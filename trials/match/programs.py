"""Players that are programs: they read JSON lines and answer each with a line (ACTIONS.md 5)."""

import json
import os
import select
import shlex
import shutil
import signal
import subprocess
from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import Any, Final, Self

import msgspec

from illimat_core import Action, RuleError, as_json, legal_actions, observe, read
from illimat_core.decider import check
from illimat_core.editions import edition_of
from illimat_core.errors import clip
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import Knowledge
from illimat_core.rules.hooks import Tabletop

LISTED: Final = 1_000
"""The most legal actions that a program is given; it may answer with another one."""
LONGEST: Final = 65_536
"""The longest answer that is read, in bytes."""


class FoulError(Exception):
    """A program crashed, was too slow or answered wrongly; the message says which, and how."""


class PlayerProgram:
    """A program that runs during a game, within a `with` statement, and is a player there.

    Its standard error goes where that of this process goes.
    """

    def __init__(self, command: str, seconds: float) -> None:
        """Run `command`; each answer may take up to `seconds`."""
        self._command = shlex.split(command)
        self._seconds = seconds
        self._read = b""

    def __enter__(self) -> Self:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            self._command, stdin=pipe, stdout=pipe, bufsize=0, start_new_session=True
        )
        self._streams = [each for each in (self._process.stdin, self._process.stdout) if each]
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # with whatever it has started
        self._process.wait()
        for stream in self._streams:
            with suppress(OSError):
                stream.close()

    def __call__(self, known: Knowledge, dice: Dice) -> Action:
        """Return the program's choice; raises FoulError."""
        table, seat = known.table, known.seat
        actions = [as_json(each) for each in islice(legal_actions(table, seat), LISTED)]
        request = {
            "cmd": "choose",
            "seat": seat,
            "view": observe(table, seat),
            "actions": actions,
            "seed": f"{dice.below(1 << 64):016x}",
        }
        answer = self._ask(msgspec.json.encode(request))
        given = answer.get("action")
        if answer.get("ok") is not True or not isinstance(given, dict):
            raise FoulError(f"it answered {clip(json.dumps(answer))}, which is no choice")
        try:
            action = read(table, seat, given)
            check(Tabletop(table, edition_of(table)), seat, action)
        except RuleError as refusal:
            why = f"{refusal.rule}: {refusal.detail.removesuffix('.')}"
            raise FoulError(f"it answered {clip(json.dumps(given))} ({why})") from None
        return action

    def _ask(self, line: bytes) -> dict[str, Any]:
        answer = self._exchange(line + b"\n")
        try:
            decoded = json.loads(answer)
        except (ValueError, RecursionError):
            decoded = None
        if not isinstance(decoded, dict):
            shown = clip(repr(answer.decode(errors="replace")))
            raise FoulError(f"it answered {shown}, which is no JSON object")
        return decoded

    def _exchange(self, line: bytes) -> bytes:
        """Write a line and return the next one, however slowly the program reads and writes."""
        to, back = [stream.fileno() for stream in self._streams]
        end = monotonic() + self._seconds
        while b"\n" not in self._read[:LONGEST]:
            if len(self._read) >= LONGEST:
                raise FoulError(f"its answer was longer than {LONGEST:,} bytes")
            left = max(0.0, end - monotonic())
            readable, writable, _ = select.select([back], [to] if line else [], [], left)
            if not readable and not writable:
                raise FoulError(f"it did not answer within {self._seconds:g} s")
            if writable:
                try:
                    line = line[os.write(to, line[: select.PIPE_BUF]) :]
                except BrokenPipeError:  # it has ended; what it wrote before is still read
                    line = b""
            if readable:
                self._read += self._more(back)
        answer, _, self._read = self._read.partition(b"\n")
        return answer

    def _more(self, back: int) -> bytes:
        if more := os.read(back, LONGEST):
            return more
        with suppress(subprocess.TimeoutExpired):
            raise FoulError(f"it ended with the exit status {self._process.wait(1)}")
        raise FoulError("it closed its standard output")


def find_program(command: str) -> bool:
    """Return whether a command line names a program that can be started."""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    return bool(words) and shutil.which(words[0]) is not None
