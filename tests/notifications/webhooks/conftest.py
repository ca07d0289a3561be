"""A person whose webhooks get messages."""

import pytest

from accounts.models import User


@pytest.fixture
def ada(people: list[User]) -> User:
    return people[0]
