"""The tests run in steps: failures are found, a few are looked at again, and all are counted."""

import re
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import pytest
from django.conf import settings

from trials import suite
from trials.suite import MEASURED, SuiteStep

SETTINGS = "[pytest]\nmarkers =\n    processes: starts programs\n    thorough: takes long\n"
GOOD = "def test_good(): pass\n"
BAD = "def test_bad(): assert False\n"
# Fails the first time, as a test may that a busy machine disturbs.
DISTURBED = """
import pathlib, pytest
@pytest.mark.processes
def test_disturbed():
    file = pathlib.Path("seen")
    seen = file.exists()
    file.touch()
    assert seen
"""
PLAIN = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # loading them takes longest
Try = Callable[..., bool]


@pytest.fixture
def try_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Try:
    """Return what runs steps that each have the tests of one file, as CI does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(suite, "PROJECT", tmp_path)
    monkeypatch.setattr(suite, "REQUIRE_ALL", True)
    (tmp_path / "pytest.ini").write_text(SETTINGS)

    def run(*files: str, also: tuple[SuiteStep, ...] = ()) -> bool:
        steps = []
        for number, text in enumerate(files):
            file = tmp_path / f"test_{number}.py"
            file.write_text(text)
            command = ["-m", "pytest", "-c", "pytest.ini"]
            chosen = ["-m", "not thorough", file.name]
            steps.append(SuiteStep(f"Step {number}", command, chosen, PLAIN))
        return suite.run([*steps, *also])

    return run


def end(capfd: pytest.CaptureFixture[str]) -> list[str]:
    """Return what is printed behind the list of steps, and the last line without its time."""
    lines = capfd.readouterr().out.rpartition("--- Steps")[2].splitlines()[1:]
    told = [re.sub(r"^ *\d+ s  | in [\d.]+s", "", line) for line in lines]
    return [line for line in told if line]


@pytest.mark.slow
def test_tests_of_all_steps_are_counted_together(
    try_out: Try, capfd: pytest.CaptureFixture[str]
) -> None:
    assert try_out(GOOD, GOOD)
    assert end(capfd) == ["Step 0", "Step 1", "==== 2 passed ===="]


@pytest.mark.slow
def test_a_failure_is_named_and_later_steps_are_taken_all_the_same(
    try_out: Try, capfd: pytest.CaptureFixture[str]
) -> None:
    assert not try_out(BAD, GOOD)
    told = ["Step 0: FAILED", "Step 1", "FAILED test_0.py::test_bad"]
    assert end(capfd) == [*told, "==== 1 failed, 1 passed ===="]


@pytest.mark.slow
def test_a_test_that_starts_programs_may_pass_at_a_second_look_and_is_named(
    try_out: Try, capfd: pytest.CaptureFixture[str]
) -> None:
    assert try_out(DISTURBED, GOOD)
    told = ["Step 0: FAILED", "Step 1", "FLAKY: test_0.py::test_disturbed"]
    assert end(capfd) == [*told, "==== 2 passed ===="]


@pytest.mark.slow
@pytest.mark.parametrize(
    "beside",
    [BAD, "".join(f"def test_{n}(): assert False\n" for n in range(3))],
    ids=["one that starts none", "more than three"],
)
def test_beside_other_failures_there_is_no_second_look(try_out: Try, beside: str) -> None:
    assert not try_out(DISTURBED, beside)


@pytest.mark.slow
def test_nor_is_there_one_where_a_step_without_tests_failed(try_out: Try) -> None:
    assert not try_out(DISTURBED, also=(SuiteStep("Lint", ["-c", "exit(1)"]),))


@pytest.mark.slow
def test_what_a_step_without_tests_said_last_stands_at_the_end(
    try_out: Try, capfd: pytest.CaptureFixture[str]
) -> None:
    said = "import sys; print('first'); sys.exit('too long')"
    assert not try_out(GOOD, also=(SuiteStep("Lint", ["-c", said]),))
    told = ["Step 0", "Lint: FAILED", "          | first", "          | too long"]
    assert end(capfd) == [*told, "FAILED Lint", "==== 1 failed, 1 passed ===="]


@pytest.mark.slow
def test_a_step_whose_tests_cannot_be_collected_fails(try_out: Try) -> None:
    assert not try_out("import nothing_of_that_name\n")


def test_every_package_but_the_tools_is_measured() -> None:
    contracts = ConfigParser()
    contracts.read(settings.BASE_DIR / ".importlinter")
    packages = set(contracts["importlinter"]["root_packages"].split())
    measured = [name for names, _ in MEASURED.values() for name in names]
    assert sorted(measured) == sorted(packages - {"demo", "trials"})


@pytest.mark.slow
def test_a_line_that_no_test_reaches_fails_and_is_named(
    try_out: Try, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "illimat_core").mkdir()
    (tmp_path / "illimat_core" / "rule.py").write_text("def rule():\n    return 1\n")
    (tmp_path / "reach.py").write_text("import illimat_core.rule")
    measure = SuiteStep("Reach", ["-m", "coverage", "run", "--branch", "reach.py"])
    *_, report = suite.measure("core")
    assert not try_out(also=(measure, report))
    assert re.search(r"illimat_core/rule\.py .* 2\n", capfd.readouterr().out)


def test_a_green_part_is_noted_with_its_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "long-tests.md"
    table.write_text("| `core` | never | | |\n| `proof` | never | | |\n")
    monkeypatch.setattr(suite, "DONE", table)
    monkeypatch.setattr(suite, "_commit", lambda: "abc1234")
    suite.note("core", 7)
    noted, other = table.read_text().splitlines()
    assert re.fullmatch(r"\| `core` \| \d\d \w+ \d{4} \| abc1234 \| 7 \|", noted)
    assert other == "| `proof` | never | | |"


def test_each_part_of_the_long_tests_has_its_row() -> None:
    rows = suite.DONE.read_text(encoding="utf-8").splitlines()
    assert [row.split("`")[1] for row in rows if row.startswith("| `")] == list(suite.long())
