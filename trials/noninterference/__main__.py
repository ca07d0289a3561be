"""Exchange hidden cards in random games, and report what changes for those who cannot see them."""

import argparse
import sys
import time
from collections import Counter
from contextlib import closing
from functools import partial
from typing import Final

from trials.display import Bar, print_counts
from trials.noninterference.check import EVERY, check_game
from trials.pool import add_pool_arguments, positive, run_seeds

GAMES: Final = 1_000
PREFIXES: Final = 5
DESCRIBED: Final = 10  # differences that are printed


def main() -> None:
    """Run the command; exit with 1 if something a viewer is shown depends on hidden cards."""
    arguments = _parse_args()
    games, seed, jobs = arguments.games, arguments.seed, arguments.jobs
    where = "every prefix" if arguments.every else f"{PREFIXES} random prefixes of each"
    print(f"{games:,} random games from --seed {seed}, {where}, {jobs} at a time", flush=True)
    began, counts = time.monotonic(), Counter[str]()
    found: list[str] = []
    check = partial(check_game, prefixes=EVERY if arguments.every else PREFIXES)
    results = run_seeds(check, seed=seed, count=games, jobs=jobs)
    with Bar("noninterference") as bar, closing(results):
        for done, result in enumerate(results, 1):
            counts += result.counts
            for difference in result.differences[: max(0, DESCRIBED - len(found))]:
                print(f"\n{difference}", flush=True)
            found += result.differences
            speed = done / (time.monotonic() - began)
            shown = f"{done:,}/{games:,} games, {speed:.1f} a second"
            bar.show(done / games, f"{shown}, {len(found)} differences")
    print_counts(counts)
    print(f"{discarded(counts):.2%} of the repeated decisions were discarded.\n")
    if found:
        sys.exit(f"{len(found):,} differences: something hidden shows.")
    print(f"No difference in {counts['comparisons']:,} comparisons.")


def discarded(counts: Counter[str]) -> float:
    """Return the share of repeated decisions that could not be compared."""
    left_out = sum(counts[name] for name in counts if name.startswith("discarded"))
    return left_out / max(1, counts["decided again"])


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do noninterference", description=__doc__)
    parser.add_argument(
        "--games", type=positive, default=GAMES, help=f"how many games to check [{GAMES:,}]"
    )
    parser.add_argument(
        "--every", action="store_true", help=f"check every prefix of a game, not {PREFIXES} of them"
    )
    add_pool_arguments(parser)
    return parser.parse_args()


if __name__ == "__main__":
    main()
