"""Formats live on their record: no other module asks which format a season has."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from leagues.contest.formats import FORMATS

pytestmark = pytest.mark.quick

ROOT: Final = Path(settings.BASE_DIR)
APPS: Final = ("leagues", "notifications", "trials", "web")
PAIRS: Final = {each.pair.__name__ for each in FORMATS.values()}


def asking(tree: ast.AST) -> Iterator[str]:
    """Yield the comparisons that name a format or its function, and tables of several formats."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.match_case):
            parts, least = list(ast.walk(node)), 1
        elif isinstance(node, ast.Dict):
            parts, least = [*filter(None, node.keys)], 2
        else:
            continue
        named = [getattr(each, "value", None) in [*FORMATS] for each in parts]
        paired = [getattr(each, "attr", None) in PAIRS for each in parts]
        if sum(named + paired) >= least:
            yield ast.unparse(node)


def test_only_a_format_itself_knows_which_format_it_is() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {each}"
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if "formats" not in path.parts
        for each in asking(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "module",
    [
        'rules.format == "groups"',
        "FORMATS[name].pair is swiss.pair",
        '{"swiss": 1, "groups": 2}',
        'match name:\n    case "swiss":\n        pass',
    ],
)
def test_a_module_that_asks_for_a_format_is_noticed(module: str) -> None:
    assert list(asking(ast.parse(module)))
