"""Deal games as the server does, and test whether all that is left to chance is drawn fairly."""

import argparse
import sys
import time
from contextlib import closing
from typing import Final

from trials.display import Bar, print_table
from trials.fairness.dealing import DrawnOutcomes, deal_all
from trials.fairness.verdicts import ERROR, Verdict, judge
from trials.pool import add_jobs_argument

DECKS: Final = 100_000
LEAST: Final = 1_000
"""With fewer decks, a card lies in a place too rarely for χ²."""


def main() -> None:
    """Run the command; exit with 1 if anything is unfair."""
    arguments = _parse_args()
    decks, began, dealt = arguments.decks, time.monotonic(), DrawnOutcomes()
    print(f"{decks:,} games, a deck each, {arguments.jobs} at a time", flush=True)
    batches = deal_all(decks, jobs=arguments.jobs)
    with Bar("fairness") as bar, closing(batches):
        for batch in batches:
            dealt.add(batch)
            done = len(dealt.seeds)
            speed = done / (time.monotonic() - began)
            bar.show(done / decks, f"{done:,}/{decks:,} decks, {speed:,.0f} a second")
    verdict = judge(dealt)
    _print(verdict)
    if verdict.repeated:
        print(f"Seeds that were drawn before: {verdict.repeated:,}.")
    if verdict.unfair or verdict.repeated:
        sys.exit("Not fair.")
    print(f"Fair. Even a fair dealer is found unfair in one of {1 / ERROR:,.0f} runs.")


def _print(verdict: Verdict) -> None:
    rows = [("drawn", "of", "χ²", "expected", "probability", "")]
    for each, fit in verdict.fits.items():
        figures = f"{each.size}", f"{fit.chi_square:,.1f}", f"{fit.freedom:,}"
        mark = "UNFAIR" if each in verdict.unfair else ""
        rows.append((each.title, *figures, f"{fit.probability:.5f}", mark))
    print()
    print_table(rows, "left", "right", "right", "right", "right", "left")
    print(f"\nUnfair is a probability below {verdict.bound:.5f}.")


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do fairness", description=__doc__)
    parser.add_argument(
        "--decks", type=_decks, default=DECKS, help=f"how many decks to deal [{DECKS:,}]"
    )
    add_jobs_argument(parser)
    return parser.parse_args()


def _decks(text: str) -> int:
    number = int(text)
    if number < LEAST:
        raise argparse.ArgumentTypeError(f"at least {LEAST:,}")
    return number


if __name__ == "__main__":
    main()
