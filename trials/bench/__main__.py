"""Measure the rules and the API beside baselines, and print the ratios."""

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from trials.bench import (
    analysis,
    api,
    clocks,
    core,
    earlier,
    floor,
    games,
    mails,
    routes,
    seasons,
)
from trials.bench.measure import Row
from trials.bench.table import Report

ROUNDS = 15
QUICK_ROUNDS = 3
RULES: Final = {"core": core, "games": games, "earlier": earlier, "analysis": analysis}
SERVED: Final[dict[str, Any]] = {
    "api": api,
    "floor": floor,
    "clocks": clocks,
    "mails": mails,
    "seasons": seasons,
    "routes": routes,
}
PARTS: Final = [*RULES, *SERVED]


def main() -> None:
    """Run the command; exit with 1 if a bound is missed or a row could not be measured."""
    arguments = _parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers are stopped
    rounds = QUICK_ROUNDS if arguments.quick else ROUNDS
    report, found = Report(), list[Row]()
    for row in _measured(arguments.only, rounds, arguments.quick):
        report.add(row)
        found.append(row)
    if arguments.json:
        arguments.json.write_text(json.dumps([row.as_json() for row in found], indent=2) + "\n")
    sys.exit(any(row.verdict in {"MISSED", "not run"} for row in found))


def _measured(parts: list[str], rounds: int, quick: bool) -> Iterator[Row]:
    for name, module in RULES.items():
        if name in parts:
            yield from module.rows(rounds=rounds)
    for name, module in SERVED.items():
        if name in parts:
            yield from module.rows(rounds=rounds, quick=quick)


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do bench", description=__doc__)
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="PART",
        choices=PARTS,
        default=PARTS,
        help=f"measure only some of {', '.join(PARTS)}",
    )
    parser.add_argument(
        "--quick", action="store_true", help="measure fewer rounds and games, less exactly"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows to FILE")
    return parser.parse_args()


if __name__ == "__main__":
    main()
