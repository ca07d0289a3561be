"""The process pool of the tools."""

import os
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from trials.pool import run_seeds


def die(seed: int) -> int:
    """End the process of the third seed."""
    if seed == 3:
        os._exit(1)
    return seed


def test_results_come_in_the_order_of_the_seeds() -> None:
    assert list(run_seeds(abs, seed=-6, count=7, jobs=2)) == [6, 5, 4, 3, 2, 1, 0]


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(BrokenProcessPool):
        list(run_seeds(die, seed=1, count=9, jobs=2))


def test_a_function_that_no_process_can_import_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(die, "__module__", "__main__")
    with pytest.raises(ValueError, match="must not be defined in __main__"):
        list(run_seeds(partial(die), seed=1, count=9, jobs=2))


INTERRUPTED_WHILE_IT_STARTS = """
import os, signal
from trials.pool import run_seeds

os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    list(run_seeds(abs, seed=0, count=400_000, jobs=2))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.thorough
def test_ctrl_c_is_not_lost_while_processes_start() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_IT_STARTS],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
