"""`python -m fuzz`: play random games over random options, and tell what broke."""

import argparse
import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from types import FrameType
from typing import Final, NoReturn

from fuzz.checks import Check, WrongError
from fuzz.failures import Failure, describe, failure_of, save

GAMES: Final = 20_000
LONGEST: Final = 300  # seconds: whoever decides longer never does
TOLD: Final = 3  # of all failures, these are told with all their actions
BAR: Final = 30  # characters

Outcome = tuple[Counter[str], Failure | None]


def main() -> None:
    """Do what the command line says; exit with 1 if a game failed, 130 if somebody stopped it."""
    wish = _read_wish()
    tally = Tally()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _play_all(wish, tally)
    except KeyboardInterrupt:
        print(f"\nStopped after {tally.done:,} games.", end="")
    print(f"\n\n{_figures(tally.figures)}\n")
    if tally.failed:
        seeds = ", ".join(map(str, tally.failed[:20]))
        print(f"{len(tally.failed):,} of {tally.done:,} games failed: seeds {seeds}.")
        sys.exit(1)
    if tally.done:
        print(f"No game failed. With 95 % confidence fewer than {bound(tally.done):.3%} would.")
    sys.exit(0 if tally.done == wish.games else 130)


class Tally:
    """What came of the games so far; ``failed`` are the seeds of those that did."""

    def __init__(self) -> None:
        self.done = 0
        self.figures: Counter[str] = Counter()
        self.failed: list[int] = []


def _play_all(wish: argparse.Namespace, tally: Tally) -> None:
    print(f"{wish.games:,} random games from --seed {wish.seed}, {wish.jobs} at a time", flush=True)
    began = time.monotonic()
    for seen, failure in _outcomes(wish.seed, wish.games, wish.jobs):
        tally.done += 1
        tally.figures += seen
        if failure:
            tally.failed.append(failure.seed)
            if len(tally.failed) <= TOLD:
                print(f"\n{describe(failure, save(failure))}", flush=True)
        _progress(tally.done, wish.games, len(tally.failed), time.monotonic() - began)


def bound(games: int) -> float:
    """The share of games that may still fail when none of so many did, with 95 % confidence."""
    return min(1.0, 3 / games)


def play(seed: int) -> Outcome:
    """Play the game of a seed: what was seen in it, and what went wrong, if anything did."""
    check = Check(seed)
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST)
    try:
        check.run()
    except Exception as error:  # whatever it is, it is what we look for
        return check.figures, failure_of(check, error)
    finally:
        signal.alarm(0)
    return check.figures, None


def _too_long(_: int, __: FrameType | None) -> NoReturn:
    raise WrongError(f"A game takes longer than {LONGEST} seconds.")


def _outcomes(seed: int, games: int, jobs: int) -> Iterator[Outcome]:
    """Play the games of `seed` and the numbers after it."""
    seeds = range(seed, seed + games)
    if jobs == 1:
        yield from map(play, seeds)
        return
    with multiprocessing.Pool(jobs, initializer=_leave_stopping_to_main) as pool:
        yield from pool.imap_unordered(play, seeds, chunksize=8)


def _leave_stopping_to_main() -> None:
    """Let Ctrl-C end the main process alone, which then ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _progress(done: int, games: int, failed: int, seconds: float) -> None:
    """A bar for who looks on; a line now and then for a file."""
    told = f"{done:,}/{games:,} games, {done / seconds:.0f} a second, {failed} failed"
    if sys.stdout.isatty():
        print(f"\r[{'#' * (BAR * done // games):{BAR}}] {told} ", end="", flush=True)
    elif done == games or done % max(1, games // 10) == 0:
        print(told, flush=True)


def _figures(figures: Counter[str]) -> str:
    width = max(map(len, figures), default=0)
    return "\n".join(f"  {name:{width}} {figures[name]:>12,}" for name in sorted(figures))


def _read_wish() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do fuzz", description=__doc__)
    parser.add_argument("--games", type=_positive, default=GAMES, help=f"{GAMES:,} if not given")
    any_seed = secrets.randbelow(10**9)
    parser.add_argument(
        "--seed", type=int, default=any_seed, help="of the first game; the next ones count on"
    )
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, help="at a time")
    return parser.parse_args()


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


if __name__ == "__main__":
    main()
