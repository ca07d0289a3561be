"""The rules as of an earlier commit: the baseline of their own speed.

The same script (`pace`) runs in two processes by turns, one with the present core and one with the
core of `COMMIT`. Both choose in the same way from the same seeds.
"""

import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec.structs import replace

from trials.bench.measure import Bound, Row, Work, compare

COMMIT: Final = "c3dc72c56a6685c02f1a3b647b2d9780a1ca8c52"
"""The last commit before plays that are known to be legal went unchecked."""
ROOT: Final = Path(__file__).parents[2]
PACE: Final = Path(__file__).with_name("pace.py")

BEFORE: Final = f"commit {COMMIT[:7]}"
PLAYING: Final = Row("Before and now", "games at random", BEFORE, "action", Bound(2.5))
LISTING: Final = Row("Before and now", "the whole list", BEFORE, "list", Bound(1.8))


def rows(*, rounds: int) -> Iterator[Row]:
    """Measure random games with all luminaries, and the list of all actions in such games."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        if not unpack(folder):
            missing = f"commit {COMMIT[:7]} is not in this clone"
            yield from (replace(row, missing=missing) for row in (PLAYING, LISTING))
            return
        for row, name in ((PLAYING, "play"), (LISTING, "list")):
            now, before = (stack.enter_context(running(core, name)) for core in (ROOT, folder))
            yield compare(row, now, before, rounds=rounds)


def unpack(folder: Path) -> bool:
    """Unpack the earlier core into a folder; return whether the commit exists."""
    command = ["git", "-C", str(ROOT), "archive", COMMIT, "illimat_core"]
    archived = subprocess.run(command, capture_output=True, check=False)
    if archived.returncode:
        return False
    with tarfile.open(fileobj=BytesIO(archived.stdout)) as tar:
        tar.extractall(folder, filter="data")
    return True


@contextmanager
def running(core: Path, name: str) -> Iterator[Work]:
    """Yield work that a process does with the core in a folder."""
    command = [sys.executable, str(PACE), name]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, env={"PYTHONPATH": str(core)}
    ) as process:
        yield partial(_ask, process)
        process.communicate()


def _ask(process: "subprocess.Popen[str]") -> float:
    if not process.stdin or not process.stdout:
        raise ValueError("The process is not to be spoken to.")
    print(file=process.stdin, flush=True)
    return float(process.stdout.readline())
