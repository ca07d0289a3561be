"""What must be true after a run: functions of what was told and what is stored, and nothing else.

Each returns a Finding: how many things it looked at, and a sentence for each that is wrong.
"""

from typing import NamedTuple


class Finding(NamedTuple):
    """The outcome of a check, whose name says what must be true."""

    check: str
    looked_at: int
    violations: list[str]

    @property
    def bound(self) -> float | None:
        """The rate of violations that is excluded with 95 % certainty; None if there were any."""
        if self.violations or not self.looked_at:
            return None
        return min(3 / self.looked_at, 1.0)
