"""Why a wish about a game is refused, apart from its rules; the API says each in its own words."""

from illimat_core.errors import OptionsError, RuleError

__all__ = [
    "GameNotFoundError",
    "GameOverError",
    "KeyReusedError",
    "NotAllowedError",
    "OptionsError",
    "RuleError",
    "TableError",
]


class GameNotFoundError(Exception):
    """There is no such game, or none that this person may know of."""


class NotAllowedError(Exception):
    """It is not this person's to do; the message says whose it is."""


class TableError(Exception):
    """The table is not in a state for it. `code` is for programs, the message for people."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class GameOverError(Exception):
    """The game has ended, or was called off."""


class KeyReusedError(Exception):
    """An idempotency key came again, with another request."""
