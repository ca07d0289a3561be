"""How many examples property tests try, and which: HYPOTHESIS_PROFILE=dev, ci or explore.

REQUIRE_ALL=1 implies ci if HYPOTHESIS_PROFILE is not set. The examples of ci are the same in each
run, so that its result is about the commit and not about luck; the others draw new ones each time.
"""

import os

from hypothesis import HealthCheck, settings

_QUIET = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def load_profile() -> None:
    """Register the profiles, and load the one that the environment asks for."""
    settings.register_profile("dev", _QUIET, max_examples=25)
    settings.register_profile("ci", _QUIET, max_examples=75, derandomize=True)
    settings.register_profile("explore", _QUIET, max_examples=1_000, print_blob=True)
    usual = "ci" if os.environ.get("REQUIRE_ALL") == "1" else "dev"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))
