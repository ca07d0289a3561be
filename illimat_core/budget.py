"""Budgets: how far a search may go where somebody waits for its end.

To see which items split into groups is hard by nature. The rules and the engine protocol search to
the end; a server that answers strangers gives a budget.
"""

from math import inf
from typing import Final


class BudgetSpentError(Exception):
    """A search took all the steps it was given before it came to an end."""


class Budget:
    """The steps that a search may still take; without a number, as many as it needs."""

    __slots__ = ("left",)

    def __init__(self, steps: float = inf) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take some steps; raises ``BudgetSpentError`` if fewer were left."""
        self.left -= steps
        if self.left < 0:
            raise BudgetSpentError


UNBOUNDED: Final = Budget()
"""The budget of whoever needs the whole answer."""
