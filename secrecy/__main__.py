"""`python -m secrecy`: exchange hidden cards in random games, and tell what that changed."""

import argparse
import os
import secrets
import sys
import time
from collections import Counter
from typing import Final

from secrecy.check import EVERY
from secrecy.many import check_games

GAMES: Final = 1_000
PREFIXES: Final = 5
TOLD: Final = 10
BAR: Final = 30  # characters


def main() -> None:
    """Do what the command line says; exit with 1 if anything hidden was told."""
    wish = _read_wish()
    seed = wish.seed if wish.seed is not None else secrets.randbelow(10**9)
    where = "every prefix" if wish.every else f"{PREFIXES} random prefixes of each"
    print(f"{wish.games:,} random games from --seed {seed}, {where}, {wish.jobs} at a time")
    began, counts = time.monotonic(), Counter[str]()
    found: list[str] = []
    prefixes = EVERY if wish.every else PREFIXES
    results = check_games(seed=seed, games=wish.games, prefixes=prefixes, jobs=wish.jobs)
    for done, result in enumerate(results, 1):
        counts += result.counts
        for difference in result.differences[: max(0, TOLD - len(found))]:
            print(f"\n{difference}", flush=True)
        found += result.differences
        _progress(done, wish.games, len(found), time.monotonic() - began)
    print(f"\n\n{figures(counts)}\n")
    if found:
        sys.exit(f"{len(found):,} differences: something hidden is told.")
    print(f"No difference in {counts['comparisons']:,} comparisons.")


def figures(counts: Counter[str]) -> str:
    """What was counted, a line each; last the share of decisions that were not compared."""
    width = max(map(len, counts), default=0)
    lines = [f"  {name:{width}} {counts[name]:>12,}" for name in sorted(counts)]
    discarded = sum(counts[name] for name in counts if name.startswith("discarded"))
    share = discarded / max(1, counts["decided again"])
    return "\n".join([*lines, f"  Of the decisions made again {share:.2%} were discarded."])


def _progress(done: int, games: int, found: int, seconds: float) -> None:
    """A bar for who looks on; a line now and then for a file."""
    told = f"{done:,}/{games:,} games, {done / seconds:.1f} a second, {found} differences"
    if sys.stdout.isatty():
        print(f"\r[{'#' * (BAR * done // games):{BAR}}] {told} ", end="", flush=True)
    elif done == games or done % max(1, games // 10) == 0:
        print(told, flush=True)


def _read_wish() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do noninterference", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"{GAMES:,} if not given")
    parser.add_argument("--every", action="store_true", help=f"every prefix, not {PREFIXES}")
    parser.add_argument("--seed", type=int, help="of the first game; the next ones count on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    return parser.parse_args()


if __name__ == "__main__":
    main()
