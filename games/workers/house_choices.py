"""The choices of house players, made by workers beforehand and played by timers.

A choice may take two seconds, so no lock is held meanwhile, and no request waits for it. It is kept
in the timer of the seat and played when that is due: neither what was chosen nor how long it took
shows in the time of the action.

A worker leases the timer while it thinks (`api.leases`). If the game has moved on meanwhile, the
timer does not play the choice, so no decision is ever made twice.

The same position leads to the same choice, so a level that fails once would fail again: the house
then chooses at random.
"""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db.models.functions import Now

from api import database_time, leases
from api.traces.causes import raise_if_refused
from games.models import Game
from games.models.timers import Timer
from games.play import house
from games.reading.lookup import find_game
from games.refusals import GameFrozenError
from games.stream import integrity
from games.time.timer_setting import HOUSE, HOUSE_DELAY
from games.time_limit import SoftTimeLimitExceeded
from games.workers import timers
from games.workers.timers import MOST, TRY_AGAIN_AFTER
from illimat_core.cards import Seat

AHEAD: Final = timedelta(seconds=10)  # of the moment at which the choice is played
LEASE: Final = timedelta(seconds=30)
LATE: Final = timedelta(minutes=1)

logger = logging.getLogger("games.thinking")


def sweep() -> int:
    """Choose for the house players who are to play soon, at most MOST; return how many chose.

    What is due at once is played at once, so that the next house player can choose.
    """
    return leases.TimeBox().repeat(_think_next, MOST)


def is_busy() -> bool:
    """Return whether a house player is due that has not chosen yet."""
    due = Timer.objects.filter(kind=HOUSE, choice__isnull=True, due_at__lte=database_time.now())
    return due.exists()


def is_late() -> bool:
    """Return whether a house player should have acted LATE ago, in a game that is not frozen.

    Either no worker has chosen for it, or what it chose has failed.
    """
    overdue = Now() - (HOUSE_DELAY + LATE)
    waiting = Timer.objects.filter(kind=HOUSE, game__damage="", game__moved_at__lt=overdue)
    return waiting.exists()


def _think_next() -> bool:
    """Choose for the timer that is due first of those without a choice; return if there was one."""
    soon = database_time.now() + AHEAD
    waiting = Timer.objects.filter(kind=HOUSE, choice__isnull=True, due_at__lte=soon)
    timer = leases.lease_first(waiting.order_by("due_at", "pk"), LEASE)
    if timer is None:
        return False
    _think(timer)
    timers.sweep()
    return True


def _think(timer: Timer) -> None:
    """Choose for the seat of a timer, and keep the choice in it."""
    try:
        game = find_game(timer.game_id)
        if game is None or timer.seat is None or timer.seat not in game.awaited:
            leases.find_leased(timer).delete()
        else:
            choice = _choice(game, timer.seat, timer.due_at)
            leases.give_back(timer, choice=choice)
    except Exception as error:
        raise_if_refused(error)
        shown = {"game": str(timer.game_id)}
        logger.exception("The house could not choose for a seat.", extra=shown)
        integrity.freeze_if_damaged(error)
        leases.give_back(timer, due_at=database_time.now() + TRY_AGAIN_AFTER)
        if isinstance(error, SoftTimeLimitExceeded):
            raise  # the worker's task must end


def _choice(game: Game, seat: Seat, due_at: datetime) -> dict[str, object]:
    """Return what the house plays on a seat: at random if its level has failed in this position.

    A choice that could not be played has postponed the timer. Raises GameFrozenError.
    """
    if due_at <= game.moved_at + HOUSE_DELAY:
        try:
            return house.choice_for(game, seat)
        except (GameFrozenError, SoftTimeLimitExceeded):
            raise
        except Exception as error:
            raise_if_refused(error)
            shown = {"game": str(game.pk)}
            logger.exception("A level failed, so the house chooses at random.", extra=shown)
    return house.choice_for(game, seat, "random")
