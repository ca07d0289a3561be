"""The people and the season of the tests of leagues."""

from tests.leagues.conftest import ada, bob, eve, season

__all__ = ["ada", "bob", "eve", "season"]  # fixtures
