"""Every luminary has all its parts; missing ones are named. Wire names never change."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from illimat_core.cards import LUMINARIES, SETS
from illimat_core.console.scenarios import read_file
from illimat_core.decisions import Kind
from illimat_core.editions import CURRENT, EDITIONS
from illimat_core.modes import MODES

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
CORE, TESTS = ROOT / "illimat_core" / "luminaries", Path(__file__).parent / "luminaries"
SCENARIOS = ROOT / "tests" / "scenarios" / "luminaries"
ROWS = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")

# A game stored in the middle of a turn refers to these names: add names, but change none.
STEPS = {
    "2026.1": {
        "stay_open", "draw_up", "clear_fields", "clear", "claim", "reseed", "reveal", "take_effect",
        "top_up", "show_the_chosen", "shuffle_back", "draw_replacements", "converge",
        "pass_the_turn", "fields_play", "deal", "end_round", "end_solitaire",
        "end_round_with_the_fields",
    },
}  # fmt: skip
DECISIONS = {
    "2026.1": {
        "echo", "changeling_claim", "forest_queen_claim", "astronomer", "gambler", "audience",
        "audience_spectator", "perfect_crime_claim", "butchers_claim",
        "deal", "reshuffle", "steal", "absent_spectator", "fields_season",
    },
}  # fmt: skip
OF_THE_TURN = {"turn", "after_play"}


def rule_of(luminary: str) -> str:
    return f"R-LUM-{luminary.upper().replace('_', '-')}"


def missing(luminary: str) -> Iterator[str]:
    rule = rule_of(luminary)
    module, tests = CORE / f"{luminary}.py", TESTS / f"test_{luminary}.py"
    for file in (module, tests):
        if not file.exists():
            yield f"the module {file.relative_to(ROOT)}"
        elif rule not in (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""):
            yield f"{rule} in the docstring of {file.relative_to(ROOT)}"
    if tests.exists() and f"def test_{luminary}" not in tests.read_text(encoding="utf-8"):
        yield f"a test in {tests.relative_to(ROOT)} whose name begins with test_{luminary}"
    if luminary not in CURRENT.luminaries:
        yield f"its rules in edition {CURRENT.name}, illimat_core/editions.py"
    elif CURRENT.luminaries[luminary].rule != rule:  # type: ignore[index]
        yield f"{rule} as the rule of its record"
    scenarios = SCENARIOS / f"{luminary}.yaml"
    if not scenarios.exists():
        yield f"the scenarios {scenarios.relative_to(ROOT)}"
    elif not any(rule in scenario["rules"] for scenario in read_file(scenarios)):
        yield f"a scenario of {rule} in {scenarios.relative_to(ROOT)}"
    links = (
        rf"luminaries/{luminary}\.py.*luminaries/test_{luminary}\.py.*luminaries/{luminary}\.yaml"
        r".*luminaries\.md#"
    )
    if not re.search(rf"^\| `{luminary}` \|.*{rule}.*{links}", ROWS, re.M):
        yield "a row with links to these and to its drawing in docs/rules/README.md"


@pytest.mark.parametrize("luminary", LUMINARIES)
def test_every_luminary_has_all_its_parts(luminary: str) -> None:
    lacking = "; ".join(missing(luminary))
    assert not lacking, f"{luminary} lacks: {lacking}"


def test_every_file_about_a_luminary_belongs_to_an_existing_luminary() -> None:
    files = [*CORE.glob("*.py"), *TESTS.glob("test_*.py"), *SCENARIOS.glob("*.yaml")]
    named = {file.stem.removeprefix("test_") for file in files} - {"__init__"}
    assert named - set(LUMINARIES) == set()
    assert set(CURRENT.luminaries) - set(LUMINARIES) == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_names_of_steps_never_change(edition: str) -> None:
    assert set(EDITIONS[edition].steps) == STEPS[edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_position_resumes_with_a_step_of_a_mode(edition: str) -> None:
    brought = {name for rules in MODES.values() for name in rules.steps}
    assert not any(EDITIONS[edition].steps[name].resumed for name in brought)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_names_of_decisions_never_change(edition: str) -> None:
    assert set(EDITIONS[edition].decisions) == DECISIONS[edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_knows_whatever_its_games_may_deal(edition: str) -> None:
    assert set().union(*SETS.values()) <= set(EDITIONS[edition].luminaries)


def test_every_kind_of_decision_is_in_an_edition() -> None:
    assert set(get_args(Kind)) - OF_THE_TURN == set().union(*DECISIONS.values())


def test_earlier_editions_are_kept() -> None:
    assert set(EDITIONS) == set(STEPS) == set(DECISIONS)
