"""Logs a line when a game begins, ends or is called off, after the commit."""

import logging
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Game
from games.signals import events_appended, game_called_off
from illimat_core.state import State

logger = logging.getLogger(__name__)


@receiver(events_appended)
def log_beginning_and_end(
    *, game: Game, state_before: State | None, state: State, **_: Any
) -> None:
    """Log that a game begins or is over; its own events record what happens between."""
    if state_before is None:
        _log(game, f"A game of {state.options.seats} begins.")
    if state.over:
        _log(game, f"A game is over after round {state.round}.")


@receiver(game_called_off)
def log_called_off(*, game: Game, **_: Any) -> None:
    """Log that a game was called off."""
    _log(game, "A game is called off.")


def _log(game: Game, line: str) -> None:
    transaction.on_commit(partial(logger.info, line, extra={"game": str(game.pk)}))
