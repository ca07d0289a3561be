"""How many examples the properties of the core are tried with: HYPOTHESIS_PROFILE=dev or ci."""

import os

from hypothesis import HealthCheck, settings

_QUIET = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}

settings.register_profile("dev", max_examples=25, **_QUIET)
settings.register_profile("ci", max_examples=150, print_blob=True, **_QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
