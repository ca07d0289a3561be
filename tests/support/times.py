"""Letting time pass in single games."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from games.models import Game
from games.models.timers import Timer, TurnNotice
from games.workers import house_choices, timers
from tests.games.conftest import ApiGame

MOMENTS = {"opened", "since", "start", "end", "at", "moved_at"}
MICROSECOND = timedelta(microseconds=1)


def pass_by(table: ApiGame, time: timedelta) -> None:
    """Let everything in a game have happened earlier by some time.

    Only the recorded events stay as they are: they cannot be changed.
    """
    game = table.game
    clock = _earlier(game.clock, time // MICROSECOND)
    Game.objects.filter(pk=game.pk).update(clock=clock, moved_at=F("moved_at") - time)
    sooner = {name: F(name) - time for name in ("due_at", "remind_at")}
    Timer.objects.filter(game=game).update(**sooner)
    notices = TurnNotice.objects.filter(game=game)
    notices.update(**{name: F(name) - time for name in ("left_at", "held_at", "held_until")})
    for notice in notices:
        notice.again = [moment - time // MICROSECOND for moment in notice.again]
        notice.save(update_fields=["again"])


def sweep_all() -> None:
    """Fire all timers that are due, and let the house play where it is due."""
    timers.sweep()
    house_choices.sweep()
    timers.sweep()


def _earlier(value: Any, by: int) -> Any:
    if isinstance(value, dict):
        return {
            name: part - by if name in MOMENTS and part else _earlier(part, by)
            for name, part in value.items()
        }
    return [_earlier(part, by) for part in value] if isinstance(value, list) else value
