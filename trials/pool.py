"""Run one function on many seeds in several processes."""

import argparse
import multiprocessing
import os
import secrets
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar

Result = TypeVar("Result")
ENDING: Final = (signal.SIGINT, signal.SIGTERM)
CHUNK = 4  # seeds that a process is given at a time


def run_seeds(
    work: Callable[[int], Result], *, seed: int, count: int, jobs: int
) -> Generator[Result]:
    """Yield the result of `work` for each of `count` seeds from `seed` on, in their order.

    With `jobs` above 1, `work` runs in that many processes and must be picklable. Closing the
    generator, or an exception such as that of Ctrl-C, ends the processes at once. Raises
    BrokenProcessPool if one of them dies, and ValueError for a function that they cannot import.
    """
    seeds = range(seed, seed + count)
    if jobs == 1:
        yield from map(work, seeds)
        return
    function = work.func if isinstance(work, partial) else work
    if function.__module__ == "__main__":
        raise ValueError(f"{function} must not be defined in __main__: no process can import that.")
    # A process with threads must not fork: a child would inherit locks that nobody releases.
    context = multiprocessing.get_context("fork" if threading.active_count() == 1 else "spawn")
    with ProcessPoolExecutor(jobs, context, _die_of_signals) as pool:
        try:
            chunks = [seeds[at : at + CHUNK] for at in range(0, count, CHUNK)]
            # They are never cancelled, as those of `pool.map` are: Python 3.11 fails at cancelled
            # ones when a process has died.
            with _signals_later():
                futures = deque(pool.submit(_run, work, chunk) for chunk in chunks)
            while futures:
                yield from futures.popleft().result()
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _run(work: Callable[[int], Result], seeds: Iterable[int]) -> list[Result]:
    return list(map(work, seeds))


@contextmanager
def _signals_later() -> Generator[None]:
    """Let Ctrl-C and SIGTERM wait until this block ends.

    What they raise while processes are being started would be lost in hooks around the fork, which
    ignore exceptions, or would leave processes that nobody ends.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _die_of_signals() -> None:
    """Have Ctrl-C and SIGTERM end this process without a traceback, which is the parent's to show.

    A forked process would otherwise run the parent's handlers; it starts with both held back.
    """
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def add_pool_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments `--seed` and `--jobs`, for `run_seeds`."""
    parser.add_argument(
        "--seed",
        type=int,
        default=secrets.randbelow(10**9),
        help="seed of the first game; the others count up from it [random]",
    )
    add_jobs_argument(parser)


def add_jobs_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, help="games at a time [%(default)s]"
    )


def positive(text: str) -> int:
    """Parse an argument that must be a number of at least 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number
