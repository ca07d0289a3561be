"""What a run found, as people read it."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from prove.checks import Finding

SHOWN = 5  # violations of one check


class Outcome(NamedTuple):
    """A run with its figures (what, and how much) and findings; `skipped` says why there are none.

    `folder` keeps what happened, if something was wrong.
    """

    run: str
    figures: Mapping[str, str] = MappingProxyType({})
    findings: Sequence[Finding] = ()
    skipped: str = ""
    folder: Path | None = None

    @property
    def violated(self) -> bool:
        """Whether anything was found wrong."""
        return any(finding.violations for finding in self.findings)


def describe(outcome: Outcome) -> Iterable[str]:
    """Yield the lines of a run's table."""
    yield ""
    yield f"--- {outcome.run}"
    if outcome.skipped:
        yield f"  NOT RUN: {outcome.skipped}"
    for what, amount in outcome.figures.items():
        yield f"  {what:<44} {amount}"
    for finding in outcome.findings:
        bound = f"0 of {finding.looked_at}, so < {finding.bound:.2%}" if finding.bound else ""
        wrong = f"{len(finding.violations)} of {finding.looked_at}"
        mark = "✗" if finding.violations else "✓"
        nothing = "nothing to look at" if not finding.looked_at else wrong
        yield f"  {mark} {finding.check:<42} {bound or nothing}"
        yield from (f"      {violation}" for violation in finding.violations[:SHOWN])
        if len(finding.violations) > SHOWN:
            yield f"      and {len(finding.violations) - SHOWN} more"
    if outcome.folder:
        yield f"  What happened is kept in {outcome.folder}"


def ending(*, good: bool, left_out: Mapping[str, str], seconds: float) -> str:
    """Return the last line; `left_out` are the reasons why something was not run, by its name."""
    if not good:
        return f"NOT proven in {seconds:.0f} s."
    reasons = ", ".join(f"{name} ({reason})" for name, reason in left_out.items())
    exception = f", except for what was not run: {reasons}" if reasons else ""
    return f"Proven in {seconds:.0f} s{exception}."


def revision() -> str:
    """Return what the project's files are: git's revision, marked if they differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return told.stdout.strip()
