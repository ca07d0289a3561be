"""The scenarios: every rule of a game without luminaries, what it allows and what it refuses."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from illimat_core.scenarios import read_file, run

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.yaml"))
SCENARIOS = [scenario for path in FILES for scenario in read_file(path)]

RULES = """
R-CARD-1 R-CARD-2 R-CARD-3 R-CARD-4 R-CARD-5
R-PLACE-1 R-PLACE-2 R-PLACE-3 R-PLACE-4
R-SETUP-1 R-SETUP-2 R-SETUP-3 R-SETUP-4 R-SETUP-5 R-SETUP-6
R-TURN-1 R-TURN-2 R-TURN-3 R-TURN-4 R-TURN-5 R-TURN-6
R-SEASON-1 R-SEASON-2 R-SEASON-3 R-SEASON-4 R-SEASON-5
R-HARV-1 R-HARV-2 R-HARV-3 R-HARV-4 R-HARV-5
R-STOCK-1 R-STOCK-2 R-STOCK-3 R-STOCK-4 R-STOCK-5 R-STOCK-6 R-STOCK-7 R-STOCK-8
R-SOW-1
R-CLEAR-1 R-CLEAR-3 R-CLEAR-6
R-SCORE-1 R-SCORE-2 R-SCORE-3 R-SCORE-4 R-SCORE-5
R-END-1 R-END-2 R-END-3
R-MODE-BEGINNER
R-VAR-SINGLE-SET R-VAR-FULL-HARVEST R-VAR-HARSH R-VAR-FREEBOOTER R-VAR-NO-REPEATS
R-VIEW-1 R-VIEW-2 R-VIEW-4
R-ACT-1
""".split()


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
