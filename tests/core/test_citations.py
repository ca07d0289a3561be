"""Every rule is cited by id in the code that decides it, so that a search finds it.

Citations in docstrings, comments and refusals of deciding code count. Those in the definitions of
events and actions do not, since these only record what happened or was requested.
"""

import re
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.quick

ROOT: Final = Path(__file__).parents[2]
CORE: Final = ROOT / "illimat_core"
STATED: Final = re.findall(
    r"^- \*\*(R-[A-Z0-9-]+)\*\*", (ROOT / "docs/rules/RULES.md").read_text(encoding="utf-8"), re.M
)
ID: Final = re.compile(r"\bR-[A-Z]+(?:-[A-Z0-9]+)*")
RANGE: Final = re.compile(r"R-[A-Z0-9-]+ to R-[A-Z0-9-]+")

TELLING: Final = {"actions.py", "narration.py", "text.py", "scenarios.py"}
"""Modules beside the events that name rules without deciding any."""
DECIDES_NOTHING: Final = {"R-SRC": "says where the rules are taken from"}


def deciding() -> list[Path]:
    """Return the modules of the core that decide rules."""
    return [
        file
        for file in CORE.rglob("*.py")
        if file.name not in TELLING and CORE / "events" not in file.parents
    ]


def cited_in(file: Path) -> set[str]:
    return set(ID.findall(RANGE.sub("", file.read_text(encoding="utf-8"))))


CITED: Final = set[str]().union(*map(cited_in, deciding()))


@pytest.mark.parametrize("rule", [rule for rule in STATED if rule not in DECIDES_NOTHING])
def test_a_rule_is_cited_by_the_code_that_decides_it(rule: str) -> None:
    assert rule in CITED, f"{rule} is cited nowhere: name it where it is decided"


@pytest.mark.parametrize("rule", DECIDES_NOTHING)
def test_a_rule_that_decides_nothing_is_cited_nowhere(rule: str) -> None:
    assert rule in STATED
    assert rule not in CITED


@pytest.mark.parametrize("file", deciding(), ids=lambda file: str(file.relative_to(CORE)))
def test_no_range_hides_a_rule(file: Path) -> None:
    assert RANGE.findall(file.read_text(encoding="utf-8")) == []
