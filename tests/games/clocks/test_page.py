"""The examples in docs/concepts/clocks.md, run as doctests."""

import doctest

from tests.support.documents import PROJECT


def test_the_examples_of_the_page_hold() -> None:
    page = PROJECT / "docs" / "concepts" / "clocks.md"
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.attempted > 30
    assert results.failed == 0
