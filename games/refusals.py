"""Errors for refused requests about a game; `games.api.problems` converts them to problems."""

from typing import TYPE_CHECKING
from uuid import UUID

from illimat_core.errors import OptionsError, RuleError

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

__all__ = [
    "DamageError",
    "DamagedStreamError",
    "GameFrozenError",
    "GameNotFoundError",
    "GameOverError",
    "NotAllowedError",
    "OptionsError",
    "RuleError",
    "TableError",
]


class GameNotFoundError(Exception):
    """There is no such game, or this person may not know of it."""


class NotAllowedError(Exception):
    """This person may not do it; the message says why."""


class TableError(Exception):
    """The table is in the wrong state. `code` is for programs, the message for people."""

    def __init__(self, code: str, detail: "StrOrPromise") -> None:
        super().__init__(detail)
        self.code = code


class GameOverError(Exception):
    """The game has ended, or was called off."""


class DamageError(Exception):
    """The stored events of a game or a season are not as they were written.

    `consequence` and `damage` are sentences for operators: what no longer goes on, and the fault.
    """

    def __init__(self, consequence: str, damage: str) -> None:
        super().__init__(f"{consequence} {damage}")
        self.damage = damage


class GameFrozenError(DamageError):
    """The stored events of a game are not as they were written, so nobody plays on."""

    def __init__(self, game_id: UUID, damage: str) -> None:
        super().__init__(f"Game {game_id} is frozen.", damage)
        self.game_id = game_id


class DamagedStreamError(GameFrozenError):
    """The stored events were just found to be damaged; the game is yet to be frozen."""
