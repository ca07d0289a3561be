"""Who looks at the pages."""

import pytest
from django.test import Client

from accounts.models import User


@pytest.fixture
def people(db: None) -> list[User]:
    """Three who play."""
    return [
        User.objects.create_user(handle, f"{handle}@example.org", "wheat-and-rye-7")
        for handle in ("ada", "bob", "cy")
    ]


def browser_of(user: User) -> Client:
    """A browser in which somebody has logged in."""
    client = Client()
    client.force_login(user)
    return client
