"""Loads the profile of property tests where the core's tests run alone, as in a planted copy."""

from tests.core.profiles import load_profile

load_profile()
