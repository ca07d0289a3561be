"""The randomness of tests is repeatable."""

import os
import secrets
from uuid import uuid4

import pytest

from tests.support.chance import repeated


def test_what_a_test_draws_follows_from_its_name(request: pytest.FixtureRequest) -> None:
    drawn = secrets.token_hex()
    with repeated(request.node):
        assert secrets.token_hex() == drawn
    with repeated(request.node.parent):
        assert secrets.token_hex() != drawn


def test_everything_that_is_drawn_repeats(request: pytest.FixtureRequest) -> None:
    def drawn() -> tuple[object, ...]:
        with repeated(request.node):
            return uuid4(), uuid4(), secrets.choice(range(1000)), os.urandom(8)

    first, second, *_ = drawn()
    assert first != second
    assert drawn() == drawn()
