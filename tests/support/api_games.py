"""Games played through the API, in the situations that several tests need."""

from typing import Any

from games.models import StoredEvent
from games.time.notices import note_person_notified
from tests.games.conftest import ApiGame, Person
from tests.support.times import sweep_all

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
    """Return a practice game in which the person has made a decision."""
    table = practice(person, *levels)
    sweep_all()
    table.play()
    return table


def own_seat(table: ApiGame, person: Person) -> int:
    number = table.game.assignments.get(user=person.user).number
    assert number is not None
    return number
