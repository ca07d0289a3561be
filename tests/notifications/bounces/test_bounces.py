"""An address that fails gets no more mails about games; only true reports make one fail."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from accounts.failing import ANEW, address_fail, address_try_again
from accounts.models import FailingAddress, User
from accounts.services import account_close, accounts_erase
from games.models import Game, SeatAssignment
from games.models.timers import TurnNotice
from notifications.bounces.reports import parse_report
from notifications.bounces.services import report_take
from notifications.content.message_ids import delivery_of, message_id_of
from notifications.models import Delivery
from notifications.sending.outbox import account_notice_write
from notifications.tasks import read_reports
from tests.notifications.bounces.mails import bounce, complaint
from tests.support.mail_sink import Sink
from tests.support.people import Person, problem
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db
Send = Callable[[], None]
ME = "/api/v1/me"


@pytest.fixture
def ada(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def game(people: list[User], ada: User) -> ServiceGame:
    """Return a game of two in which it is ada's turn, and she has not been told yet."""
    found = ServiceGame(people[:2])
    if found.awaited != ada:
        found.play()
    return found


def take(data: bytes) -> bool:
    """Take a report; return whether it counts."""
    report = parse_report(data)
    assert report is not None
    return report_take(report)


def notice_of(game: Game, user: User) -> TurnNotice:
    """Return when a person was told of the turn."""
    seat = SeatAssignment.objects.get(game=game, user=user).number
    return TurnNotice.objects.get(game=game, seat=seat or 0)


@pytest.fixture
def inbox(settings: Settings, tmp_path: Path) -> Path:
    """Return the folder of new mails in the mailbox of reports."""
    for name in ("cur", "new"):
        (tmp_path / name).mkdir()
    settings.BOUNCE_INBOX = f"maildir://{tmp_path}"
    return tmp_path / "new"


def test_a_bounce_from_the_mailbox_stops_mail_to_the_address(
    game: ServiceGame, ada: User, sink: Sink, send_all: Send, inbox: Path
) -> None:
    send_all()
    sent = [each for each in sink.taken if each["To"] == ada.email][-1]
    (inbox / "1").write_bytes(bounce(sent["Message-ID"], ada.email))
    read_reports()
    failure = FailingAddress.objects.get(address=ada.email)
    assert notice_of(game.game, ada).failed_at == failure.since
    before = len(sink.taken)
    while game.awaited == ada:
        game.play()
    while game.awaited != ada:
        game.play()
    send_all()
    assert [each["To"] for each in sink.taken[before:] if each["To"] == ada.email] == []
    refused = Delivery.objects.filter(notice__person=ada, reason="unreachable")
    assert refused.exists()
    assert notice_of(game.game, ada).failed_at == failure.since


def test_a_complaint_stops_mail_as_well(game: ServiceGame, ada: User, send_all: Send) -> None:
    send_all()
    sent = [each for each in mail.outbox if each.to == [ada.email]][-1]
    assert take(complaint(sent.extra_headers["Message-ID"]))
    assert FailingAddress.objects.get().reason == "complained"


def test_a_report_counts_only_for_the_address_that_the_mail_went_to(
    game: ServiceGame, ada: User, people: list[User], send_all: Send
) -> None:
    send_all()
    sent = [each for each in mail.outbox if each.to == [ada.email]][-1]
    assert not take(bounce(sent.extra_headers["Message-ID"], people[1].email))
    assert not FailingAddress.objects.exists()


def test_nobody_can_guess_a_message_that_counts(
    game: ServiceGame, ada: User, people: list[User], send_all: Send
) -> None:
    send_all()
    delivery = Delivery.objects.filter(notice__person=ada, channel="email").latest("pk")
    other = Delivery.objects.filter(notice__person=people[1], channel="email").first()
    assert other is not None
    true = message_id_of(delivery)
    assert delivery_of(true) == delivery
    seal = true.partition(".")[2]
    for forged in (
        f"<{delivery.pk}.{delivery.digest}@localhost>",
        f"<{other.pk}.{seal}",
        f"<{delivery.pk}.{'0' * 32}@localhost>",
        f"<game-{game.id.hex}@localhost>",
        f"<{'9' * 30}.{'0' * 32}@localhost>",
        "",
    ):
        assert delivery_of(forged) is None
        assert not take(bounce(forged or "<>", ada.email))
    assert not FailingAddress.objects.exists()


def test_a_mail_that_was_never_sent_cannot_bounce(game: ServiceGame, ada: User) -> None:
    waiting = Delivery.objects.filter(notice__person=ada, channel="email").latest("pk")
    assert not take(bounce(message_id_of(waiting), ada.email))


def test_a_new_key_of_the_server_still_knows_the_mails_signed_with_the_old_one(
    game: ServiceGame, ada: User, send_all: Send, settings: Settings
) -> None:
    send_all()
    delivery = Delivery.objects.filter(notice__person=ada, channel="email").latest("pk")
    old = message_id_of(delivery)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"
    assert message_id_of(delivery) != old
    assert delivery_of(old) == delivery


