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
    """Do what the command line says; exit with 1 if a game failed."""
    wish = _read_wish()
    seed = wish.seed if wish.seed is not None else secrets.randbelow(10**9)
    print(f"{wish.games:,} random games from --seed {seed}, {wish.jobs} at a time", flush=True)
    began = time.monotonic()
    figures: Counter[str] = Counter()
    failures: list[Failure] = []
    for done, (seen, failure) in enumerate(_outcomes(seed, wish.games, wish.jobs), 1):
        figures += seen
        if failure:
            failures.append(failure)
            if len(failures) <= TOLD:
                print(f"\n{describe(failure, save(failure))}", flush=True)
        _progress(done, wish.games, len(failures), time.monotonic() - began)
    print(f"\n\n{_figures(figures)}\n")
    if failures:
        seeds = ", ".join(str(failure.seed) for failure in failures[:20])
        print(f"{len(failures):,} of {wish.games:,} games failed: seeds {seeds}.")
        sys.exit(1)
    print(f"No game failed. With 95 % confidence fewer than {bound(wish.games):.3%} of all would.")


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
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap_unordered(play, seeds, chunksize=8)


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
    parser.add_argument("--seed", type=int, help="of the first game; the next ones count on")
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, help="at a time")
    return parser.parse_args()


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


if __name__ == "__main__":
    main()
