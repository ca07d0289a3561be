"""Budgets: limits for searches that somebody waits for.

Splitting items into groups is a hard problem. The rules and the engine protocol search to the end;
a server sets a budget for each request.
"""

from math import inf
from typing import Final


class BudgetSpentError(Exception):
    """A search used up its steps before it ended."""


class Budget:
    """The number of steps that a search may still take, unlimited by default."""

    __slots__ = ("left",)

    def __init__(self, steps: float = inf) -> None:
        self.left: float = steps

    def spend(self, steps: int = 1) -> None:
        """Spend some steps; raises ``BudgetSpentError`` if fewer were left."""
        self.left -= steps
        if self.left < 0:
            raise BudgetSpentError


UNBOUNDED: Final = Budget()
"""The budget of a search that runs to its end."""
