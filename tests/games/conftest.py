"""Fixtures for people at a table, who play through the API."""

import pytest

from games.stream import store
from tests.support.api_games import ApiGame
from tests.support.people import Person
from tests.support.times import Time


@pytest.fixture
def ada(db: None) -> Person:
    return Person("ada")


@pytest.fixture
def bob(db: None) -> Person:
    return Person("bob")


@pytest.fixture
def eve(db: None) -> Person:
    """Return a person without a seat in any game."""
    return Person("eve")


@pytest.fixture
def table(ada: Person, bob: Person) -> ApiGame:
    return ApiGame([ada, bob])


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Return the database's time, controlled by the test."""
    return Time(monkeypatch)


@pytest.fixture(autouse=True)
def _no_folds() -> None:
    """Clear the cache of folded games."""
    store.folds.drop()
