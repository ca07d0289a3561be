"""Fixtures for tests of the API's base: the people and the table of the tests of games."""

from tests.games.conftest import _no_folds, ada, bob, eve, table

__all__ = ["_no_folds", "ada", "bob", "eve", "table"]
