"""One random game with all checks, within a time limit."""

import signal
from collections import Counter
from types import FrameType
from typing import Final, NoReturn

from trials.fuzz.checks import Check, WrongError
from trials.fuzz.failures import Failure, failure_of

TIME_LIMIT: Final = 300  # seconds for a game; one that takes longer never ends

Outcome = tuple[Counter[str], Failure | None]


def play(seed: int) -> Outcome:
    """Play and check the game of `seed`; return its figures, and its failure if it failed."""
    check = Check(seed)
    signal.signal(signal.SIGALRM, _time_out)
    signal.alarm(TIME_LIMIT)
    try:
        check.run()
    except Exception as error:  # any exception is a bug that fuzzing looks for
        return check.figures, failure_of(check, error)
    finally:
        signal.alarm(0)
    return check.figures, None


def _time_out(_: int, __: FrameType | None) -> NoReturn:
    raise WrongError(f"A game takes longer than {TIME_LIMIT} seconds.")
