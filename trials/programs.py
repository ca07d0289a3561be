"""Programs as child processes: started, probed, stopped, killed and started again."""

import contextlib
import ctypes
import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TypeVar

PROJECT = Path(__file__).resolve().parents[1]
READY_WITHIN = 40  # seconds
END_WITHIN = 20  # seconds
ANSWER_WITHIN = 5  # seconds, after which an HTTP probe has failed
POLL_EVERY = 0.03  # seconds
PATIENCE = 30  # seconds, which nothing takes unless it has failed
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)

Found = TypeVar("Found")
Probe = Callable[["Program"], bool]
"""Returns whether a program does its work."""


def wait_until(
    look: Callable[[], Found],
    within: float = PATIENCE,
    why: Callable[[], str] = lambda: "It takes too long.",
) -> Found:
    """Return what `look` returns, as soon as that is true.

    Raises TimeoutError, which says `why`, after `within` seconds.
    """
    end = time.monotonic() + within
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(why())
        time.sleep(POLL_EVERY)
    return found


class Program:
    """A program with all the processes that it starts, in a session of its own.

    Its output goes to a log file. The kernel kills it when the process that started it ends.
    """

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
    ) -> None:
        """Prepare to run `command` in the project's folder, with its log in `folder`.

        `account` is the user to run it as. `home` is a folder that only processes of this program
        work in; those in another session are found by it.
        """
        self.name = name
        self.command = [str(part) for part in command]
        self.log = folder / f"{name}.log"
        self.wanted = False
        self.process: subprocess.Popen[bytes] | None = None
        self._probe = probe
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
            **(environment or {}),
        }
        self._account = account
        self._home = home
        self._logged_before = 0  # bytes

    @property
    def pid(self) -> int:
        """The id of its first process; raises RuntimeError before the first start."""
        if self.process is None:
            raise RuntimeError(f"{self.name} was never started")
        return self.process.pid

    @property
    def alive(self) -> bool:
        """Whether its first process runs."""
        return self.process is not None and self.process.poll() is None

    def launch(self) -> None:
        """Start it, without waiting until it is ready."""
        self.wanted = True
        with self.log.open("ab") as output:
            self._logged_before = output.tell()
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self.environment,
                user=self._account,
                cwd=PROJECT,
                start_new_session=True,
                preexec_fn=_die_with_parent,  # noqa: PLW1509 - it takes no lock, so threads are safe
            )

    def start(self) -> None:
        """Start it, and wait until it is ready; raises TimeoutError with its log."""
        self.launch()
        self.wait_until_ready()

    def wait_until_ready(self, within: float = READY_WITHIN) -> None:
        """Wait until it does its work; raises TimeoutError with the end of its log."""
        wait_until(
            lambda: self.alive and self._probe(self),
            within,
            lambda: f"{self.name} did not start:\n{self.output()[-3000:]}",
        )

    def output(self) -> str:
        """Return what it has written since its last start."""
        return self.log.read_bytes()[self._logged_before :].decode(errors="replace")

    def stop(self, by: signal.Signals = signal.SIGTERM) -> float:
        """Ask it to end; return the seconds that took. Raises as `wait_for_end` does."""
        asked = time.monotonic()
        self.ask_to_end(by)
        self.wait_for_end()
        return time.monotonic() - asked

    def ask_to_end(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal to its first process, if that still runs."""
        self.wanted = False
        if self.process and self.alive:
            self.process.send_signal(by)

    def wait_for_end(self) -> None:
        """Wait until it has ended cleanly.

        Raises RuntimeError for an exit code other than 0 or a traceback in its output, and
        subprocess.TimeoutExpired, after killing it, if it does not end.
        """
        if self.process is None:
            raise RuntimeError(f"{self.name} was never started")
        try:
            code = self.process.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        if code != 0 or "Traceback" in self.output():
            raise RuntimeError(f"{self.name} ended with {code}:\n{self.output()}")

    def signal(self, number: signal.Signals) -> None:
        for pid in self._processes():
            _send(pid, number)

    def kill(self) -> None:
        """Kill all of its processes, and wait until the last one is gone."""
        self.wanted = False
        while pids := self._processes():
            for pid in pids:
                _send(pid, signal.SIGKILL)
            if self.process is not None:
                self.process.poll()
            time.sleep(0.01)
        if self.process is not None:
            self.process.wait()

    def _processes(self) -> list[int]:
        """Return its living processes: all of its session, and all that work in its home."""
        return [
            int(entry.name)
            for entry in Path("/proc").iterdir()
            if entry.name.isdecimal() and self._owns(entry)
        ]

    def _owns(self, process: Path) -> bool:
        try:
            state, _, _, session = (process / "stat").read_text().rpartition(")")[2].split()[:4]
            if state in "ZX":
                return False
            if self.process is not None and int(session) == self.process.pid:
                return True
            return self._home is not None and os.readlink(process / "cwd") == str(self._home)
        except OSError:  # it has just ended, or belongs to another user
            return False


def free_port() -> int:
    with socket.socket() as candidate:
        candidate.bind(("127.0.0.1", 0))
        port: int = candidate.getsockname()[1]
    return port


def listens(port: int) -> Probe:
    """Return a probe that connects, for programs that work as soon as they listen."""

    def probe(_: Program) -> bool:
        with socket.socket() as connection:
            return connection.connect_ex(("127.0.0.1", port)) == 0

    return probe


def answers(port: int, path: str) -> Probe:
    """Return a probe that sends a GET as the proxy of a public server does, and expects a 200."""

    def probe(_: Program) -> bool:
        connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_WITHIN)
        with contextlib.closing(connection):
            try:
                connection.request("GET", path, headers={"X-Forwarded-Proto": "https"})
                return connection.getresponse().status == 200  # noqa: PLR2004 - HTTP's OK
            except (OSError, HTTPException):
                return False

    return probe


def prints(words: str) -> Probe:
    return lambda program: words in program.output()


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has just ended
        os.kill(pid, number)


def _die_with_parent() -> None:
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def run_here(program: str, arguments: Sequence[str]) -> None:
    """Run a script or a module in this process, with whatever this process has changed before."""
    sys.argv = [program, *arguments]
    if program.endswith(".py"):
        runpy.run_path(program, run_name="__main__")
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
