"""Plants one bug in a copy of the core, and looks which tests turn red."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.planted.rule_bugs import Bug

PROJECT = Path(__file__).parents[2]
NEEDED = (
    "illimat_core",
    "trials",
    "tests/core",
    "tests/golden",
    "tests/scenarios",
    "tests/support",
)
TESTS = (
    "tests/core/test_options.py",
    *(f"tests/core/rules/test_{name}.py" for name in ("dealing", "chance", "scoring", "forfeit")),
    "tests/core/rules/test_sums.py",
    "tests/core/positions/test_loading.py",
    "tests/core/offers/test_listing.py",
    "tests/core/luminaries",
)
"""The unit and property tests that are asked where every scenario holds."""

FIRST_FAILURE = """
import sys
from pathlib import Path
from illimat_core.console.scenarios import run_files

failed = (name for name, failure in run_files([Path(name) for name in sys.argv[1:]]) if failure)
print(next(failed, ""))
"""


class Verdict(NamedTuple):
    """What a bug turned red: ``by`` tells which, "" where nothing did."""

    bug: Bug
    by: str


def copy_project(folder: Path, source: Path = PROJECT) -> None:
    for name in NEEDED:
        shutil.copytree(source / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))


def try_out(
    bug: Bug, folder: Path, source: Path = PROJECT, *, scenarios_only: bool = False
) -> Verdict:
    """Plant a bug in a copy of the core in this folder, and run the tests there."""
    copy_project(folder, source)
    plant(bug, folder)
    by = red_scenarios(folder, bug.rule)
    return Verdict(bug, by or ("" if scenarios_only else red_tests(folder)))


def plant(bug: Bug, folder: Path) -> None:
    """Make the mistake in the core in a folder. Raises ValueError where it cannot be made."""
    module = folder / "illimat_core" / f"{bug.module}.py"
    written = module.read_text(encoding="utf-8")
    if written.count(bug.fragment) != 1:
        raise ValueError(f"{bug.name}: {bug.module} must have this once: {bug.fragment}")
    module.write_text(written.replace(bug.fragment, bug.replacement), encoding="utf-8")


def red_scenarios(folder: Path, rule: str) -> str:
    """Return the first scenario that fails, or ""; files that speak of the rule come first.

    Raises RuntimeError where none can be run: a program that crashes is found by anything.
    """
    files = sorted((folder / "tests/scenarios").rglob("*.yaml"))
    files.sort(key=lambda path: rule not in path.read_text(encoding="utf-8"))
    told = _python(folder, "-c", FIRST_FAILURE, *map(str, files))
    if told.returncode:
        raise RuntimeError(told.stderr)
    return told.stdout.strip()


def red_tests(folder: Path) -> str:
    """Return the first of the unit and property tests that fails, or an empty text."""
    (folder / "pytest.ini").write_text(
        "[pytest]\npythonpath = .\naddopts = --import-mode=importlib\n"
    )
    quiet = ["-q", "-x", "--no-header", "--tb=no", "-p", "no:django", "-p", "no:randomly"]
    told = _python(folder, "-m", "pytest", *quiet, *TESTS)
    failed = [line for line in told.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0] if failed else ""


def _python(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
