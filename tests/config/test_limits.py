"""A test that takes too long fails alone, and leaves no process behind."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.limits import limited

# A shell that starts another process, and waits for it.
NESTED = "sleep 300 & echo $! > child; wait"


def test_what_takes_too_long_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match="longer than"), limited(0.05):
        time.sleep(60)


def test_what_ends_in_time_is_left_alone() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with limited(0.05):
        pass
    time.sleep(0.1)
    assert signal.getsignal(signal.SIGALRM) == before


@pytest.mark.slow
def test_processes_that_it_started_are_ended_with_their_own(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception), limited(2):
        subprocess.run(["sh", "-c", NESTED], cwd=tmp_path, check=False)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "child").read_text()), 0)


def test_processes_that_ran_before_go_on() -> None:
    with subprocess.Popen(["sleep", "300"]) as before:
        time.sleep(0.1)  # processes are dated in hundredths of a second
        with pytest.raises(pytest.fail.Exception), limited(0.1):
            time.sleep(60)
        assert before.poll() is None
        before.kill()
