"""Every planted bug still applies; some are tried here, all by `python -m tests.planted`."""

from pathlib import Path

import pytest

from tests.core.scenarios import SCENARIOS
from tests.planted.planting import copy_project, plant, red_scenarios, red_tests, try_out
from tests.planted.rule_bugs import BUGS, Bug
from tests.support.profiles import THOROUGH

LEAST = 60
SAMPLE = BUGS if THOROUGH else BUGS[3::40]
RULES = {rule for scenario in SCENARIOS for rule in scenario["rules"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("project")
    copy_project(made)
    return made


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_can_be_planted(bug: Bug, folder: Path) -> None:
    module = folder / "illimat_core" / f"{bug.module}.py"
    before = module.read_text(encoding="utf-8")
    plant(bug, folder)
    assert module.read_text(encoding="utf-8") != before
    compile(module.read_text(encoding="utf-8"), module.name, "exec")
    module.write_text(before, encoding="utf-8")


def test_every_rule_that_a_bug_breaks_has_a_scenario() -> None:
    assert {bug.rule for bug in BUGS} - RULES == set()


def test_there_are_enough_bugs_and_each_has_its_name() -> None:
    assert len({bug.name for bug in BUGS}) == len(BUGS) >= LEAST


@pytest.mark.slow
@pytest.mark.parametrize("bug", SAMPLE, ids=lambda bug: bug.name)
def test_a_planted_bug_is_found(bug: Bug, tmp_path: Path) -> None:
    assert try_out(bug, tmp_path).by


@pytest.mark.thorough  # the tests of the core run the same every day
def test_without_a_mistake_nothing_is_red(folder: Path) -> None:
    assert red_scenarios(folder, "R-TURN-3") == ""
    assert red_tests(folder) == ""
