"""A person whose webhooks get messages."""

import pytest

from accounts.models import User


@pytest.fixture
def ada(people: list[User]) -> User:
    """Return a person."""
    return people[0]
