"""A season made through the API; the people and the time of the tests of games."""

import pytest

from tests.games.conftest import ada, bob, eve, time
from tests.support.api_seasons import ApiSeason
from tests.support.people import Person

__all__ = ["ada", "bob", "eve", "time"]  # fixtures


@pytest.fixture
def season(ada: Person) -> ApiSeason:
    """Return a season of ada's, a round robin, whose registration is open."""
    return ApiSeason(ada)
