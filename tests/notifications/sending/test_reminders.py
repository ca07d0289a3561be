"""Reminders shortly before a deadline, each told once for a decision."""

from datetime import timedelta
from math import inf
from typing import Any
from uuid import UUID

import pytest
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from games.clocks.calendars import Routine
from games.clocks.states import Decision
from games.models import SeatAssignment
from games.models.timers import Timer
from games.reading.lookup import find_seats
from games.time.availability import vacation_end, vacation_take
from games.time.notified import count_as_told, note_person_notified, note_person_unreachable
from games.time.reminders import LEAD, leads_of
from notifications.models import Delivery, Notice
from notifications.sending import reminders
from notifications.sending.dispatch import deliver
from notifications.sending.outbox import notices_spread
from notifications.wishes.preferences import preferences_change
from tests.notifications.choices import MINE, refusals
from tests.support.api_games import ApiGame, pass_by
from tests.support.mail_sink import Sink
from tests.support.people import Person, problem
from tests.support.webhook_receiver import confirmed

pytestmark = pytest.mark.django_db
HOUR = 3600
HOURS = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def table(db: None) -> ApiGame:
    """Return a game with a day for every decision, whose player to move knows that it waits."""
    table = ApiGame([Person("ada"), Person("bob")], clock="one_day")
    table.play()
    know(table)
    return table


def know(table: ApiGame) -> None:
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)
    Delivery.objects.filter(notice__kind="your_turn").update(state="sent")


def choose(person: Person, *leads: int) -> Any:
    """Choose when to be reminded."""
    return person.client.patch(MINE, {"reminders": leads}, format="json")


def wait(table: ApiGame, hours: float) -> None:
    """Let some time pass, and the workers do what is due then."""
    pass_by(table, hours * HOURS)
    work()


def work() -> None:
    """Do what the workers do: write reminders, spread notices, and send the mails that are due."""
    reminders.sweep()
    notices_spread()
    for pk in list(Delivery.objects.due().filter(channel="email").values_list("pk", flat=True)):
        deliver(pk)


def due(table: ApiGame) -> float:
    """Return how many hours after the last move the decision is looked at; infinite if never."""
    found = Timer.objects.get(game=table.id, kind="clock").remind_at
    return inf if found is None else round((found - table.game.moved_at) / HOURS, 2)


def reminded(sink: Sink) -> list[str]:
    mails = [mail for mail in sink.taken if str(mail["Subject"]).endswith(": a reminder")]
    return [str(mail["To"]).partition("@")[0] for mail in mails]


def test_a_reminder_comes_when_a_quarter_of_the_time_is_left(sink: Sink, table: ApiGame) -> None:
    person = table.awaited
    assert not Notice.objects.filter(kind="reminder").exists()
    assert due(table) == 18
    wait(table, 17.9)
    assert not reminded(sink)
    wait(table, 0.2)
    wait(table, 0.2)
    assert reminded(sink) == [person.user.handle]
    wait(table, 5)
    assert reminded(sink) == [person.user.handle]


def test_while_the_clock_stands_there_is_no_reminder(sink: Sink, table: ApiGame) -> None:
    person = table.awaited
    wait(table, 17)
    vacation = vacation_take(user=person.user, end=timezone.now() + 3 * DAY)
    wait(table, 1.2)
    assert not reminded(sink)
    assert due(table) > 3 * 24
    vacation_end(user=person.user, vacation_id=vacation.pk)
    work()
    assert reminded(sink) == [person.user.handle]


def test_a_player_who_has_decided_is_not_reminded(sink: Sink, table: ApiGame) -> None:
    person = table.awaited
    table.play()
    wait(table, 18.1)
    assert person.user.handle not in reminded(sink)


def test_a_reminder_that_was_written_before_its_decision_was_made_is_not_told(
    sink: Sink, table: ApiGame
) -> None:
    person = table.awaited
    Delivery.objects.update(state="sent")
    pass_by(table, 18.1 * HOURS)
    reminders.sweep()
    (written,) = Delivery.objects.waiting().filter(notice__kind="reminder", channel="email")
    table.play()
    table.play()
    assert table.awaited is person
    Delivery.objects.filter(pk=written.pk).update(state="waiting", reason="")
    deliver(written.pk)
    written.refresh_from_db()
    assert (written.state, written.reason) == ("superseded", "outdated")
    assert not reminded(sink)


def test_a_decision_opened_by_its_own_player_is_reminded_of_but_not_told(db: None) -> None:
    ada, bob = Person("ada"), Person("bob")
    table = ApiGame([ada, bob], clock="one_day")
    first = table.awaited
    told = Notice.objects.filter(person=first.user, kind="your_turn").exists()
    assert told == (first is not bob)  # who sat down last began the game
    reminders.sweep()
    assert due(table) == 18


def test_without_a_clock_nobody_is_reminded(db: None) -> None:
    ApiGame([Person("ada"), Person("bob")], clock="no_clock")
    reminders.sweep()
    assert not Timer.objects.filter(remind_at__isnull=False).exists()


def test_a_reminder_comes_a_quarter_of_the_time_before_the_end_and_a_day_at_most() -> None:
    def lead(hours: float) -> list[timedelta]:
        shown = int(hours * HOUR * 1_000_000)
        return leads_of(Decision(opened=0, shown=shown, routine=Routine()), None)

    assert lead(8) == [2 * HOURS]
    assert lead(1000) == [LEAD]
    assert lead(0.5) == []


def test_reminders_come_at_the_chosen_times(sink: Sink, table: ApiGame) -> None:
    person = table.awaited
    assert choose(person, HOUR, 12 * HOUR).json()["reminders"] == [12 * HOUR, HOUR]
    work()
    assert due(table) == 12
    came = []
    for hours in (11, 1.5, 10.3, 0.5):  # after 11, 12.5, 22.8 and 23.3 hours
        wait(table, hours)
        came.append(len(reminded(sink)))
    assert came == [0, 1, 1, 2]


