"""Children that are real programs: started, killed with all that they have started, looked after.

Each lives in a session of its own, and the kernel kills it when the harness dies.
"""

import asyncio
import contextlib
import ctypes
import os
import signal
import subprocess
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from prove.history import Death, now

READY_WITHIN = 40  # seconds
ANSWERS_WITHIN = 5  # seconds, then a probe asks again
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)
Probe = Callable[["Child"], Awaitable[bool]]


class Child:
    """A program that is run again and again. `probe` tells whether it does its work."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        probe: Probe,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        account: str | None = None,
        home: Path | None = None,
        at: Path | None = None,
    ) -> None:
        """`at` is where to start it, `home` a folder that only its processes ever work in."""
        self.name = name
        self.command = [str(part) for part in command]
        self.log = folder / f"{name}.log"
        self.wanted = False
        self._probe = probe
        self._environment = dict(environment or {})
        self._account = account
        self._home = home
        self._at = at
        self._process: subprocess.Popen[bytes] | None = None
        self._said_before = 0  # bytes

    @property
    def pid(self) -> int:
        """Its process; raises RuntimeError before the first start."""
        if self._process is None:
            raise RuntimeError(f"{self.name} was never started")
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether its first process runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, without waiting until it is ready."""
        self.wanted = True
        with self.log.open("ab") as output:
            self._said_before = output.tell()
            self._process = subprocess.Popen(  # noqa: S603 - the commands are ours
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **self._environment},
                user=self._account,
                cwd=self._at,
                start_new_session=True,
                preexec_fn=_die_with_parent,  # noqa: PLW1509 - the harness has no threads
            )

    async def ready(self, within: float = READY_WITHIN) -> None:
        """Wait until it does its work; raises TimeoutError with the end of its log."""
        end = asyncio.get_running_loop().time() + within
        while not (self.alive and await self._probe(self)):
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"{self.name} did not start:\n{self.log.read_text()[-3000:]}")
            await asyncio.sleep(0.05)

    def has_said(self, words: str) -> bool:
        """Return whether these words are in its log since the last start."""
        return words.encode() in self.log.read_bytes()[self._said_before :]

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all of its processes."""
        for pid in self._processes():
            _send(pid, number)

    async def kill(self) -> None:
        """Kill -9 it and all that it has started, and wait until the last one is gone."""
        self.wanted = False
        while pids := self._processes():
            for pid in pids:
                _send(pid, signal.SIGKILL)
            if self._process is not None:
                self._process.poll()
            await asyncio.sleep(0.01)
        if self._process is not None:
            self._process.wait()

    def _processes(self) -> list[int]:
        """Return its living processes: all of its session, all that work in its home."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal() and self._owns(entry):
                found.append(int(entry.name))
        return found

    def _owns(self, process: Path) -> bool:
        try:
            state, _, _, session = (process / "stat").read_text().rpartition(")")[2].split()[:4]
            if state in "ZX":
                return False
            if self._process is not None and int(session) == self._process.pid:
                return True
            return self._home is not None and os.readlink(process / "cwd") == str(self._home)
        except OSError:  # it has just ended, or is somebody else's
            return False


async def watch(children: Sequence[Child], died: list[Death]) -> None:
    """Start again what ended by itself, as a supervisor does in earnest; add it to `died`."""
    while True:
        for child in children:
            if child.wanted and not child.alive:
                died.append(Death(child.name, now()))
                child.start()
        await asyncio.sleep(0.25)


def listens(port: int) -> Probe:
    """Return a probe that connects; for what works as soon as it listens."""

    async def probe(child: Child) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return False
        writer.close()
        return True

    return probe


def answers(port: int, path: str) -> Probe:
    """Return a probe that asks over HTTP, as the proxy of a public server does, and wants a 200."""
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    asked += "X-Forwarded-Proto: https\r\n\r\n"

    async def probe(child: Child) -> bool:
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                with contextlib.closing(writer):
                    writer.write(asked.encode())
                    said = await reader.readline()
        except OSError:  # which a TimeoutError is, too
            return False
        return said.split()[1:2] == [b"200"]

    return probe


def says(words: str) -> Probe:
    """Return a probe that reads the log."""

    async def probe(child: Child) -> bool:
        return child.has_said(words)

    return probe


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has just ended
        os.kill(pid, number)


def _die_with_parent() -> None:
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
