"""Logs a line when a game begins, ends or is called off, after the commit."""

import logging
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Game
from games.play.results import adjudication_of
from games.signals import events_appended, game_called_off, game_ended
from illimat_core.state import State

logger = logging.getLogger("config.journal")


@receiver(events_appended)
def log_beginning(*, game: Game, state_before: State | None, **_: Any) -> None:
    """Log that a game begins; its own events record what happens until its end."""
    if state_before is None:
        _log(game, f"A game of {game.seats} begins.")


@receiver(game_ended)
def log_end(*, game: Game, **_: Any) -> None:
    if game.state == Game.State.FINISHED:
        how = "adjudicated in" if adjudication_of(game) else "over after"
        _log(game, f"A game is {how} round {game.round}.")


@receiver(game_called_off)
def log_called_off(*, game: Game, **_: Any) -> None:
    _log(game, "A game is called off.")


def _log(game: Game, line: str) -> None:
    transaction.on_commit(partial(logger.info, line, extra={"game": str(game.pk)}))
