"""Play random games over random options, and report what breaks."""

import argparse
import signal
import sys
import time
from collections import Counter
from contextlib import closing
from typing import Final

from trials.display import Bar, print_counts
from trials.fuzz.failures import describe, save
from trials.fuzz.games import play
from trials.pool import add_pool_arguments, positive, run_seeds

GAMES: Final = 20_000
DESCRIBED: Final = 3  # failures whose actions are all printed
INTERRUPTED: Final = 130  # the exit code of a program that Ctrl-C ended


class Tally:
    """The results of the games so far; `failed` lists the seeds of those that failed."""

    def __init__(self) -> None:
        self.done = 0
        self.figures: Counter[str] = Counter()
        self.failed: list[int] = []


def main() -> None:
    """Run the command; exit with 1 if a game failed, and with 130 if it was interrupted."""
    arguments = _parse_args()
    tally = Tally()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _play_all(arguments, tally)
    except KeyboardInterrupt:
        print(f"\nStopped after {tally.done:,} games.")
    print_counts(tally.figures)
    if tally.failed:
        seeds = ", ".join(map(str, tally.failed[:20]))
        print(f"{len(tally.failed):,} of {tally.done:,} games failed: seeds {seeds}.")
        sys.exit(1)
    if tally.done:
        print(f"No game failed. With 95 % confidence fewer than {bound(tally.done):.3%} would.")
    sys.exit(0 if tally.done == arguments.games else INTERRUPTED)


def _play_all(arguments: argparse.Namespace, tally: Tally) -> None:
    games, seed, jobs = arguments.games, arguments.seed, arguments.jobs
    print(f"{games:,} random games from --seed {seed}, {jobs} at a time", flush=True)
    began = time.monotonic()
    results = run_seeds(play, seed=seed, count=games, jobs=jobs)
    with Bar("fuzz") as bar, closing(results):
        for figures, failure in results:
            tally.done += 1
            tally.figures += figures
            if failure:
                tally.failed.append(failure.seed)
                if len(tally.failed) <= DESCRIBED:
                    print(f"\n{describe(failure, save(failure))}", flush=True)
            speed = tally.done / (time.monotonic() - began)
            shown = f"{tally.done:,}/{games:,} games, {speed:.0f} a second"
            bar.show(tally.done / games, f"{shown}, {len(tally.failed)} failed")


def bound(games: int) -> float:
    """Return the highest failure rate, at 95 % confidence, after `games` without a failure."""
    return min(1.0, 3 / games)


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do fuzz", description=__doc__)
    parser.add_argument(
        "--games", type=positive, default=GAMES, help=f"how many games to play [{GAMES:,}]"
    )
    add_pool_arguments(parser)
    return parser.parse_args()


if __name__ == "__main__":
    main()
