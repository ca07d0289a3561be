"""The files that CONTRIBUTING.md names for adding a luminary exist."""

import re
from importlib.util import find_spec

import pytest

from tests.support.documents import PROJECT

pytestmark = pytest.mark.quick

TEXT = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`(\w+(?:/\w+)+/?(?:\.\w+)?)`", TEXT)))
MODULES = sorted(set(re.findall(r"`\.venv/bin/python -m ([\w.]+)", TEXT)))
PLACED = sorted(set(re.findall(r"`(\w+)` (?:in|of) `([\w/]+\.py)`", TEXT)))


def test_the_path_to_a_luminary_names_much() -> None:
    assert "## Adding a luminary" in TEXT
    assert len(PATHS) > 15
    assert {"tests.docs.drawn", "tests.golden.generate", "tests.golden.tell"} <= set(MODULES)
    assert ("RECIPES", "tests/golden/generate.py") in PLACED


@pytest.mark.parametrize("path", PATHS)
def test_every_path_in_the_text_exists(path: str) -> None:
    assert list(PROJECT.glob(f"{path.rstrip('/')}*"))


@pytest.mark.parametrize("module", MODULES)
def test_a_command_can_be_run(module: str) -> None:
    assert find_spec(module)


@pytest.mark.parametrize(("name", "file"), PLACED)
def test_a_name_is_where_it_is_looked_for(name: str, file: str) -> None:
    assert re.search(rf"^(?:class |def )?{name}\b", (PROJECT / file).read_text(), re.M)