def test_codes_still_go_to_an_address_that_fails(ada: User, send_all: Send) -> None:
    address_fail(address=ada.email, reason="bounced")
    account_notice_write(to=ada.email, subject="Your code", body_text="It is 1234.", key="one")
    send_all()
    assert [each.to for each in mail.outbox] == [[ada.email]]


def test_the_account_says_so_and_what_was_missed_comes_once_it_is_tried_again(
    game: ServiceGame, ada: User, send_all: Send
) -> None:
    address_fail(address=ada.email, reason="bounced")
    send_all()
    assert [each for each in mail.outbox if each.to == [ada.email]] == []
    person = Person("visitor")
    assert person.get(ME).json()["address_fails"] is None
    person.client.force_login(ada)
    shown = person.get(ME).json()["address_fails"]
    assert shown["reason"] == "bounced"
    assert person.post(f"{ME}/address/retry").json()["address_fails"] is None
    send_all()
    (caught_up,) = [each for each in mail.outbox if each.to == [ada.email]]
    assert str(game.id) in caught_up.body
    told = notice_of(game.game, ada)
    assert told.failed_at is None
    assert told.left_at is not None


def test_news_of_a_turn_that_came_back_is_sent_again(
    game: ServiceGame, ada: User, send_all: Send
) -> None:
    send_all()
    sent = [each for each in mail.outbox if each.to == [ada.email]][-1]
    assert take(bounce(sent.extra_headers["Message-ID"], ada.email))
    mail.outbox.clear()
    address_try_again(user=ada)
    send_all()
    (again,) = [each for each in mail.outbox if each.to == [ada.email]]
    assert again.subject == sent.subject
    address_try_again(user=ada)  # it did not fail meanwhile
    send_all()
    assert len([each for each in mail.outbox if each.to == [ada.email]]) == 1


def test_so_is_news_that_came_back_with_others_in_one_mail(
    game: ServiceGame, ada: User, people: list[User], send_all: Send
) -> None:
    other = ServiceGame(people[:2])
    if other.awaited != ada:
        other.play()
    Delivery.objects.waiting().filter(notice__person=ada).update(is_held=True)
    send_all()
    (sent,) = [each for each in mail.outbox if each.to == [ada.email]]
    assert take(bounce(sent.extra_headers["Message-ID"], ada.email))
    address_try_again(user=ada)
    send_all()
    again = [each for each in mail.outbox if each.to == [ada.email]][-1]
    assert all(str(each.id) in again.body for each in (game, other))


def test_of_what_was_missed_only_the_newest_of_each_kind_comes(
    game: ServiceGame, ada: User, send_all: Send
) -> None:
    address_fail(address=ada.email, reason="bounced")
    for _ in range(6):
        send_all()
        game.play()
    address_try_again(user=ada)
    revived = Delivery.objects.waiting().filter(notice__person=ada, is_held=True)
    kinds = list(revived.values_list("notice__kind", flat=True))
    assert "your_turn" in kinds
    assert len(kinds) == len(set(kinds))


def test_an_address_is_tried_again_only_so_often(ada: User) -> None:
    person = Person("visitor")
    answers = [person.post(f"{ME}/address/retry") for _ in range(4)]
    assert [answer.status_code for answer in answers[:3]] == [200, 200, 200]
    assert problem(answers[3]) == (429, "quota_reached")


def test_a_failure_is_forgotten_with_the_last_account_of_the_address(ada: User) -> None:
    address_fail(address=ada.email, reason="bounced")
    claimant = User.objects.create_user("eve", ada.email)
    for user, kept in ((claimant, True), (ada, False)):
        account_close(user=user)
        User.objects.filter(pk=user.pk).update(closed_at=timezone.now() - timedelta(days=8))
        assert accounts_erase() == 1
        assert FailingAddress.objects.exists() == kept


def test_a_second_failed_attempt_gains_no_time(ada: User) -> None:
    first = address_fail(address=ada.email, reason="bounced")
    address_try_again(user=ada)
    again = address_fail(address=ada.email, reason="complained")
    assert (again.since, again.reason) == (first.since, "complained")
    address_try_again(user=ada)
    FailingAddress.objects.update(changed_at=timezone.now() - ANEW - timedelta(days=1))
    assert address_fail(address=ada.email, reason="bounced").since > first.since


def test_the_sender_of_the_envelope_is_where_bounces_are_read(
    ada: User, sink: Sink, send_all: Send, settings: Settings
) -> None:
    settings.BOUNCE_ADDRESS = "bounces@example.net"
    account_notice_write(to=ada.email, subject="Your code", body_text="It is 1234.", key="one")
    send_all()
    (sent,) = sink.taken
    assert sent["From"] == settings.DEFAULT_FROM_EMAIL
    assert sink.senders == ["bounces@example.net"]
