"""Routines and vacations: stored with their history, and read as calendars for clocks."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Routine, User
from accounts.services import user_update
from accounts.signals import calendar_changed
from games.clocks.calendars import Calendar, Sleep
from games.clocks.errors import ClockError
from games.models import Game, SeatAssignment
from games.time.availability import (
    away_until,
    calendars_of,
    days_taken,
    routine_change,
    vacation_change_end,
    vacation_end,
    vacation_take,
)
from games.time.stored_clocks import fold_log, stored_clock
from illimat_core.sealing import microseconds
from tests.support.api_games import ApiGame
from tests.support.people import Person

NIGHT = Sleep(22 * 60, 8 * 60)
DAY = timedelta(days=1)


def soon(days: float) -> datetime:
    """Return the moment a number of days from now."""
    return timezone.now() + days * DAY


def refused(attempt: Callable[[], object]) -> str:
    """Return the member that a refusal names."""
    with pytest.raises(ClockError) as refusal:
        attempt()
    return refusal.value.member


def calendar_of(user: User, **asked: datetime) -> Calendar:
    """Return the calendar of a person at a seat."""
    seat = SeatAssignment(number=0, user=user)
    return calendars_of([seat], **asked).get(0, Calendar())


def begun(user: User, days: float = 2) -> int:
    """Create a vacation of `user` that began some days ago; return its id."""
    taken = vacation_take(user=user, end=soon(3))
    user.vacations.filter(pk=taken.pk).update(start=soon(-days))
    return taken.pk


def test_a_new_person_has_an_empty_calendar(ada: Person) -> None:
    assert calendar_of(ada.user) == Calendar()
    assert away_until(ada.user) is None


def test_a_routine_holds_from_its_change_on_and_the_old_one_is_kept(table: ApiGame) -> None:
    player = table.awaited.user
    routine_change(user=player, weekend=[6, 5])
    table.play()
    between = microseconds(timezone.now())
    routine_change(user=player, sleep=NIGHT)
    calendar = calendar_of(player)
    assert calendar.routine_at(0).weekend == ()
    assert calendar.routine_at(between).weekend == (5, 6)
    assert calendar.routine_at(between).sleep is None
    now = calendar.routine_at(microseconds(timezone.now()))
    assert (now.weekend, now.sleep) == ((5, 6), NIGHT)


def test_a_routine_goes_along_to_another_time_zone(table: ApiGame) -> None:
    player = table.awaited.user
    user_update(user=player, time_zone="Asia/Tokyo")
    assert not Routine.objects.exists()
    routine_change(user=player, weekend=[6])
    table.play()
    user_update(user=player, time_zone="Europe/Paris")
    routines = calendar_of(player).routines
    assert [(each.zone, each.weekend) for each in routines] == [
        ("Asia/Tokyo", (6,)),
        ("Europe/Paris", (6,)),
    ]


@pytest.mark.slow
def test_a_running_game_needs_the_routines_by_which_its_decisions_were_opened(
    table: ApiGame,
) -> None:
    player = table.awaited.user
    for day in range(7):
        routine_change(user=player, weekend=[day])
        if day in {2, 4}:
            table.play()
    assert [each.weekend for each in calendar_of(player).routines] == [(2,), (4,), (6,)]
    game = table.game
    assert fold_log(game, list(game.assignments.all())) == stored_clock(game)


def test_routines_that_games_need_are_kept_however_many_there_are(table: ApiGame) -> None:
    player = table.awaited.user
    Routine.objects.bulk_create(
        Routine(user=player, time_zone="UTC", since=soon(-n)) for n in range(150)
    )
    Game.objects.update(started_at=soon(-119.5), moved_at=soon(0))
    routine_change(user=player, weekend=[0])
    routine_change(user=player, weekend=[0])  # it is that already
    assert Routine.objects.count() == 122
    assert Routine.objects.filter(since__lt=soon(-119.5)).count() == 1


def test_without_games_only_the_current_routine_is_kept(ada: Person) -> None:
    for day in range(3):
        routine_change(user=ada.user, weekend=[day])
    assert [each.weekend for each in calendar_of(ada.user).routines] == [(2,)]


def test_of_vacations_the_later_and_of_routines_the_one_in_force_are_read(ada: Person) -> None:
    for days in (30, 20, 10):
        Routine.objects.create(
            user=ada.user, time_zone="UTC", weekend=[days % 7], since=soon(-days)
        )
    ada.user.vacations.create(start=soon(-25), end=soon(-22), time_zone="UTC")
    ada.user.vacations.create(start=soon(-17), end=soon(-14), time_zone="UTC")
    calendar = calendar_of(ada.user, since=soon(-15), at=soon(-12))
    assert [each.weekend for each in calendar.routines] == [(6,)]
    assert len(calendar.vacations) == 1
    assert calendar_of(ada.user, at=soon(-31)).routines == ()
    assert len(calendar_of(ada.user).vacations) == 2


@pytest.mark.slow
def test_a_play_reads_one_routine_of_each_person_however_many_are_kept(
    table: ApiGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in table.people:
        Routine.objects.bulk_create(
            Routine(user=person.user, time_zone="UTC", weekend=[n % 7], since=soon(-n / 100))
            for n in range(5_000)
        )
    read, made = Routine.from_db, list[Routine]()

    def counted(*row: Any) -> Routine:
        made.append(read(*row))
        return made[-1]

    monkeypatch.setattr(Routine, "from_db", counted)
    player = table.awaited.user
    table.play()
    assert len(made) == 2
    assert {each.weekend[0] for each in made} == {0}
    made.clear()
    routine_change(user=player, weekend=[5])
    assert len(made) <= 4


def test_the_calendars_of_a_table_take_two_queries(table: ApiGame) -> None:
    for person in table.people:
        routine_change(user=person.user, weekend=[5])
        vacation_take(user=person.user, start=soon(1), end=soon(2))
    assignments = list(table.game.assignments.all())
    with CaptureQueriesContext(
        connection,
    ) as asked:
        calendars = calendars_of(assignments, since=timezone.now(), at=timezone.now())
    assert len(asked) == 2
    assert {seat: len(each.vacations) for seat, each in calendars.items()} == {0: 1, 1: 1}


def test_vacations_are_planned_moved_and_cancelled(ada: Person) -> None:
    taken = vacation_take(user=ada.user, start=soon(10), end=soon(12))
    assert vacation_change_end(user=ada.user, vacation_id=taken.pk, end=soon(14)) is not None
    [vacation] = calendar_of(ada.user).vacations
    assert abs(vacation.end - microseconds(soon(14))) < 60_000_000
    assert away_until(ada.user) is None
    assert vacation_end(user=ada.user, vacation_id=taken.pk)
    assert calendar_of(ada.user).vacations == ()
    assert not vacation_end(user=ada.user, vacation_id=taken.pk)


def test_a_vacation_that_lasts_is_ended_now_and_then_stays_as_it_is(ada: Person) -> None:
    pk = begun(ada.user)
    assert away_until(ada.user) is not None
    assert vacation_end(user=ada.user, vacation_id=pk)
    assert away_until(ada.user) is None
    [ended] = ada.user.vacations.all()
    assert vacation_end(user=ada.user, vacation_id=pk)
    assert ada.user.vacations.get() == ended
    assert refused(lambda: vacation_change_end(user=ada.user, vacation_id=pk, end=soon(5))) == "end"


def test_nobody_touches_the_vacations_of_others(ada: Person, bob: Person) -> None:
    pk = begun(ada.user)
    assert vacation_change_end(user=bob.user, vacation_id=pk, end=soon(4)) is None
    assert not vacation_end(user=bob.user, vacation_id=pk)
    assert away_until(ada.user) is not None


@pytest.mark.parametrize(
    ("start", "end", "member"),
    [
        (-0.01, 3, "start"),
        (5, 4, "end"),
        (1, 23, "end"),
        (1, 400_000, "end"),
        (367, 368, "start"),
        (11, 13, "start"),  # overlaps
        (14.1, 30, "end"),  # 21 days in a row would be more than that
    ],
)
def test_vacations_in_the_past_too_long_or_overlapping_are_refused(
    ada: Person, start: float, end: float, member: str
) -> None:
    vacation_take(user=ada.user, start=soon(8), end=soon(13.9))
    attempt = lambda: vacation_take(user=ada.user, start=soon(start), end=soon(end))  # noqa: E731
    assert refused(attempt) == member
    assert ada.user.vacations.count() == 1


def test_a_vacation_whose_start_has_just_passed_begins_now(ada: Person) -> None:
    taken = vacation_take(user=ada.user, start=timezone.now() - timedelta(minutes=4), end=soon(3))
    assert abs(taken.start - timezone.now()) < timedelta(minutes=1)
    assert away_until(ada.user) == taken.end
    with pytest.raises(ClockError, match="after it starts"):
        vacation_take(user=ada.user, start=timezone.now() - timedelta(minutes=4), end=soon(-0.001))


def test_a_year_has_28_vacation_days(ada: Person) -> None:
    year = soon(213).year  # the year of a June that is still to come
    june = datetime(year, 6, 1, tzinfo=UTC)
    ada.user.vacations.create(start=june - 25 * DAY, end=june - 5 * DAY, time_zone="UTC")
    assert days_taken(ada.user.vacations.all(), year) == 20
    assert refused(lambda: vacation_take(user=ada.user, start=june, end=june + 9 * DAY)) == "end"
    vacation_take(user=ada.user, start=june, end=june + 8 * DAY)
    assert days_taken(ada.user.vacations.all(), year) == 28


def test_each_change_is_told_to_those_who_listen(ada: Person) -> None:
    heard: list[User] = []

    def listen(*, user: User, **_: object) -> None:
        heard.append(user)

    calendar_changed.connect(listen)
    routine_change(user=ada.user, weekend=[5])
    pk = vacation_take(user=ada.user, start=soon(1), end=soon(2)).pk
    vacation_change_end(user=ada.user, vacation_id=pk, end=soon(3))
    vacation_end(user=ada.user, vacation_id=pk)
    calendar_changed.disconnect(listen)
    assert heard == [ada.user] * 4


def test_a_calendar_is_deleted_with_its_account(ada: Person) -> None:
    routine_change(user=ada.user, weekend=[5])
    begun(ada.user)
    ada.user.delete()
    assert not Routine.objects.exists()
