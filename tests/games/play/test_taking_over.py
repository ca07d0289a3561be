"""A season's substitute takes a seat over at once, whatever became of it before."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import StoredEvent
from games.play.projections import compute
from games.play.vacancies import seat_take_over
from games.reading.lookup import find_seats
from games.refusals import GameNotFoundError, GameOverError, NotAllowedError
from games.stream.store import examine
from games.time.notified import note_person_notified
from games.time.stored_clocks import fold_log, stored_clock
from games.workers.timers import rebuild
from games.workers.verification import verify
from illimat_core.events import SeatLeft, SeatTaken
from notifications.models import Notice
from tests.support.api_games import ApiGame, pass_by, sweep_all
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db

SEAT = 1


def table_of(many: int = 3, **members: Any) -> ApiGame:
    """Return a running game in which everybody has made a decision."""
    table = ApiGame([Person() for _ in range(many)], clock="one_day", excuses=0, **members)
    for _ in range(many):
        table.play()
    return table


def left(table: ApiGame) -> None:
    assert table.on_seat(SEAT).post(f"{table.path}/leave").status_code == 200


def played(table: ApiGame) -> None:
    """Leave the seat to its player."""


def awaited(table: ApiGame) -> None:
    """Let the game wait for the player of the seat."""
    while table.game.awaited != [SEAT]:
        table.play()


def missed(table: ApiGame) -> None:
    """Let the player of the seat run out of time."""
    awaited(table)
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)
    pass_by(table, timedelta(days=2))
    sweep_all()


def paused(table: ApiGame) -> None:
    """Let all players agree to a pause."""
    until = {"until": (timezone.now() + timedelta(days=3)).isoformat()}
    for person in table.people:
        body = until if person is table.people[0] else {}
        assert person.post(f"{table.path}/pause", body).status_code == 200
    assert table.game.paused_until is not None


WAYS = [
    (2, {}, left, "open"),
    (3, {"leavers": "house"}, left, "played"),
    (2, {"leavers": "house"}, left, "win_offered"),
    (3, {}, played, "played"),
    (3, {}, awaited, "played"),
    (3, {}, missed, "open"),
    (3, {}, paused, "played"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("many", "members", "before", "standing"), WAYS)
def test_a_seat_is_taken_over_whatever_its_standing(
    eve: Person,
    many: int,
    members: dict[str, Any],
    before: Callable[[ApiGame], None],
    standing: str,
) -> None:
    table = table_of(many, **members)
    before(table)
    assert table.game.assignments.get(number=SEAT).standing == standing
    seat_take_over(user=eve.user, game_id=table.id, seat=SEAT)
    seat = table.game.assignments.get(number=SEAT)
    assert (seat.user, seat.occupant, seat.standing) == (eve.user, "substitute", "played")
    assert table.events[-1] == SeatTaken(seat=SEAT, reason="substitute")
    assert verify(table.id) == []
    game = table.game
    assert compute(game, examine(game)).members == []
    if before is not missed:  # which puts the stored clocks back, but not the log
        assert fold_log(game, find_seats(game.pk)) == stored_clock(game)
        with transaction.atomic():
            assert not rebuild(game)
    table.people.append(eve)
    for _ in range(many):
        table.play()


def test_who_still_plays_leaves_with_it_and_watches_from_then_on(eve: Person) -> None:
    table = table_of()
    leaver = table.on_seat(SEAT)
    seat_take_over(user=eve.user, game_id=table.id, seat=SEAT)
    assert table.events[-2] == SeatLeft(seat=SEAT, reason="withdrawn")
    assert leaver.get(table.path).json()["you"]["seated"] is False
    occupations = table.people[0].get(table.path).json()["occupations"]
    (past,) = [each for each in occupations if each["until"] is not None]
    assert (past["handle"], past["result"]) == (leaver.user.handle, "left")
    first = StoredEvent.objects.get(game=table.id, sequence=table.game.version - 1)
    assert (first.actor, first.source) == ("server", "league")
    leaver_taking = leaver.post(f"{table.path}/seats/{SEAT}")
    assert problem(leaver_taking) == (403, "permission_denied")


def test_a_substitute_begins_with_a_whole_clock_and_no_misses(eve: Person) -> None:
    table = ApiGame([Person(), Person(), Person()], clock="standard")
    awaited(table)
    pass_by(table, timedelta(days=4))
    seat_take_over(user=eve.user, game_id=table.id, seat=SEAT)
    clock = stored_clock(table.game)
    assert clock is not None
    assert clock.seats[SEAT].bank == table.game.control["initial"]
    shown = eve.get(table.path).json()["players"][SEAT]
    assert (shown["excuses_left"], shown["awaited"]) == (1, True)


@pytest.mark.parametrize(("before", "kind"), [(awaited, "your_turn"), (played, "table_news")])
def test_the_substitute_is_told(eve: Person, before: Callable[[ApiGame], None], kind: str) -> None:
    table = table_of()
    while table.game.awaited == [SEAT]:
        table.play()
    before(table)
    seat_take_over(user=eve.user, game_id=table.id, seat=SEAT)
    told = Notice.objects.filter(game=table.id, person=eve.user).values_list("kind", flat=True)
    assert kind in told


def test_nobody_takes_over_a_second_seat_or_comes_back_as_a_substitute(eve: Person) -> None:
    table = table_of()
    leaver, other = table.on_seat(SEAT), table.on_seat(0)
    with pytest.raises(NotAllowedError):
        seat_take_over(user=other.user, game_id=table.id, seat=SEAT)
    seat_take_over(user=eve.user, game_id=table.id, seat=SEAT)
    for again in (eve, leaver):
        with pytest.raises(NotAllowedError):
            seat_take_over(user=again.user, game_id=table.id, seat=0)


def test_a_forfeited_seat_cannot_be_taken_over(eve: Person) -> None:
    table = table_of(leavers="forfeit")
    left(table)
    with pytest.raises(NotAllowedError):
        seat_take_over(user=eve.user, game_id=table.id, seat=SEAT)


def test_only_seats_of_running_games_are_taken_over(eve: Person) -> None:
    table = table_of()
    for person in table.people:
        person.post(f"{table.path}/call-off")
    with pytest.raises(GameOverError):
        seat_take_over(user=eve.user, game_id=table.id, seat=SEAT)
    with pytest.raises(GameNotFoundError):
        seat_take_over(user=eve.user, game_id=uuid4(), seat=SEAT)
