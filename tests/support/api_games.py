"""Games played through the API: situations that several tests need, and time that passes."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from games.models import Game, StoredEvent
from games.models.timers import Timer, TurnNotice
from games.time.notified import note_person_notified
from games.workers import house_choices, timers
from tests.games.conftest import ApiGame, Person

MOMENTS = {"opened", "since", "start", "end", "at", "moved_at"}
MICROSECOND = timedelta(microseconds=1)
ONE_DAY = {"clock": "one_day"}


def seated(**members: Any) -> ApiGame:
    """Return a game of two with a day for each decision, whose player to move was notified."""
    table = ApiGame([Person(), Person()], **{**ONE_DAY, **members})
    tell(table)
    return table


def tell(table: ApiGame) -> None:
    """Note that the notice of a turn has been sent."""
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)


def missed(table: ApiGame) -> list[str]:
    """Return the reason of each decision that was missed."""
    types = StoredEvent.objects.filter(game=table.id, type="DecisionMissed")
    return ["excused" if "excused" in row.public else "out_of_time" for row in types.order_by("pk")]


def practice(person: Person, *levels: str, **members: Any) -> ApiGame:
    """Return a practice game against house players of some levels."""
    return ApiGame([person], seats=len(levels) + 1, house=levels, visibility="link", **members)


def practised(person: Person, *levels: str) -> ApiGame:
    table = practice(person, *levels)
    sweep_all()
    table.play()
    return table


def own_seat(table: ApiGame, person: Person) -> int:
    number = table.game.assignments.get(user=person.user).number
    assert number is not None
    return number


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
