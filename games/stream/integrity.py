"""Freezing games whose stored events are not as they were written.

Nobody plays or sees a frozen game until `manage.py verify` finds it whole again. The mark is in the
game's row, so that it also stops processes that have the state cached in memory. It is set after
the transaction that found the damage was rolled back.
"""

import logging

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpResponseBase

from games.models import Game
from games.refusals import DamagedStreamError
from games.signals import game_thawed
from games.stream import store
from games.stream.store import AlreadyThereError

logger = logging.getLogger("games.freezing")
LONGEST = Game._meta.get_field("damage").max_length


def freeze_if_damaged(error: Exception) -> Exception:
    """Freeze the game if an error shows it to be damaged; return the error to respond with.

    AlreadyThereError means that the same command was repeated, or that somebody forged an event:
    then the stream goes on beyond the game's summary. Call this outside of the failed transaction.
    """
    if isinstance(error, AlreadyThereError):
        with transaction.atomic():
            game = Game.objects.select_for_update(no_key=True).get(pk=error.game_id)
            found = store.examine(game).faults
        error = DamagedStreamError(game.id, found[0]) if found else error
    if isinstance(error, DamagedStreamError):
        freeze(error)
    return error


def freeze(error: DamagedStreamError) -> None:
    """Freeze a game and log an error, unless it is frozen already."""
    whole = Game.objects.filter(pk=error.game_id, damage="")
    if whole.update(damage=error.damage[:LONGEST], revision=F("revision") + 1):
        logger.error("%s Run %s verify.", error, settings.MANAGE, exc_info=error.__cause__)


def do_not_log(answer: HttpResponseBase) -> None:
    """Keep Django from logging a 503 for each request: freezing the game was logged once."""
    answer._has_been_logged = True  # type: ignore[attr-defined]


def thaw(game: Game) -> None:
    """Unfreeze a game, which is locked and was found whole."""
    game.damage = ""
    game.revision += 1
    game.save(update_fields=["damage", "revision"])
    game_thawed.send(Game, game=game)
