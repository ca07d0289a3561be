"""Reminders at times of one's choosing before a deadline, each told once for a decision."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.notices import note_person_notified
from notifications.dispatch import deliver
from notifications.kinds.reminder import number_of
from notifications.models import Delivery
from notifications.outbox import notices_spread
from tests.games.conftest import ApiGame, Person, problem
from tests.games.times import pass_by
from tests.notifications.conftest import Sink
from tests.notifications.test_choices_api import MINE, refusals
from tests.notifications.webhooks.receiver import confirmed

pytestmark = pytest.mark.django_db
HOUR = 3600
SECOND = timedelta(seconds=1)


@pytest.fixture
def table(db: None) -> ApiGame:
    """Return a game with a day for every decision, and no mail that waits."""
    table = ApiGame([Person("ada"), Person("bob")], clock="one_day")
    table.play()
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)
    return table


def choose(person: Person, *leads: int) -> Any:
    """Choose when to be reminded."""
    return person.client.patch(MINE, {"reminders": leads}, format="json")


def work() -> None:
    """Do what the workers do: spread the notices, and send what is due."""
    notices_spread()
    reminders = Delivery.objects.due().filter(notice__kind="reminder", channel="email")
    for pk in list(reminders.values_list("pk", flat=True)):
        deliver(pk)


def dues(person: Person, table: ApiGame) -> list[int]:
    """Return how many hours after the decision opened each reminder that waits is due."""
    waiting = Delivery.objects.waiting().filter(
        notice__person=person.user, notice__kind="reminder", channel="email"
    )
    opened = table.game.moved_at
    return sorted(round((each.not_before - opened).total_seconds() / HOUR) for each in waiting)


def test_reminders_are_due_at_the_chosen_times(table: ApiGame) -> None:
    person = table.awaited
    assert choose(person, HOUR, 12 * HOUR).json()["reminders"] == [12 * HOUR, HOUR]
    work()
    assert dues(person, table) == [12, 23]
    table.play()
    assert dues(person, table) == []


def test_each_is_told_once_for_a_decision(sink: Sink, table: ApiGame) -> None:
    person = table.awaited
    choose(person, 12 * HOUR, HOUR)
    work()
    came = []
    for hours in (11, 1.5, 10.8, 0.5):  # after 11, 12.5, 23.3 and 23.8 hours
        pass_by(table, timedelta(hours=hours))
        for _ in range(2):
            Delivery.objects.waiting().update(not_before=timezone.now() - SECOND)
            work()
        came.append(len(sink.taken))
    assert came == [0, 1, 2, 2]
    assert {str(mail["Subject"]).rpartition(": ")[2] for mail in sink.taken} == {"a reminder"}


def test_a_person_who_declines_mails_gets_none(sink: Sink, table: ApiGame) -> None:
    person = table.awaited
    assert choose(person).json()["reminders"] == []
    work()
    assert dues(person, table) == []
    pass_by(table, timedelta(hours=23))
    work()
    assert not sink.taken


@pytest.mark.slow
@pytest.mark.parametrize("between", [[], [12 * HOUR]])
def test_a_choice_that_was_given_up_can_be_made_again(table: ApiGame, between: list[int]) -> None:
    person = table.awaited
    for leads in ([12 * HOUR, HOUR], between, [12 * HOUR, HOUR]):
        choose(person, *leads)
        work()
    assert dues(person, table) == [12, 23]


def test_no_reminder_of_more_time_than_there_was(table: ApiGame) -> None:
    person = table.awaited
    choose(person, 7 * 24 * HOUR, 24 * HOUR, 2 * HOUR)
    work()
    assert dues(person, table) == [22]


def test_a_reminder_that_was_written_while_its_decision_was_made_is_not_told(
    sink: Sink, table: ApiGame
) -> None:
    person = table.awaited
    choose(person, 12 * HOUR, HOUR)
    work()
    reminders = Delivery.objects.waiting().filter(notice__kind="reminder", channel="email")
    (second,) = (each for each in reminders if number_of(each.notice) == 2)
    table.play()
    table.play()
    assert table.awaited is person
    note_person_notified(game_id=table.id, user_id=person.user.pk)
    pass_by(table, timedelta(hours=23.5))
    past = timezone.now() - SECOND
    Delivery.objects.filter(pk=second.pk).update(state="waiting", reason="", not_before=past)
    deliver(second.pk)
    second.refresh_from_db()
    assert (second.state, second.reason) == ("superseded", "overtaken")
    assert not sink.taken


def test_a_time_that_was_chosen_is_reminded_of_however_little_the_clock_shows(db: None) -> None:
    clock = {"kind": "per_decision", "time": 30 * 60}
    table = ApiGame([Person("ada"), Person("bob")], clock=clock)
    table.play()
    person = table.awaited
    (first,) = Delivery.objects.waiting().filter(
        notice__person=person.user, notice__kind="reminder", channel="email"
    )
    choose(person, 20 * 60)
    note_person_notified(game_id=table.id, user_id=person.user.pk)
    work()
    first.refresh_from_db()
    assert (first.not_before - table.game.moved_at).total_seconds() == pytest.approx(600, abs=1)


def test_without_a_choice_nobody_is_reminded_of_so_little_time(sink: Sink, db: None) -> None:
    clock = {"kind": "per_decision", "time": 30 * 60}
    table = ApiGame([Person("ada"), Person("bob")], clock=clock)
    table.play()
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)
    pass_by(table, timedelta(minutes=25))
    Delivery.objects.waiting().update(not_before=timezone.now() - SECOND)
    work()
    assert not sink.taken


def test_going_back_to_the_servers_choice_leaves_one(table: ApiGame) -> None:
    person = table.awaited
    choose(person, 12 * HOUR, HOUR)
    work()
    back = person.client.patch(MINE, {"reminders": None}, format="json")
    assert back.json()["reminders"] is None
    Delivery.objects.waiting().update(not_before=timezone.now() - SECOND)
    work()
    assert dues(person, table) == [18]


def test_webhooks_are_reminded_as_often(table: ApiGame) -> None:
    person = table.awaited
    confirmed(person.user, "https://ada.example.org/")
    choose(person, 12 * HOUR, HOUR)
    work()
    posted = Delivery.objects.filter(notice__kind="reminder", channel="webhook")
    assert posted.filter(notice__person=person.user).count() == 2


@pytest.mark.parametrize(
    ("leads", "pointer"),
    [
        ([899], "#/reminders/0"),
        ([HOUR, 7 * 24 * HOUR + 1], "#/reminders/1"),
        (["1h"], "#/reminders/0"),
        ([HOUR, HOUR], "#/reminders"),
        ([HOUR * hours for hours in range(1, 7)], "#/reminders"),
        ("1h", "#/reminders"),
    ],
)
def test_unknown_times_are_pointed_at(leads: Any, pointer: str) -> None:
    ada = Person("ada")
    refused = ada.client.patch(MINE, {"reminders": leads}, format="json")
    assert problem(refused) == (422, "invalid")
    assert list(refusals(refused)) == [pointer]
    assert ada.get(MINE).json()["reminders"] is None
