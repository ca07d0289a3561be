"""Run the server, kill its programs under load, and check that it keeps its promises."""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
import time
from pathlib import Path

from trials.display import Rows
from trials.prove.planted import BUGS
from trials.prove.report import RunOutcome, ending, print_failed, print_outcome, revision
from trials.prove.run import RunPlan
from trials.prove.runs import INSTALL, RUNS, missing_for, with_bug
from trials.prove.stack import Workshop

# Acknowledged submissions and kills of each kind, in each run; games whose deadlines pass; games
# without a server; turns for the outbox, and the seconds that Redis is away meanwhile.
SHORT = (500, 10, 500, 1_000, 250, 5)
LONG = (10_000, 300, 10_000, 20_000, 5_000, 600)
BRIEF = (150, 3, 150, 40, 50, 5)
PLANTED = (150, 8, 300, 0, 150, 5)  # with a planted bug
WIDTHS = (7, 26)  # characters: of a planted bug, whether it was caught, and its name
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"

Verdict = tuple[bool, dict[str, str]]
"""Whether all is well, and the reason for each run that was not made."""


def main() -> None:
    """Run the command; exit with 1 if a check fails or a planted bug is missed."""
    arguments = _parse_args()
    seed = arguments.seed if arguments.seed is not None else secrets.randbelow(10**6)
    print(f"Proving revision {revision()} with --seed {seed}", flush=True)
    began = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="illimat-prove-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    workshop = Workshop(folder)
    if arguments.plant:
        bugs = list(BUGS) if "all" in arguments.plant else arguments.plant
        work = _plant(workshop, bugs, seed)
    else:
        size = LONG if arguments.long else BRIEF if arguments.brief else SHORT
        plan = RunPlan(*size, seed)
        names = [name for name in arguments.only or RUNS if name not in arguments.skip]
        work = _prove(workshop, names, plan)
    good, left_out = False, dict[str, str]()
    try:
        good, left_out = asyncio.run(work)
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it
    finally:
        workshop.tidy(keep_runs=not good and not arguments.plant)
    print("\n" + ending(good=good, left_out=left_out, seconds=time.monotonic() - began))
    sys.exit(0 if good else 1)


async def _prove(workshop: Workshop, names: list[str], plan: RunPlan) -> Verdict:
    good, left_out, outcomes = True, {}, list[RunOutcome]()
    for name in names:
        if lacking := missing_for(name):
            outcome = RunOutcome(name, skipped=lacking)
            left_out[name] = lacking
            good = good and not _required(lacking)
        else:
            outcome = await RUNS[name](workshop, plan)
            good = good and not outcome.violated
        print_outcome(outcome)
        outcomes.append(outcome)
    print_failed(outcomes)
    return good, left_out


async def _plant(workshop: Workshop, names: list[str], seed: int) -> Verdict:
    """Plant one bug after the other, and print whether the check that is for it fails."""
    good, left_out, lines = True, {}, Rows(*WIDTHS)
    for name in names:
        bug = BUGS[name]
        if bug.stack != "embedded" and (lacking := missing_for("postgres")):
            lines.print("NOT RUN", name, lacking)
            left_out[name] = lacking
            good = good and not _required(lacking)
            continue
        outcome = await with_bug(workshop, RunPlan(*PLANTED, seed, bug))
        red = {f.check: f.violations for f in outcome.findings if f.violations}
        caught = red.pop(bug.caught_by, [])
        good = good and bool(caught)
        style = "" if caught else "red"
        lines.print("caught" if caught else "MISSED", name, bug.means, style=style)
        lines.print("", "", f"{bug.caught_by}: {len(caught)} violations")
        for check, violations in red.items():
            lines.print("", "", f"also failed: {check}: {violations[0]}")
    return good, left_out


def _required(lacking: str) -> bool:
    """Return whether this must not be lacking: all runs are required, and it can be installed."""
    return REQUIRE_ALL and lacking.startswith(INSTALL)


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do prove", description=__doc__)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--brief", action="store_true", help=f"{BRIEF[0]} submissions")
    length.add_argument("--short", action="store_true", help=f"{SHORT[0]} submissions (default)")
    length.add_argument("--long", action="store_true", help=f"{LONG[0]} submissions: hours")
    parser.add_argument(
        "--seed", type=int, help="repeat the faults and the choices of the run that printed it"
    )
    parser.add_argument("--only", nargs="+", choices=RUNS, metavar="NAME", help=", ".join(RUNS))
    parser.add_argument("--skip", nargs="+", choices=RUNS, metavar="NAME", default=[])
    parser.add_argument(
        "--plant", nargs="+", choices=["all", *BUGS], metavar="BUG", help=", ".join(["all", *BUGS])
    )
    arguments = parser.parse_args()
    if set(arguments.only or RUNS) <= set(arguments.skip):
        parser.error("--skip leaves no run to make.")
    return arguments


if __name__ == "__main__":
    main()
