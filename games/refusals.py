"""Errors for refused requests about a game; `games.api.problems` converts them to problems."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext_lazy

from illimat_core.errors import OptionsError, RuleError

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

__all__ = [
    "DamageError",
    "DamagedStreamError",
    "GameFrozenError",
    "GameNotFoundError",
    "GameOverError",
    "HistoryChangedError",
    "NotAllowedError",
    "OptionsError",
    "OutOfTimeError",
    "RuleError",
    "StaleVersionError",
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


class StaleVersionError(Exception):
    """What somebody acts on has another version now; `told` says so to people."""

    code = "stale_version"
    told: "StrOrPromise" = gettext_lazy(
        "The game has moved on since you looked. Look again, then act."
    )

    def __init__(self, current: int, told: "StrOrPromise" = "") -> None:
        super().__init__(f"The version is {current}.")
        self.current = current
        self.told = told or self.told


class FutureVersionError(StaleVersionError):
    """The version that somebody claims to act on does not exist yet."""

    told = gettext_lazy("The game does not have that version yet. Look again, then act.")


class HistoryChangedError(Exception):
    """Somebody has read events of a game that the server does not have: a backup was restored."""

    code = "history_changed"

    def __init__(self, version: int) -> None:
        super().__init__(f"The version is {version}.")
        self.version = version


class OutOfTimeError(StaleVersionError):
    """The seat is out of time, so its player no longer makes this decision."""

    told = gettext_lazy(
        "Your time for this decision is over, so the house makes it. Look again later."
    )


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
