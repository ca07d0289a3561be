"""Clocks depend only on their arguments, and compute in whole numbers."""

import ast
from pathlib import Path

import pytest

from tests.support.documents import PROJECT

MODULES = sorted((PROJECT / "games" / "clocks").glob("*.py"))
READS_A_CLOCK = {"now", "utcnow", "today", "time", "time_ns", "monotonic"}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_of_clocks_reads_no_clock_and_divides_into_no_fractions(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text())):
        assert not isinstance(node, ast.Div)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in READS_A_CLOCK
