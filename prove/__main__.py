"""`python -m prove`: run the server, do it harm, and tell what it kept of its promises."""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
import time
from pathlib import Path

from prove.planted import BUGS
from prove.report import Outcome, describe, ending, revision
from prove.run import Plan
from prove.runs import INSTALL, RUNS, missing_for, with_bug
from prove.stack import Workshop

# Acknowledged submissions and kills of each kind, in each run; games without a server.
SHORT = (500, 10, 1_000)
LONG = (10_000, 300, 20_000)
BRIEF = (150, 8, 0)  # with a bug planted
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"

Verdict = tuple[bool, dict[str, str]]
"""Whether nothing was wrong, and why something was not run, by its name."""


def main() -> None:
    """Do what the command line says; exit with 1 if anything is wrong."""
    wish = _read_wish()
    seed = wish.seed if wish.seed is not None else secrets.randbelow(10**6)
    print(f"Proving revision {revision()} with --seed {seed}", flush=True)
    began = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="illimat-prove-"))
    folder.chmod(0o755)  # PostgreSQL runs as somebody else
    workshop = Workshop(folder)
    if wish.plant:
        bugs = list(BUGS) if "all" in wish.plant else wish.plant
        work = _plant(workshop, bugs, seed)
    else:
        plan = Plan(*(LONG if wish.long else SHORT), seed)
        work = _prove(workshop, wish.only or list(RUNS), plan)
    good, left_out = False, dict[str, str]()
    try:
        good, left_out = asyncio.run(work)
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it
    finally:
        workshop.tidy(keep_runs=not good and not wish.plant)
    print("\n" + ending(good=good, left_out=left_out, seconds=time.monotonic() - began))
    sys.exit(0 if good else 1)


async def _prove(workshop: Workshop, names: list[str], plan: Plan) -> Verdict:
    """Make the runs."""
    good, left_out = True, {}
    for name in names:
        if lacking := missing_for(name):
            outcome = Outcome(name, skipped=lacking)
            left_out[name] = lacking
            good = good and not _required(lacking)
        else:
            outcome = await RUNS[name](workshop, plan)
            good = good and not outcome.violated
        print("\n".join(describe(outcome)), flush=True)
    return good, left_out


async def _plant(workshop: Workshop, names: list[str], seed: int) -> Verdict:
    """Plant one bug after the other; each is to be found by the check that is for it."""
    good, left_out = True, {}
    for name in names:
        bug = BUGS[name]
        if bug.stack == "real" and (lacking := missing_for("postgres")):
            print(f"  NOT RUN  {name}: {lacking}")
            left_out[name] = lacking
            good = good and not _required(lacking)
            continue
        outcome = await with_bug(workshop, Plan(*BRIEF, seed, bug))
        red = {f.check: f.violations for f in outcome.findings if f.violations}
        caught = red.pop(bug.caught_by, [])
        good = good and bool(caught)
        print(f"  {'caught' if caught else 'MISSED'}  {name}: {bug.means}")
        print(f"          {bug.caught_by}: {len(caught)} violations", flush=True)
        for check, violations in red.items():
            print(f"          also red: {check}: {violations[0]}", flush=True)
    return good, left_out


def _required(lacking: str) -> bool:
    """Return whether that is no excuse: it could be installed, and all is to be run."""
    return REQUIRE_ALL and lacking.startswith(INSTALL)


def _read_wish() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do prove", description=__doc__)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--short", action="store_true", help=f"{SHORT[0]} submissions (default)")
    length.add_argument("--long", action="store_true", help=f"{LONG[0]} submissions: hours")
    parser.add_argument("--seed", type=int, help="repeats a run's schedule and the players' wishes")
    parser.add_argument("--only", nargs="+", choices=RUNS, metavar="NAME", help=", ".join(RUNS))
    parser.add_argument(
        "--plant", nargs="+", choices=["all", *BUGS], metavar="BUG", help=", ".join(["all", *BUGS])
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
