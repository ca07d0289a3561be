"""The examples of the page on leagues show what the functions return."""

import doctest

from tests.support.documents import LEAGUES_PAGE


def test_the_examples_give_what_the_page_shows() -> None:
    failed, tried = doctest.testfile(str(LEAGUES_PAGE), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed
