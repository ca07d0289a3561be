"""The one source of random numbers for all tools."""

from random import Random


def dice(seed: int | str) -> Random:
    """Return a random source that yields the same numbers for the same seed."""
    return Random(seed)  # noqa: S311 - reproducible, and nobody gains by guessing it
