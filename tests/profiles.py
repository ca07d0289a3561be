"""The number of examples for the core's property tests: HYPOTHESIS_PROFILE=dev or ci.

REQUIRE_ALL=1 implies ci if HYPOTHESIS_PROFILE is not set.
"""

import os

from hypothesis import HealthCheck, settings

_QUIET = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

settings.register_profile("dev", _QUIET, max_examples=25)
settings.register_profile("ci", _QUIET, max_examples=150, print_blob=True)
usual = "ci" if os.environ.get("REQUIRE_ALL") == "1" else "dev"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))
