"""The people who play rated games, and one who does not."""

import pytest

from tests.support.people import Person


@pytest.fixture
def eve(db: None) -> Person:
    """Return a person who plays no game."""
    return Person("eve")


@pytest.fixture
def people(db: None) -> list[Person]:
    return [Person(name) for name in ("ada", "ben", "cleo", "dan")]
