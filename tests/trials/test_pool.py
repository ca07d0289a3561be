"""The process pool of the tools."""

import os
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import pytest

from trials.pool import run_seeds


def die(seed: int) -> int:
    """End the process of the third seed."""
    if seed == 3:
        os._exit(1)
    return seed


def test_results_come_in_the_order_of_the_seeds() -> None:
    assert list(run_seeds(abs, seed=-6, count=7, jobs=2)) == [6, 5, 4, 3, 2, 1, 0]


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(BrokenProcessPool):
        list(run_seeds(die, seed=1, count=9, jobs=2))


def test_a_function_that_no_process_can_import_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(die, "__module__", "__main__")
    with pytest.raises(ValueError, match="must not be defined in __main__"):
        list(run_seeds(partial(die), seed=1, count=9, jobs=2))
