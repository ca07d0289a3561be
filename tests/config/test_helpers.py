"""Tests share what stands in `tests/support` or in a folder of theirs, and import no other test.

Nor do they import from a `conftest.py`, which has fixtures; one may take fixtures of another.
"""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick
TESTS = Path(__file__).parents[1]
IMPORT = re.compile(r"^\s*(?:from (tests\b.*) )?import (\([^)]*\)|.*)", re.M)
FROM_CONFTEST = re.compile(r"^\s*(from|import) tests\b.*\bconftest\b", re.M)


def imported_tests(source: str) -> list[str]:
    imports = (found.group() for found in IMPORT.finditer(source))
    return [each.strip() for each in imports if re.search(r"\btests\b[^#]*\btest_", each)]


def test_no_test_imports_another() -> None:
    found = {
        str(path.relative_to(TESTS)): imported
        for path in TESTS.rglob("*.py")
        if (imported := imported_tests(path.read_text(encoding="utf-8")))
    }
    assert not found, "shared helpers stand in tests/support"


def test_only_a_conftest_imports_from_another() -> None:
    found = [
        str(path.relative_to(TESTS))
        for path in TESTS.rglob("*.py")
        if path.name != "conftest.py" and FROM_CONFTEST.search(path.read_text(encoding="utf-8"))
    ]
    assert not found, "shared helpers stand in tests/support"


@pytest.mark.parametrize(
    "source",
    [
        "from tests.web.test_pages import body\n",
        "from tests.web import seed, test_pages\n",
        "from tests.web import (\n    seed,\n    test_pages,\n)\n",
        "    import tests.web.test_pages\n",
    ],
)
def test_each_form_of_such_an_import_is_found(source: str) -> None:
    assert imported_tests(source) == [source.strip()]
