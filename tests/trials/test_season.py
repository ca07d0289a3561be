"""A whole season, played over HTTP on a public server, as `./do season` does."""

import asyncio

import pytest

from trials.season.records import Size
from trials.season.run import run

SIZE = Size(players=40, divisions=3, at_table=4)


@pytest.mark.e2e
@pytest.mark.thorough
@pytest.mark.usefixtures("postgres_url", "redis_url")
def test_a_season_goes_from_registration_to_promotion() -> None:
    assert asyncio.run(run(SIZE, seed=1, tell=lambda *_: None)).wrong == []
