"""A limit for each test: one that takes too long fails alone, and what it started is ended."""

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

LIMIT = 300  # seconds for a test, and as many for its fixtures before and after it
PR_SET_CHILD_SUBREAPER = 36
LIBC = ctypes.CDLL(None)
PARENT, STARTED = 1, 19  # places in /proc/PID/stat behind the program's name


@contextmanager
def limited(seconds: float = LIMIT) -> Generator[None]:
    """Fail after some seconds, and end the processes that were started meanwhile.

    Only Python code in the main thread is interrupted; `faulthandler_timeout` in pyproject.toml
    ends a process that hangs elsewhere.
    """
    began, late = time.clock_gettime(time.CLOCK_BOOTTIME), False

    def fail(*_: object) -> None:
        nonlocal late
        late = True
        _adopt_orphans(1)  # what a killed process has started becomes a child of this one
        pytest.fail(f"It took longer than {seconds:g} s.")

    handler = signal.signal(signal.SIGALRM, fail)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, left)
        if late:
            _end_children_since(began)
            _adopt_orphans(0)


def _end_children_since(began: float) -> None:
    while children := _children_since(began):
        for child in children:
            os.kill(child, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):  # somebody else waited for it
                os.waitpid(child, 0)


def _children_since(began: float) -> list[int]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it may have ended meanwhile
            stat = (process / "stat").read_text().rpartition(")")[2].split()
            started = int(stat[STARTED]) / os.sysconf("SC_CLK_TCK")
            if int(stat[PARENT]) == os.getpid() and started >= began - 0.01:
                found.append(int(process.name))
    return found


def _adopt_orphans(whether: int) -> None:
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, whether, 0, 0, 0)
