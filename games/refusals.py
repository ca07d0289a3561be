"""Why a wish about a game is refused, apart from its rules; the API says each in its own words."""

from uuid import UUID

from illimat_core.errors import OptionsError, RuleError

__all__ = [
    "DamagedStreamError",
    "GameFrozenError",
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


class GameFrozenError(Exception):
    """The stored events of a game are not as they were written, so nobody plays on."""

    def __init__(self, game_id: UUID, damage: str) -> None:
        super().__init__(f"Game {game_id} is frozen. {damage}")
        self.game_id = game_id
        self.damage = damage


class DamagedStreamError(GameFrozenError):
    """Likewise, and it has only just been found out: the game is still to be frozen."""


class KeyReusedError(Exception):
    """An idempotency key came again, with another request."""
