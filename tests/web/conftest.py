"""The people and browsers that look at the pages."""

import pytest
from django.test import Client

from accounts.models import User


@pytest.fixture
def people(db: None) -> list[User]:
    """Return three people who play."""
    return [
        User.objects.create_user(handle, f"{handle}@example.org", "wheat-and-rye-7")
        for handle in ("ada", "bob", "cy")
    ]


def browser_of(user: User) -> Client:
    """Return a browser in which a person is logged in."""
    client = Client()
    client.force_login(user)
    return client
