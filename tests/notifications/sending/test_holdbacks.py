"""What people's own settings hold back leaves later, together, and counts for the clocks."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services import user_update
from games.models.timers import Timer, TurnNotice
from games.time.availability import vacation_end, vacation_take
from games.workers.timers import sweep as sweep_clocks
from notifications.channels import email
from notifications.models import Choice, Delivery, Notice
from notifications.sending.deliveries import delivery_lease
from notifications.sending.dispatch import reason_to_drop
from notifications.sending.holdbacks import hold_of
from notifications.sending.onlookers import LOOKS, MOST, look_note
from notifications.wishes.hours import QuietSpan
from notifications.wishes.preferences import preferences_change, preferences_stop_combining
from tests.notifications.choices import MINE, refusals
from tests.support.api_games import ApiGame, missed, pass_by
from tests.support.mail_sink import CUT, LATER, Sink
from tests.support.people import Person, problem
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db
SendAll = Callable[[], None]


@pytest.fixture
def table(db: None) -> ApiGame:
    """Return a game with a day for each decision, in which the notice of a turn is to be sent."""
    table = ApiGame([Person(), Person()], clock="one_day")
    while not turn_of(table).exists():
        table.play()
    return table


def turn_of(table: ApiGame) -> Any:
    """Return the waiting delivery that tells the player to move of their turn."""
    return waiting_of(table.awaited.user).filter(notice__kind="your_turn", channel="email")


def sweep_now(table: ApiGame) -> None:
    """Look at the clocks of a game."""
    Timer.objects.filter(game=table.id).update(due_at=Now())
    sweep_clocks()


def minute_of_day(ahead: timedelta = timedelta()) -> int:
    """Return a time of day from now, in UTC."""
    then = timezone.now() + ahead
    return then.hour * 60 + then.minute


def quiet_now(hours: int = 8) -> QuietSpan:
    """Return quiet hours that began an hour ago and last as long as said from now."""
    return QuietSpan(minute_of_day(timedelta(hours=-1)), minute_of_day(timedelta(hours=hours)))


def waiting_of(person: User) -> Any:
    return Delivery.objects.waiting().filter(notice__person=person).order_by("pk")


def release(person: User) -> None:
    """Let the time come for which mail to a person was held back."""
    preferences_change(person=person, quiet_hours=None, digest_at=None)


def tables_of(people: list[User], count: int, **options: Any) -> list[ServiceGame]:
    """Return games of the first two people."""
    return [ServiceGame(people[:2], **options) for _ in range(count)]


def mails_to(sink: Sink, person: User) -> list[Any]:
    return [message for message in sink.taken if message["To"] == person.email]


@pytest.mark.slow
def test_in_quiet_hours_nothing_leaves_and_afterwards_everything_in_one_mail(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    ada, bob = people[:2]
    preferences_change(person=ada, quiet_hours=quiet_now())
    tables = tables_of(people, 3)
    send_all()
    assert mails_to(sink, ada) == []
    assert len(mails_to(sink, bob)) == len(tables)
    morning = timezone.now() + timedelta(hours=8)
    for delivery in waiting_of(ada):
        assert morning - timedelta(minutes=2) < delivery.not_before <= morning
        assert delivery.attempts == 0
    release(ada)
    send_all()
    (mail,) = mails_to(sink, ada)
    text = mail.get_body(("plain",)).get_content()
    assert all(str(table.id) in text for table in tables)
    assert not waiting_of(ada)


def mails_of_turn(table: ApiGame, send_all: SendAll) -> int:
    """Send what is due, also what waits while somebody looks; return how many mails tell the turn.

    The mail about the turn is the only one that waits for its person.
    """
    turn = Delivery.objects.filter(notice__kind="your_turn", notice__person=table.awaited.user)
    turn.waiting().filter(channel="email").update(not_before=Now(), lease_until=Now())
    send_all()
    return turn.filter(state="sent").count()


def test_nothing_tells_a_turn_while_its_person_sees_the_game_and_a_mail_does_once_they_left(
    table: ApiGame, send_all: SendAll
) -> None:
    Delivery.objects.exclude(pk__in=turn_of(table)).delete()
    person = table.awaited.user
    TurnNotice.objects.all().delete()
    look_note(game_id=table.id, user_id=person.pk)
    for _ in range(2):
        assert mails_of_turn(table, send_all) == 0
    (waits,) = waiting_of(person)
    assert waits.attempts == 0
    assert timezone.now() < waits.not_before <= timezone.now() + LOOKS
    assert not TurnNotice.objects.exists()  # they count as told once the mail has left
    cache.clear()  # as a minute after the last look
    assert mails_of_turn(table, send_all) == 1
    assert TurnNotice.objects.get().left_at is not None


def test_a_page_that_stays_open_delays_a_mail_for_half_an_hour_at_most(
    table: ApiGame, send_all: SendAll
) -> None:
    look_note(game_id=table.id, user_id=table.awaited.user.pk)
    Notice.objects.update(created_at=F("created_at") - MOST - timedelta(seconds=1))
    assert mails_of_turn(table, send_all) == 1


def test_a_mail_does_not_wait_for_a_look_when_little_time_is_left(send_all: SendAll) -> None:
    table = ApiGame([Person(), Person()], clock={"kind": "per_decision", "time": 2 * 3600})
    while not turn_of(table).exists():
        table.play()
    look_note(game_id=table.id, user_id=table.awaited.user.pk)
    assert mails_of_turn(table, send_all) == 1


def test_a_look_at_another_game_delays_nothing(table: ApiGame, send_all: SendAll) -> None:
    look_note(game_id=uuid4(), user_id=table.awaited.user.pk)
    assert mails_of_turn(table, send_all) == 1


def test_asking_whether_news_of_a_turn_may_leave_writes_nothing(table: ApiGame) -> None:
    preferences_change(person=table.awaited.user, quiet_hours=quiet_now())
    delivery = turn_of(table).get()
    with CaptureQueriesContext(connection) as queries:
        assert reason_to_drop(delivery) is None
        hold = hold_of(delivery)
    assert hold.until
    assert hold.until == hold.chosen
    assert all(each["sql"].startswith("SELECT") for each in queries.captured_queries)


def hold_back(people: list[User], send_all: SendAll) -> User:
    """Have mail about two tables held back by the quiet hours of a person; return the person."""
    preferences_change(person=people[0], quiet_hours=quiet_now())
    tables_of(people, 2)
    send_all()
    return people[0]


def test_held_messages_follow_the_hours_of_a_new_time_zone(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    ada = hold_back(people, send_all)
    user_update(user=ada, time_zone="UTC")  # as before
    assert not Delivery.objects.due().filter(is_held=True).exists()
    user_update(user=ada, time_zone="Asia/Tokyo")  # nine hours on, when the quiet hours are over
    send_all()
    assert len(mails_to(sink, ada)) == 1
    assert not waiting_of(ada)


def test_a_vacation_has_what_is_held_back_looked_at_again(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    ada = hold_back(people, send_all)
    for change in (
        lambda: vacation_take(user=ada, end=timezone.now() + timedelta(days=3)),
        lambda: vacation_end(user=ada, vacation_id=ada.vacations.get().pk),
    ):
        assert not Delivery.objects.due().filter(is_held=True).exists()
        change()
        assert Delivery.objects.due().filter(is_held=True, notice__person=ada).count() == 2
        send_all()  # still in quiet hours, with much time left
    assert mails_to(sink, ada) == []


def test_a_digest_takes_what_waits_at_its_hour(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    ada = people[0]
    preferences_change(person=ada, digest_at=minute_of_day(timedelta(hours=5)))
    tables_of(people, 2)
    send_all()
    assert mails_to(sink, ada) == []
    digest = timezone.now() + timedelta(hours=5)
    assert all(each.not_before <= digest for each in waiting_of(ada))
    Delivery.objects.filter(is_held=True).update(not_before=Now())
    day_before = timezone.now() - timedelta(hours=20)
    for delivery in waiting_of(ada):
        delivery.notice.created_at = day_before
        delivery.notice.save()
    send_all()
    assert len(mails_to(sink, ada)) == 1


def test_mail_about_the_account_never_waits(
    sink: Sink, people: list[User], account_mail: Delivery, send_all: SendAll
) -> None:
    preferences_change(person=people[0], quiet_hours=quiet_now(), digest_at=0)
    send_all()
    assert len(mails_to(sink, people[0])) == 1


@pytest.mark.parametrize(("left", "mails"), [(15, 1), (18, 0)])
def test_a_deadline_soon_after_the_night_is_told_in_the_night(
    sink: Sink, table: ApiGame, send_all: SendAll, left: int, mails: int
) -> None:
    person = table.awaited.user
    preferences_change(person=person, quiet_hours=quiet_now(14))
    pass_by(table, timedelta(hours=24 - left))
    send_all()
    assert len(mails_to(sink, person)) == mails
    assert turn_of(table).exists() != bool(mails)


def test_only_one_of_those_that_leave_together_is_leased_by_itself(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    ada = people[0]
    preferences_change(person=ada, quiet_hours=quiet_now())
    tables_of(people, 3)
    send_all()
    release(ada)
    first, *others = waiting_of(ada).order_by("not_before", "pk")
    assert all(delivery_lease(delivery_id=other.pk) is None for other in others)
    assert delivery_lease(delivery_id=first.pk)
    assert all(delivery_lease(delivery_id=other.pk) is None for other in others)


def test_a_burst_is_one_mail_at_once_and_one_later(
    sink: Sink, people: list[User], send_all: SendAll, settings: Settings
) -> None:
    settings.MAIL_INTERVAL = 300
    ada = people[0]
    tables_of(people, 3)
    send_all()
    assert len(mails_to(sink, ada)) == 1
    soon = timezone.now() + timedelta(seconds=300)
    assert all(each.not_before <= soon for each in waiting_of(ada))
    assert waiting_of(ada).count() == 2
    Delivery.objects.filter(is_held=True).update(not_before=Now())
    send_all()
    assert len(mails_to(sink, ada)) == 2
    assert not waiting_of(ada)


@pytest.mark.slow
@pytest.mark.parametrize("failure", [LATER, CUT])
def test_one_mail_of_many_news_is_repeated_as_the_same_mail(
    sink: Sink, people: list[User], send_all: SendAll, failure: str
) -> None:
    ada = people[0]
    preferences_change(person=ada, quiet_hours=quiet_now())
    tables_of(people, 3)
    send_all()
    release(ada)
    leaders = set()
    for attempt in range(1, 4):
        leaders.add(waiting_of(ada).order_by("not_before", "pk")[0].pk)
        sink.answers = [failure]
        send_all()
        assert [each.attempts for each in waiting_of(ada)] == [attempt] * 3
        earlier = F("not_before") - timedelta(days=1)
        Delivery.objects.waiting().update(not_before=earlier)
    send_all()
    assert not waiting_of(ada)
    assert len(leaders) == len({mail["Message-ID"] for mail in mails_to(sink, ada)}) == 1


def test_of_who_stops_combined_mails_each_leaves_by_itself(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    ada = people[0]
    preferences_change(person=ada, digest_at=minute_of_day(timedelta(hours=5)))
    tables = tables_of(people, 2)
    send_all()
    preferences_change(person=ada, digest_at=None)
    later = waiting_of(ada)[1]
    assert delivery_lease(delivery_id=later.pk) is None  # it would leave with the first
    preferences_stop_combining(person=ada)
    send_all()
    assert len(mails_to(sink, ada)) == len(tables)
    assert all(mail["In-Reply-To"] for mail in mails_to(sink, ada))  # those of single games


def test_news_that_cannot_be_told_together_are_told_each_by_itself(
    sink: Sink, people: list[User], send_all: SendAll, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = people[0]
    preferences_change(person=ada, quiet_hours=quiet_now())
    tables = tables_of(people, 2)
    send_all()
    release(ada)

    def fail(*_: Any) -> None:
        raise ValueError

    with monkeypatch.context() as patch:
        patch.setattr(email, "compose_together", fail)
        send_all()
    assert [each.attempts for each in waiting_of(ada)] == [1, 1]
    Delivery.objects.waiting().update(not_before=Now())
    send_all()
    assert len(mails_to(sink, ada)) == len(tables)


def test_a_held_notice_counts_as_told_when_it_was_due(
    sink: Sink, table: ApiGame, send_all: SendAll
) -> None:
    person = table.awaited.user
    preferences_change(person=person, quiet_hours=quiet_now())
    send_all()
    assert mails_to(sink, person) == []
    pass_by(table, timedelta(hours=23))
    sweep_now(table)
    assert missed(table) == []
    pass_by(table, timedelta(hours=1))
    in_time = F("held_until") + timedelta(minutes=1)  # the mail left as the quiet hours ended
    TurnNotice.objects.update(left_at=in_time)
    sweep_now(table)
    assert missed(table) == ["excused"]


def test_a_late_notice_gives_time_whatever_its_reader_holds_back(
    sink: Sink, table: ApiGame, send_all: SendAll
) -> None:
    preferences_change(person=table.awaited.user, quiet_hours=quiet_now())
    send_all()
    pass_by(table, timedelta(days=1))
    late = timezone.now() - timedelta(hours=1)  # the server was away since the quiet hours
    TurnNotice.objects.update(left_at=late, held_until=late - timedelta(hours=5))
    sweep_now(table)
    assert missed(table) == []


def test_a_message_held_for_an_earlier_decision_does_not_count(table: ApiGame) -> None:
    seat = table.game.awaited[0]
    earlier = table.game.moved_at - timedelta(days=3)
    held = {"held_at": earlier, "held_until": timezone.now() + timedelta(days=9)}
    TurnNotice.objects.update_or_create(
        game=table.game, seat=seat, defaults={**held, "left_at": None}
    )
    pass_by(table, timedelta(days=1))
    sweep_now(table)
    assert missed(table) == []


def test_a_person_who_declines_notices_counts_as_told(
    sink: Sink, table: ApiGame, send_all: SendAll
) -> None:
    person = table.awaited.user
    Choice.objects.create(person=person, kind="your_turn", channel="email", wanted=False)
    send_all()
    assert mails_to(sink, person) == []
    pass_by(table, timedelta(days=1))
    sweep_now(table)
    assert missed(table) == ["excused"]


def test_settings_are_changed_and_shown(db: None) -> None:
    ada = Person("ada")
    assert ada.get(MINE).json()["quiet_hours"] is None
    night = {"start": "22:00", "end": "07:30"}
    assert ada.get(MINE).json()["combined"] is True
    sent = {"quiet_hours": night, "digest_at": "18:00"}
    changed = ada.client.patch(MINE, sent, format="json").json()
    assert (changed["quiet_hours"], changed["digest_at"]) == (night, "18:00")
    changed = ada.client.patch(MINE, {"digest_at": None}, format="json").json()
    assert (changed["quiet_hours"], changed["digest_at"]) == (night, None)
    for asked, digest, combined in (
        ({"digest_at": "18:00"}, "18:00", True),
        ({"combined": False}, None, False),
        ({"digest_at": "18:00"}, "18:00", True),
    ):
        changed = ada.client.patch(MINE, asked, format="json").json()
        assert (changed["digest_at"], changed["combined"]) == (digest, combined)
    assert ada.get(MINE).json() == changed
    changed = ada.client.patch(MINE, {"quiet_hours": None}, format="json").json()
    assert changed["quiet_hours"] is None


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({"quiet_hours": {"start": "25:00", "end": "07:00"}}, "#/quiet_hours/start"),
        ({"quiet_hours": {"start": "22:00"}}, "#/quiet_hours/end"),
        ({"quiet_hours": {"start": "22:00", "end": "22:00"}}, "#/quiet_hours/end"),
        ({"quiet_hours": {"start": "22:00", "end": "14:01"}}, "#/quiet_hours/end"),
        ({"quiet_hours": "at night"}, "#/quiet_hours"),
        ({"digest_at": "6pm"}, "#/digest_at"),
        ({"digest_at": 18}, "#/digest_at"),
        ({"digest_at": "18:00", "combined": False}, "#/combined"),
    ],
)
def test_unknown_hours_are_pointed_at(db: None, sent: Any, pointer: str) -> None:
    ada = Person("ada")
    assert list(refusals(ada.client.patch(MINE, sent, format="json"))) == [pointer]
    assert ada.get(MINE).json()["quiet_hours"] is None


def test_settings_change_only_so_often_a_day(db: None, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"notification_changes_a_day": 1}
    ada = Person("ada")
    answers = [
        ada.client.patch(MINE, {"digest_at": at}, format="json") for at in ("18:00", "18:00")
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    refused = ada.client.patch(MINE, {"digest_at": "19:00"}, format="json")
    assert problem(refused) == (429, "quota_reached")
    assert ada.get(MINE).json()["digest_at"] == "18:00"
