"""How much tests try: the sizes of everyday and CI, or with THOROUGH=1 those of the long tests.

HYPOTHESIS_PROFILE chooses the examples of property tests apart from that: usual, thorough or
explore. The usual ones are the same in each run, so that a failure is about the change and not
about luck; the others are new each time, and what fails is printed with what repeats it.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("THOROUGH") == "1"

_QUIET = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def also(*values: object) -> Iterator[object]:
    """Yield parameters of a test that are left to the long tests."""
    return (pytest.param(value, marks=pytest.mark.thorough) for value in values)


def load_profile() -> None:
    """Register the profiles, and load the one that the environment asks for."""
    settings.register_profile("usual", _QUIET, max_examples=25, derandomize=True)
    settings.register_profile("thorough", _QUIET, max_examples=150, print_blob=True)
    settings.register_profile("explore", _QUIET, max_examples=1_000, print_blob=True)
    chosen = "thorough" if THOROUGH else "usual"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", chosen))
