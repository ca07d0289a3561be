"""The time, as tests of games control it."""

from tests.games.conftest import time

__all__ = ["time"]  # a fixture
