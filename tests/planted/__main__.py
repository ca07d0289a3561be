"""`python -m tests.planted`: plant every bug, one at a time; fail if one turns nothing red."""

import argparse
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.planted.planting import Verdict, copy_project, red_scenarios, try_out
from tests.planted.rule_bugs import BUGS, Bug


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument(
        "words", nargs="*", help="only bugs with one of these in their names, rules or modules"
    )
    parser.add_argument("--jobs", type=int, default=2, help="at a time")
    parser.add_argument("--scenarios-only", action="store_true", help="run no other tests")
    wish = parser.parse_args()
    bugs = [bug for bug in BUGS if _is_meant(bug, wish.words)]
    if not bugs:
        sys.exit("No bug has one of these words in its name, rule or module.")
    began, green = time.monotonic(), 0
    width = max(len(bug.name) for bug in BUGS)
    with tempfile.TemporaryDirectory(prefix="illimat-planted-") as name:
        source = Path(name)
        copy_project(source)  # so work on the core meanwhile does no harm
        if red := red_scenarios(source, ""):
            sys.exit(f"Without any bug this is red: {red}")
        tried = partial(_tried, source=source, scenarios_only=wish.scenarios_only)
        with ThreadPoolExecutor(wish.jobs) as pool:
            for verdict in pool.map(tried, bugs):
                green += not verdict.by
                by = verdict.by or "GREEN: no test notices"
                print(f"{verdict.bug.rule:20} {verdict.bug.name:{width}}  {by}", flush=True)
    print(f"{len(bugs) - green} of {len(bugs)} found in {time.monotonic() - began:.0f} s.")
    sys.exit(1 if green else 0)


def _is_meant(bug: Bug, words: list[str]) -> bool:
    named = f"{bug.name} {bug.rule} {bug.module}".lower()
    return not words or any(word.lower() in named for word in words)


def _tried(bug: Bug, *, source: Path, scenarios_only: bool) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="illimat-planted-") as folder:
        return try_out(bug, Path(folder), source, scenarios_only=scenarios_only)


if __name__ == "__main__":
    main()
