"""The results of runs, printed as tables."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from trials.display import print_table
from trials.prove.checks import Finding

SHOWN = 5  # violations of one check


class RunOutcome(NamedTuple):
    """The result of a run: `figures` by their names, and a finding for each check.

    A run that was not made has the reason in `skipped`. `folder` has the history and the logs of a
    run in which a check failed.
    """

    run: str
    figures: Mapping[str, str] = MappingProxyType({})
    findings: Sequence[Finding] = ()
    skipped: str = ""
    folder: Path | None = None

    @property
    def violated(self) -> bool:
        return any(finding.violations for finding in self.findings)


def print_outcome(outcome: RunOutcome) -> None:
    """Print a run's figures, its checks, and the first violations of each check that failed."""
    print(f"\n--- {outcome.run}")
    if outcome.skipped:
        print(f"NOT RUN: {outcome.skipped}")
    print_table(outcome.figures.items(), "left", "left")
    print_table([_row(finding) for finding in outcome.findings], "left", "left", "left")
    for finding in outcome.findings:
        _print_violations(finding)
    if outcome.folder:
        print(f"The run's history and logs are kept in {outcome.folder}")
    sys.stdout.flush()


def _row(finding: Finding) -> tuple[str, str, str]:
    """Return the cells of a check: whether it passed, its name, and what it looked at."""
    mark = "✗" if finding.violations else "✓"
    counted = f"{len(finding.violations)} of {finding.looked_at}"
    if finding.bound:
        counted += f", so < {finding.bound:.2%}"
    return mark, finding.check, counted if finding.looked_at else "nothing to look at"


def _print_violations(finding: Finding) -> None:
    if finding.violations:
        print(f"✗ {finding.check}:")
    for violation in finding.violations[:SHOWN]:
        print(f"    {violation}")
    if len(finding.violations) > SHOWN:
        print(f"    and {len(finding.violations) - SHOWN} more")


def print_failed(outcomes: Sequence[RunOutcome]) -> None:
    """Print each check that failed in a line, which is what one looks for at the end of a log."""
    failed = [(each.run, f) for each in outcomes for f in each.findings if f.violations]
    if failed:
        print()
    for run, finding in failed:
        print(f"✗ {run}: {finding.check}: {finding.violations[0]}")


def ending(*, good: bool, left_out: Mapping[str, str], seconds: float) -> str:
    """Return the last line; `left_out` gives the reason for each run that was not made."""
    if not good:
        return f"NOT proven in {seconds:.0f} s."
    reasons = ", ".join(f"{name} ({reason})" for name, reason in left_out.items())
    exception = f", except for runs that were not made: {reasons}" if reasons else ""
    return f"Proven in {seconds:.0f} s{exception}."


def revision() -> str:
    """Return git's name for the revision, marked if files differ from it, or `unknown`."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        described = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return described.stdout.strip()