def test_chosen_times_count_for_the_decisions_that_open_later(table: ApiGame) -> None:
    person, other = table.awaited, next(each for each in table.people if each is not table.awaited)
    choose(other, 12 * HOUR)
    table.play()
    assert table.awaited is other
    know(table)
    work()
    assert due(table) == 12
    assert person is not other


def test_times_chosen_by_somebody_who_takes_over_a_seat_count() -> None:
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="substitute")
    leaver, eve, seat = table.awaited, Person("eve"), table.game.awaited[0]
    choose(leaver)
    choose(eve, 12 * HOUR)
    assert leaver.post(f"{table.path}/leave").status_code == 200
    assert eve.post(f"{table.path}/seats/{seat}").status_code == 200
    assert due(table) == 12


def test_of_times_that_passed_together_one_is_told(sink: Sink, table: ApiGame) -> None:
    choose(table.awaited, 12 * HOUR, 6 * HOUR, HOUR)
    wait(table, 20)
    wait(table, 0.1)
    assert len(reminded(sink)) == 1
    wait(table, 3)
    assert len(reminded(sink)) == 2


def test_a_person_who_chose_none_gets_none(sink: Sink, table: ApiGame) -> None:
    person = table.awaited
    assert choose(person).json()["reminders"] == []
    for hours in (18.1, 5):
        wait(table, hours)
    assert not reminded(sink)


def test_a_choice_that_was_given_up_can_be_made_again(table: ApiGame) -> None:
    person = table.awaited
    for leads, looked_at in (([12 * HOUR, HOUR], 12), ([], inf), ([12 * HOUR, HOUR], 12)):
        choose(person, *leads)
        work()
        assert due(table) == looked_at


def test_no_reminder_of_more_time_than_there_was(table: ApiGame) -> None:
    person = table.awaited
    choose(person, 7 * 24 * HOUR, 24 * HOUR, 2 * HOUR)
    work()
    assert due(table) == 22


def test_a_time_that_was_chosen_is_reminded_of_however_little_the_clock_shows(
    sink: Sink, db: None
) -> None:
    clock = {"kind": "per_decision", "time": 30 * 60}
    table = ApiGame([Person("ada"), Person("bob")], clock=clock)
    table.play()
    know(table)
    person = table.awaited
    wait(table, 0.45)
    assert not reminded(sink)
    choose(person, 20 * 60)
    work()
    assert reminded(sink) == [person.user.handle]


def test_going_back_to_the_servers_choice_leaves_one(table: ApiGame) -> None:
    person = table.awaited
    choose(person, 12 * HOUR, HOUR)
    work()
    back = person.client.patch(MINE, {"reminders": None}, format="json")
    assert back.json()["reminders"] is None
    work()
    assert due(table) == 18


def test_webhooks_are_reminded_as_often(table: ApiGame) -> None:
    person = table.awaited
    confirmed(person.user, "https://ada.example.org/")
    choose(person, 12 * HOUR, HOUR)
    for hours in (12.1, 11):
        wait(table, hours)
    posted = Delivery.objects.filter(notice__kind="reminder", channel="webhook")
    assert posted.filter(notice__person=person.user).count() == 2


def test_a_reminder_that_cannot_be_written_is_tried_again_and_stops_no_other(
    table: ApiGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ApiGame([Person("cy"), Person("di")], clock="one_day")
    pass_by(other, 20 * HOURS)  # so that it comes first

    def fail(game_id: UUID) -> list[SeatAssignment]:
        if game_id == other.id:
            raise ArithmeticError
        return find_seats(game_id)

    monkeypatch.setattr("notifications.sending.reminders.find_seats", fail)
    wait(table, 18.1)
    (written,) = Notice.objects.filter(kind="reminder")
    assert written.game_id == table.id
    assert not Timer.objects.filter(remind_at__lte=Now()).exists()


def test_who_could_not_be_told_is_reminded_in_time_once_they_can(sink: Sink) -> None:
    table = ApiGame([Person("ada"), Person("bob")], clock="one_day")
    table.play()
    person = table.awaited
    Delivery.objects.filter(notice__kind="your_turn").update(state="sent")
    choose(person, HOUR)
    note_person_unreachable(game_id=table.id, user_id=person.user.pk)
    wait(table, 23.1)
    assert due(table) < 24  # though the deadline seems to be days away
    count_as_told(user=person.user)
    hours = 23.1
    while not reminded(sink) and hours < 48:
        wait(table, 1)
        hours += 1
    assert hours < 36


def test_other_settings_change_no_reminders(table: ApiGame) -> None:
    person = table.awaited
    before = User.objects.get(pk=person.user.pk)
    preferences_change(person=person.user, reminders=[2 * HOUR])
    preferences_change(person=before, digest_at=60)
    assert User.objects.get(pk=person.user.pk).reminders == [2 * HOUR]


def test_of_what_was_written_already_only_the_next_is_written(sink: Sink, table: ApiGame) -> None:
    person = table.awaited
    choose(person, 12 * HOUR, HOUR)
    wait(table, 12.1)
    Timer.objects.filter(game=table.id).update(remind_at=Now())  # as an update of the server does
    wait(table, 0.1)
    assert (len(reminded(sink)), due(table)) == (1, 23)


def test_a_look_takes_few_statements(table: ApiGame, django_assert_max_num_queries: Any) -> None:
    pass_by(table, 18.1 * HOURS)
    with django_assert_max_num_queries(20):
        reminders.sweep()
    assert Notice.objects.filter(kind="reminder").exists()


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
