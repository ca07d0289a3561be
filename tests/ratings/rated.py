"""Rated games that end as a test wants them to."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games.actors import SERVER, CommandSource
from games.play import recorder
from games.reading import tables
from games.stream import store
from illimat_core import fold
from illimat_core.events import GameEnded
from ratings.models import RatedSeat, Rating
from tests.support.api_games import ApiGame
from tests.support.people import Person


def rated(people: Sequence[Person], *, played: bool = True, **members: Any) -> ApiGame:
    """Return a rated game that has begun, in which all have made a decision if `played`.

    The first of the people has seat 0.
    """
    defaults: dict[str, Any] = {
        "visibility": "public",
        "seating": "chosen",
        "seat": 0,
        "leavers": "forfeit",
    }
    members = defaults | members
    table = ApiGame(list(people), **members)
    for _ in people if played else ():
        table.play()
    return table


def end(table: ApiGame, *winners: int) -> None:
    """End a game without a score; the seats `winners` have won."""
    with transaction.atomic():
        found = tables.table_lock(game_id=table.id)
        before = store.state_of(found.game)
        events = [GameEnded(winners=winners, reason="rounds")]
        recorder.append(
            found.game,
            found.assignments,
            recorder.Advance(before, fold(events, before), [*events]),
            actor=SERVER,
            source=CommandSource.TIMER,
        )


def leave(table: ApiGame, person: Person) -> Any:
    answer = person.post(f"{table.path}/leave")
    assert answer.status_code == 200, answer.content
    return answer


def rating_of(person: Person, mode: str = "beginner") -> Rating:
    return Rating.objects.get(user=person.user, mode=mode)


def stored() -> list[Any]:
    """Return all ratings, and what games did to them."""
    numbers = Rating.objects.order_by("pk").values_list()
    return [*numbers, *RatedSeat.objects.order_by("pk").values_list()]
