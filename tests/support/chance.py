"""Repeatable randomness: it follows from the run's seed and the test's name.

Deals, ids and tokens come from the system's randomness, which here is a stream of its own for each
test. pytest prints the seed of a run (``Using --randomly-seed=…``). With that option, a test is
dealt the same cards again if the same tests of its file run, since they share some fixtures.
Threads may still take turns in another order, and programs that a test starts are not seeded.
"""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def repeated(test: pytest.Item | pytest.Collector) -> Iterator[None]:
    """Replace the system's randomness while a test runs, fixtures included."""
    seed = test.config.getoption("randomly_seed", 0)  # 0 without pytest-randomly
    stream = random.Random(f"{seed}/{test.nodeid}")  # noqa: S311 - it has to repeat
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", stream.randbytes)  # read by uuid
        patch.setattr(random, "_urandom", stream.randbytes)  # read by secrets
        yield
