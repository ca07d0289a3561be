"""The check of many random games, several at a time."""

import multiprocessing
from collections.abc import Iterator
from functools import partial

from secrecy.check import Result, check_game

AT_ONCE = 4  # games that a process is given


def check_games(*, seed: int, games: int, prefixes: int | None, jobs: int) -> Iterator[Result]:
    """Check so many random games from a seed on, in so many processes, as they are done.

    Each at so many random prefixes, or at EVERY one.
    """
    check = partial(check_game, prefixes=prefixes)
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(check, range(seed, seed + games), chunksize=AT_ONCE)
