"""Measure the rules and the API beside baselines, and print the ratios."""

import argparse
import json
import signal
import sys
from itertools import chain
from pathlib import Path

from trials.bench import analysis, api, clocks, core, earlier, games, mails, routes, seasons
from trials.bench.measure import Row
from trials.bench.table import Report

ROUNDS = 15
QUICK_ROUNDS = 3


def main() -> None:
    """Run the command; exit with 1 if a bound is missed or a row could not be measured."""
    arguments = _parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers are stopped
    rounds = QUICK_ROUNDS if arguments.quick else ROUNDS
    report, found = Report(), list[Row]()
    modules = (core, games, earlier, analysis)
    rules = chain.from_iterable(module.rows(rounds=rounds) for module in modules)
    served = [
        module.rows(rounds=rounds, quick=arguments.quick)
        for module in (api, clocks, mails, seasons, routes)
    ]
    for row in chain(rules, *served):
        report.add(row)
        found.append(row)
    if arguments.json:
        arguments.json.write_text(json.dumps([row.as_json() for row in found], indent=2) + "\n")
    sys.exit(any(row.verdict in {"MISSED", "not run"} for row in found))


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do bench", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="measure fewer rounds and games, less exactly"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows to FILE")
    return parser.parse_args()


if __name__ == "__main__":
    main()
