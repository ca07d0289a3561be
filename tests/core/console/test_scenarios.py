"""The scenarios: every rule that they cite has cases that it allows and refuses."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from illimat_core.console.scenarios import run
from tests.core.scenarios import SCENARIOS

LAW = Path(__file__).parents[3] / "docs/rules/RULES.md"
NAMED = re.findall(r"^- \*\*(R-[A-Z0-9-]+)\*\*", LAW.read_text(encoding="utf-8"), re.MULTILINE)
RULES = sorted({*NAMED, "R-ACT-1"} - {"R-SRC"})  # a refusal's alone; where the rules come from


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[str(each.get("id")) for each in SCENARIOS])
def test_a_scenario_holds(scenario: dict[str, Any]) -> None:
    run(scenario)


def test_every_scenario_has_an_id_of_its_own() -> None:
    times = Counter(scenario["id"] for scenario in SCENARIOS)
    assert [name for name, count in times.items() if count > 1] == []


def test_the_rules_are_read() -> None:
    assert {"R-CARD-1", "R-ACT-1", "R-LUM-SAINT-JOAN", "R-MODE-TEAMS", "R-VIEW-4"} <= {*RULES}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_scenario(rule: str) -> None:
    assert any(rule in scenario["rules"] for scenario in SCENARIOS)


def test_every_scenario_expects_something() -> None:
    assert [each["id"] for each in SCENARIOS if not each.get("then")] == []


def test_a_scenario_that_expects_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing is expected"):
        run({"id": "empty", "rules": [], "given": {}})


@pytest.mark.parametrize(("path", "expected"), [("fields.NW.0", "5Wi"), ("fields.NW.9", None)])
def test_a_scenario_may_expect_one_item_of_a_list(path: str, expected: str | None) -> None:
    given = {"fields": {"NW": ["5Wi"]}, "hands": {0: ["2Su"], 1: ["3Su"]}}
    run({"id": "one", "rules": ["R-CARD-1"], "given": given, "then": {path: expected}})
