"""`python -m bench`: measure, and print a table of ratios."""

import argparse
import json
import signal
import sys
from itertools import chain
from pathlib import Path

from bench import api, core, games, routes, table
from bench.measure import Row

ROUNDS = 15
QUICK_ROUNDS = 3


def main() -> None:
    """Do what the command line says; exit with 1 if a bound is missed or a row was not run."""
    wish = _read_wish()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers end as well
    rounds = QUICK_ROUNDS if wish.quick else ROUNDS
    found: list[Row] = []
    rules = chain(core.rows(rounds=rounds), games.rows(rounds=rounds))
    served = [module.rows(rounds=rounds, quick=wish.quick) for module in (api, routes)]
    for row in chain(rules, *served):
        if not found or found[-1].group != row.group:
            print(table.heading(row.group))
        print(table.line(row), flush=True)
        found.append(row)
    if wish.json:
        wish.json.write_text(json.dumps([row.as_json() for row in found], indent=2) + "\n")
    sys.exit(any(row.verdict in {"MISSED", "not run"} for row in found))


def _read_wish() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds, to see that it works")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there as well")
    return parser.parse_args()


if __name__ == "__main__":
    main()
