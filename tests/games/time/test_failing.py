"""What an address that fails costs the others: three days in a game, however often it fails."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.failing import address_fail, address_try_again
from accounts.models import User
from games.actors import CommandSource
from games.models.timers import Timer, TurnNotice
from games.play.leavers import game_leave
from games.play.vacancies import open_seat_take
from games.time.notified import note_person_fails, note_person_notified, note_person_unreachable
from tests.support.api_games import ApiGame, seated
from tests.support.people import Person
from tests.support.times import Time

pytestmark = pytest.mark.django_db
FAILING = timedelta(days=3)
LEAD = timedelta(hours=6)  # a quarter of the day that there is for each decision


@pytest.fixture
def table(time: Time) -> ApiGame:
    """Return a game of two with a day for each decision, whose player to move was notified."""
    return seated()


def fail(table: ApiGame, since: datetime) -> None:
    """Let a mail to the player to move come back."""
    address_fail(address=table.awaited.user.email, reason="bounced")
    note_person_fails(user_id=table.awaited.user.pk, since=since)


def deadline(table: ApiGame) -> datetime:
    """Return until when the player to move has time."""
    (seat,) = table.game.awaited
    told = table.people[0].get(table.path).json()["clocks"]
    return datetime.fromisoformat(next(each["deadline"] for each in told if each["seat"] == seat))


def test_a_failing_address_adds_three_days(table: ApiGame, time: Time) -> None:
    opened = table.game.moved_at
    time.stop(opened)
    fail(table, opened)
    assert deadline(table) == opened + FAILING + LEAD


def test_so_does_what_somebody_gets_in_place_of_mails(table: ApiGame, time: Time) -> None:
    opened, person = table.game.moved_at, table.awaited.user
    TurnNotice.objects.all().delete()
    User.objects.filter(pk=person.pk).update(game_mails=False)
    time.stop(opened)
    assert deadline(table) == opened + timedelta(days=1)
    note_person_unreachable(game_id=table.id, user_id=person.pk, since=opened)
    assert deadline(table) == opened + FAILING + LEAD


def test_once_it_is_tried_again_the_clock_goes_on_as_if_told_then(
    table: ApiGame, time: Time
) -> None:
    opened = table.game.moved_at
    fail(table, opened)
    retried = opened + timedelta(days=1)
    time.stop(retried)
    address_try_again(user=table.awaited.user)
    assert deadline(table) == retried + LEAD
    assert Timer.objects.get(game=table.id, kind="clock").due_at <= timezone.now()
    time.stop(retried + timedelta(hours=1))
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk, since=opened)
    assert deadline(table) == retried + LEAD  # what comes again tells nothing new


def test_who_counts_as_told_gains_nothing_by_trying_it_again(table: ApiGame, time: Time) -> None:
    opened = table.game.moved_at
    fail(table, opened)
    time.stop(opened + FAILING + LEAD / 2)
    address_try_again(user=table.awaited.user)
    assert deadline(table) == opened + FAILING + LEAD


def test_one_that_fails_again_adds_no_more_to_the_same_game(table: ApiGame, time: Time) -> None:
    opened = table.game.moved_at
    fail(table, opened)
    time.stop(opened + timedelta(days=1))
    address_try_again(user=table.awaited.user)
    fail(table, opened + timedelta(days=40))
    assert deadline(table) == opened + FAILING + LEAD


def test_an_address_that_fails_costs_as_much_in_many_games_as_in_few(
    table: ApiGame, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    person = table.awaited
    for _ in range(3):
        ApiGame([person, Person()], clock="one_day")
    for _ in range(2):  # the second time, each has failed before
        with django_assert_max_num_queries(4):
            note_person_fails(user_id=person.user.pk, since=timezone.now())
        assert TurnNotice.objects.exclude(failed_at=None).count() == 4
        TurnNotice.objects.update(failed_at=None)


def test_who_takes_the_seat_of_somebody_else_begins_anew(table: ApiGame) -> None:
    leaver = table.people[0].user
    seat = table.game.assignments.get(user=leaver).number or 0
    note_person_unreachable(game_id=table.id, user_id=leaver.pk)
    address_try_again(user=leaver)
    left = TurnNotice.objects.filter(game=table.id, seat=seat)
    before = left.get().first_failed_at
    game_leave(user=leaver, game_id=table.id, source=CommandSource.API)
    substitute = Person().user
    open_seat_take(user=substitute, game_id=table.id, seat=seat, source=CommandSource.API)
    later = timezone.now()
    note_person_unreachable(game_id=table.id, user_id=substitute.pk, since=later)
    assert before is not None
    assert left.get().failed_at == later


def test_trying_again_counts_in_the_games_that_wait_and_no_others(table: ApiGame) -> None:
    (other,) = table.others
    fail(table, table.game.moved_at)
    note_person_fails(user_id=other.user.pk, since=table.game.moved_at)
    before = TurnNotice.objects.get(game=table.id, seat=1 - table.game.awaited[0])
    address_try_again(user=other.user)
    after = TurnNotice.objects.get(pk=before.pk)
    assert (after.failed_at, after.left_at) == (None, before.left_at)
    assert TurnNotice.objects.filter(game=table.id, failed_at__isnull=False).count() == 1
