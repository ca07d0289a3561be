"""Run the tests in steps: those of every day, all that CI asks for, or the long ones in parts.

At the end come the time of each step, what only a second look found in order, and one summary of
all tests.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

from trials.installed import find_postgres
from trials.programs import PROJECT

REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"
SLOW = "slow"  # pytest's mark of the tests that are left to CI because they take a while
THOROUGH = "thorough"  # pytest's mark of those that take longer, and repeat what others show
ON_BOTH = "both_databases"  # pytest's mark of the tests that run on PostgreSQL, too
EVERY_DAY = ("locking", "only_postgresql")  # those of them that do so every day
QUICK = "quick"  # pytest's mark of the fast tests that find what a commit has forgotten
USUAL = f"not {THOROUGH}"
PROCESSES = "processes"  # pytest's mark of the tests that start programs, which may be disturbed
CORE = "tests/core"
# What coverage measures: packages, and the least percentage of lines and branches.
SERVER = ["accounts", "api", "config", "games", "leagues"]
SERVER += ["moderation", "notifications", "quotas", "ratings", "web"]
MEASURED: Final[dict[str, tuple[list[str], int]]] = {
    "core": (["illimat_core"], 100),
    "server": (SERVER, 95),
}
# By file, because its tests share servers, and in the order of tests/conftest.py. A few workers may
# be ended by a test each.
TWO_AT_ONCE = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
TWO_AT_ONCE += ["--max-worker-restart", "4"]
# Each run deals the same cards and keeps the same order, so that a failure says something about the
# change.
REPEATED = ["--randomly-seed", "1"]
ON_SERVER = ["-m", "trials.servers", sys.executable]  # runs Python with a new PostgreSQL
LAST_LINES = 12  # of a failed step, repeated at the end, where a log is read first
LOOKED_AT_AGAIN = 3  # failures, at most; more are no accident
DONE = PROJECT / "docs" / "long-tests.md"


class SuiteStep(NamedTuple):
    """A command of Python's; one that runs pytest is told where to write what became of its tests.

    `chosen` are pytest's arguments that choose the tests, which a second look does without. While a
    step is taken that leaves room, which then may print nothing, so is the next one.
    """

    title: str
    command: Sequence[str]
    chosen: Sequence[str] = ()
    environment: Mapping[str, str] = {}
    leaves_room: bool = False


class StepOutcome(NamedTuple):
    """What became of a step: its exit code, its time, its tests, and its last lines without any."""

    step: SuiteStep
    code: int
    seconds: float
    passed: int = 0
    skipped: int = 0
    failed: Sequence[str] = ()
    last: Sequence[str] = ()


def pytest(
    title: str,
    *kinds: str,
    at: Sequence[str] = (),
    postgres: bool = False,
    measured: str = "",
    environment: Mapping[str, str] | None = None,
) -> SuiteStep:
    """Return the step that runs the tests of all these `kinds`, `at` some places."""
    repeated = [] if environment else REPEATED
    command = [*(ON_SERVER if postgres else ()), "-m", "pytest", *repeated]
    packages = MEASURED[measured][0] if measured else []
    covered = ["--cov-report=", "--cov-append"] + [f"--cov={name}" for name in packages]
    chosen = [*TWO_AT_ONCE, "-m", " and ".join(kinds), *at, *(covered if packages else ())]
    return SuiteStep(title, command, chosen, environment or {})


def files_with(marks: Sequence[str]) -> list[str]:
    """Return the files with one of some marks: to collect from the others takes longer."""
    mark = re.compile(rf"mark\.({'|'.join(marks)})\b")
    files = (PROJECT / "tests").rglob("test_*.py")
    return [str(file) for file in files if mark.search(file.read_text(encoding="utf-8"))]


def every_day() -> list[SuiteStep]:
    everyday = (f"not {SLOW}", f"not {THOROUGH}")
    steps = [pytest("Tests on SQLite", *everyday)]
    if find_postgres():
        locking = f"({' or '.join(EVERY_DAY)})"
        at = files_with(EVERY_DAY)
        steps.append(pytest("Tests on PostgreSQL", locking, *everyday, at=at, postgres=True))
    return steps


def quick() -> list[SuiteStep]:
    """Return the steps that find within half a minute what a commit has forgotten."""
    lint = str(PROJECT / "do")
    return [
        SuiteStep("Formatting and linters", [lint, "lint", "formatting", "linters"]),
        SuiteStep("Numbers that may only fall", ["-m", "trials.ratchets"]),
        pytest("What a commit forgets", QUICK, at=files_with([QUICK])),
    ]


def required() -> list[SuiteStep]:
    """Return the steps of CI: what is checked, a brief proof, each test on one database."""
    at = files_with([ON_BOTH])
    proof = ["--brief", "--seed", "1", "--only", "postgres", "sqlite", "deadlines"]
    return [
        SuiteStep("Lint", [str(PROJECT / "do"), "lint"], leaves_room=True),
        SuiteStep("A brief proof", ["-m", "trials.prove", *proof]),
        pytest("Tests on PostgreSQL", ON_BOTH, USUAL, at=at, postgres=True, measured="server"),
        *measure("core"),
        *measure("server", f"not {ON_BOTH}"),
    ]


def measure(part: str, *kinds: str) -> list[SuiteStep]:
    """Return the steps that run the tests of a part on SQLite and tell what they do not reach."""
    at = [CORE] if part == "core" else [f"--ignore={CORE}"]
    tests = pytest(f"Tests of the {part} on SQLite", USUAL, *kinds, at=at, measured=part)
    return [tests, _report(part)]


def _report(part: str) -> SuiteStep:
    packages, least = MEASURED[part]
    included = ",".join(f"{name}/*" for name in packages)
    command = ["-m", "coverage", "report", "--include", included, "--show-missing"]
    command += ["--skip-covered", "--fail-under", str(least)]
    return SuiteStep(f"Branches of the {part} that tests take, {least} % at least", command)


def long() -> dict[str, list[SuiteStep]]:
    """Return the steps of each part of the tests that take long, in sizes that do."""
    big = {"THOROUGH": "1"}
    apps = [f"tests/{name}" for name in SERVER if (PROJECT / "tests" / name).is_dir()]
    apps = [name for name in apps if name not in {"tests/config", "tests/web"}]
    system = [f"tests/{name}" for name in ("clients", "config", "docs", "e2e", "packaging")]
    return {
        "core": [pytest("The core", at=[CORE], environment=big)],
        "planted": [pytest("Defects planted in the rules", at=["tests/planted"], environment=big)],
        "server": [pytest("The apps, on SQLite", at=apps, environment=big)],
        "postgres": [
            pytest(
                "The apps and pages, on PostgreSQL",
                f"not {PROCESSES}",
                at=[*apps, "tests/web"],
                postgres=True,
                environment=big,
            )
        ],
        "pages": [pytest("The pages", at=["tests/web"], environment=big)],
        "system": [pytest("Programs and tools", at=[*system, "tests/trials"], environment=big)],
        "proof": [SuiteStep("The short proof", ["-m", "trials.prove", "--short"])],
    }


def main() -> None:
    """Run the command; exit with 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="./do test", description=__doc__)
    parts = long()
    parser.add_argument(
        "--long",
        nargs="*",
        choices=parts,
        metavar="PART",
        help=f"all, or some of {', '.join(parts)}",
    )
    parser.add_argument("--quick", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--measure", nargs="*", choices=MEASURED, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.quick:
        sys.exit(0 if run(quick()) else 1)
    if arguments.measure is not None:
        steps = [step for part in arguments.measure or MEASURED for step in measure(part)]
        sys.exit(0 if run(steps) else 1)
    if arguments.long is None:
        steps = required() if REQUIRE_ALL else every_day()
        print("Left out are tests that take long: ./do test --long runs them, too.", flush=True)
        sys.exit(0 if run(steps) else 1)
    good = True
    for part in arguments.long or parts:
        began = time.monotonic()
        passed = run(parts[part])
        good = good and passed
        if passed:
            note(part, round((time.monotonic() - began) / 60))
    sys.exit(0 if good else 1)


def run(steps: Sequence[SuiteStep]) -> bool:
    """Take all steps, also after one that fails; tell the end, and return whether all is well."""
    (PROJECT / ".coverage").unlink(missing_ok=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = take_all(steps, Path(folder))
        accidents = look_again(outcomes, Path(folder, "again.xml")) if REQUIRE_ALL else []
    tell(outcomes, accidents, time.monotonic() - began)
    return all(not each.code or set(each.failed) & set(accidents) for each in outcomes)


def take_all(steps: Sequence[SuiteStep], folder: Path) -> list[StepOutcome]:
    """Take steps, with a file in `folder` for the results of each."""
    running = []
    with ThreadPoolExecutor() as threads:
        for number, step in enumerate(steps):
            running.append(threads.submit(take, step, folder / f"{number}.xml"))
            if not step.leaves_room:
                wait(running)
    return [each.result() for each in running]


def take(step: SuiteStep, results: Path) -> StepOutcome:
    """Take a step; `results` is the file in which pytest writes what became of its tests."""
    title = f"\n--- {step.title}"
    if not step.leaves_room:
        print(title, flush=True)
    began = time.monotonic()
    command = [sys.executable, *step.command, *step.chosen]
    command += ["--junitxml", str(results)] if step.chosen else []
    environment = os.environ | step.environment
    if step.chosen:
        code, lines = subprocess.run(command, env=environment, check=False).returncode, list[str]()
    else:
        code, lines = _read(command, environment, aloud=not step.leaves_room)
    if step.leaves_room:
        print(title, *lines, sep="\n", flush=True)
    seconds = time.monotonic() - began
    return StepOutcome(step, code, seconds, *_results(results), last=lines[-LAST_LINES:])


def _read(
    command: Sequence[str], environment: Mapping[str, str], *, aloud: bool
) -> tuple[int, list[str]]:
    """Return the exit code of a command and its lines, which are printed meanwhile if `aloud`."""
    at_once = {**environment, "PYTHONUNBUFFERED": "1"}  # so that errors keep their place, too
    with subprocess.Popen(
        command, env=at_once, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        lines = []
        for line in running.stdout or ():
            lines.append(line.rstrip("\n"))
            if aloud:
                print(line, end="", flush=True)
    return running.returncode, lines


def _results(file: Path) -> tuple[int, int, list[str]]:
    """Return how many tests passed and were skipped, and the names of those that failed."""
    if not file.exists():
        return 0, 0, []
    cases = list(ElementTree.parse(file).iter("testcase"))  # noqa: S314 - pytest wrote it
    skipped = [each for each in cases if each.find("skipped") is not None]
    failed = [
        f"{each.get('classname', '').replace('.', '/')}.py::{each.get('name')}"
        for each in cases
        if each.find("failure") is not None or each.find("error") is not None
    ]
    return len(cases) - len(skipped) - len(failed), len(skipped), failed


def look_again(outcomes: Sequence[StepOutcome], results: Path) -> list[str]:
    """Run a few failed tests once more, alone; return those that may have failed by accident.

    That is all of them or none: they have to start programs, and to pass now.
    """
    broken = [each for each in outcomes if each.code]
    failed = [name for each in broken for name in each.failed]
    if not all(each.failed for each in broken) or not 0 < len(failed) <= LOOKED_AT_AGAIN:
        return []
    passed = 0
    for outcome in broken:
        again = outcome.step._replace(
            title=f"A second look: {outcome.step.title}",
            chosen=["-m", PROCESSES, *outcome.failed],
        )
        passed += take(again, results).passed
    return failed if passed == len(failed) else []


def tell(outcomes: Sequence[StepOutcome], accidents: Sequence[str], seconds: float) -> None:
    """Print the time of each step, what passed at a second look, and one summary of all tests."""
    print("\n--- Steps")
    for each in outcomes:
        print(f"{each.seconds:6.0f} s  {each.step.title}{'' if not each.code else ': FAILED'}")
        for line in each.last if each.code else ():
            print(f"          | {line}")
    for name in accidents:
        print(f"FLAKY: {name}")
    failed = [name for each in outcomes for name in each.failed if name not in accidents]
    failed += [each.step.title for each in outcomes if each.code and not each.failed]
    for name in failed:
        print(f"FAILED {name}")
    counts = {
        "failed": len(failed),
        "passed": sum(each.passed for each in outcomes) + len(accidents),
        "skipped": sum(each.skipped for each in outcomes),
    }
    told = ", ".join(f"{number} {name}" for name, number in counts.items() if number)
    print(f"\n==== {told or 'no tests ran'} in {seconds:.2f}s ====", flush=True)


def note(part: str, minutes: int) -> None:
    """Note in the documents that a part of the long tests was green at the current commit."""
    row = f"| `{part}` | {datetime.now(UTC):%d %B %Y} | {_commit()} | {minutes} |"
    text = DONE.read_text(encoding="utf-8")
    DONE.write_text(re.sub(rf"^\| `{part}` .*$", row, text, flags=re.MULTILINE), encoding="utf-8")


def _commit() -> str:
    """Return the current commit, with a plus if there are changes other than those noted here."""
    commit = _git("rev-parse", "--short", "HEAD").strip()
    changed = _git("status", "--porcelain", "--", ".", f":!{DONE.relative_to(PROJECT)}")
    return commit + ("+" if changed else "")


def _git(*command: str) -> str:
    command = ("git", *command)
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
