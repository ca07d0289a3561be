"""The scenarios: every rule that they name, what it allows and what it refuses."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from illimat_core.scenarios import read_file, run

FILES = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.yaml"))
SCENARIOS = [scenario for path in FILES for scenario in read_file(path)]

FAMILIES = {
    "R-CARD": 5,
    "R-PLACE": 4,
    "R-SETUP": 6,
    "R-TURN": 6,
    "R-SEASON": 5,
    "R-HARV": 5,
    "R-STOCK": 8,
    "R-SOW": 1,
    "R-CLEAR": 6,
    "R-SCORE": 5,
    "R-END": 3,
    "R-HARM": 2,
}
RULES = [f"{name}-{number}" for name, most in FAMILIES.items() for number in range(1, most + 1)]
RULES += ["R-MODE-BEGINNER", "R-ACT-1"]
RULES += ["R-VAR-SINGLE-SET", "R-VAR-FULL-HARVEST", "R-VAR-HARSH"]
RULES += ["R-VAR-FREEBOOTER", "R-VAR-NO-REPEATS", "R-VIEW-1", "R-VIEW-2", "R-VIEW-3", "R-VIEW-4"]
RULES += ["R-LUM-MAIDEN", "R-LUM-CHANGELING", "R-LUM-RIVER", "R-LUM-CHILDREN"]
RULES += ["R-LUM-FOREST-QUEEN", "R-LUM-RAKE", "R-LUM-UNION", "R-LUM-NEWBORN"]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[str(each.get("id")) for each in SCENARIOS])
def test_a_scenario_holds(scenario: dict[str, Any]) -> None:
    run(scenario)


def test_every_scenario_has_an_id_of_its_own() -> None:
    times = Counter(scenario["id"] for scenario in SCENARIOS)
    assert [name for name, count in times.items() if count > 1] == []


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_scenario(rule: str) -> None:
    assert any(rule in scenario["rules"] for scenario in SCENARIOS)


def test_every_scenario_expects_something() -> None:
    assert [each["id"] for each in SCENARIOS if not each.get("then")] == []
