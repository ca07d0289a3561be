"""Checks after a run: pure functions of what clients were told and what is stored.

Each returns a Finding.
"""

from typing import NamedTuple


class Finding(NamedTuple):
    """The result of a check, whose name says what must be true.

    `looked_at` counts the things checked, and `violations` has a sentence for each that is
    wrong.
    """

    check: str
    looked_at: int
    violations: list[str]

    @property
    def bound(self) -> float | None:
        """The rate of violations ruled out with 95 % confidence; None if there were any."""
        if self.violations or not self.looked_at:
            return None
        return min(3 / self.looked_at, 1.0)
