"""The reference for client authors agrees with the program's records."""

import pytest

from tests.docs import reference

pytestmark = pytest.mark.quick


def test_the_reference_page_is_up_to_date() -> None:
    written = reference.PAGE.read_text(encoding="utf-8")
    assert written == reference.page(), "Run .venv/bin/python -m tests.docs.reference"
