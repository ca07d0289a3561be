"""The operator's command: what is in the outbox, and what becomes of dead letters."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.models.timers import TurnNotice
from notifications.models import Delivery
from notifications.tasks import due_in
from tests.support.mail_sink import Sink
from tests.support.service_games import ServiceGame

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def outbox(*options: str) -> str:
    out = StringIO()
    call_command("outbox", *options, stdout=out)
    return out.getvalue()


@pytest.fixture
def dead(people: list[User]) -> Delivery:
    """Return a dead letter about a turn."""
    ServiceGame(people[:2])
    turn = Delivery.objects.filter(notice__kind="your_turn", channel="email")
    turn.update(state="failed", attempts=8, error="550 No such mailbox")
    return turn.select_related("notice__person").get()


def test_it_counts_by_state_channel_and_kind(dead: Delivery) -> None:
    shown = outbox()
    assert all(word in shown for word in ("failed", "waiting", "email", "your_turn", "game_begins"))


def test_it_says_with_which_code_waiting_mails_are_refused(dead: Delivery) -> None:
    refused = {"state": "waiting", "error": "SMTPDataError: 550 5.7.1"}
    Delivery.objects.filter(pk=dead.pk).update(**refused)
    assert refused["error"] in outbox()


def test_nothing_leaves_while_it_is_on_hold(
    dead: Delivery, sink: Sink, send_all: Callable[[], None]
) -> None:
    """Neither what waited nor what is written meanwhile, by any channel; then all of it leaves."""
    outbox("--hold")
    outbox("--resend", str(dead.pk))
    send_all()
    assert not sink.taken
    assert not any(due_in(queue).exists() for queue in ("worker", "webhooks"))
    assert "on hold" in outbox()
    assert "on hold" not in outbox("--release")
    send_all()
    assert dead.notice.person
    assert any(dead.notice.person.email in mail["To"] for mail in sink.taken)


def test_what_waited_when_the_hold_began_can_be_superseded(
    people: list[User], sink: Sink, send_all: Callable[[], None]
) -> None:
    """It was sent before the backup was restored: nobody gets the same news twice."""
    ada, bob = people[:2]
    before = game_create(
        user=ada,
        wanted=NewTable(options={"players": 4}, invited=[bob.handle]),
        source=CommandSource.API,
    )
    outbox("--hold")
    after = game_create(
        user=ada,
        wanted=NewTable(options={"players": 4}, invited=[bob.handle]),
        source=CommandSource.API,
    )
    outbox("--supersede")
    outbox("--release")
    send_all()
    left = Delivery.objects.filter(state="sent").values_list("notice__game", flat=True)
    assert set(left) == {after.pk}
    known = Delivery.objects.filter(notice__game=before)
    assert set(known.values_list("state", "reason")) == {("superseded", "restored")}


def test_whose_turn_it_is_after_a_restore_is_told_even_so(
    people: list[User], sink: Sink, send_all: Callable[[], None]
) -> None:
    """Play may have overtaken the mail before it left, and the restored game waits once more."""
    ServiceGame(people[:2])
    outbox("--hold")
    outbox("--supersede")
    outbox("--release")
    send_all()
    assert TurnNotice.objects.filter(left_at__isnull=False).exists()


def test_without_a_hold_nothing_is_superseded(dead: Delivery) -> None:
    with pytest.raises(CommandError, match="not on hold"):
        outbox("--supersede")


def test_nobody_loses_on_time_by_a_mail_that_a_backup_had(people: list[User]) -> None:
    """Whether the mail was sent before is not certain, so nobody counts as told by it."""
    ServiceGame(people[:2])
    outbox("--hold")
    outbox("--supersede")
    assert not TurnNotice.objects.filter(left_at__isnull=False).exists()


def test_it_lists_dead_letters_with_their_errors(dead: Delivery) -> None:
    assert dead.notice.person
    shown = outbox("--failed")
    assert dead.notice.person.handle in shown
    assert "550" in shown
    assert "game_begins" not in shown


def test_a_dead_letter_can_be_sent_again(
    dead: Delivery, sink: Sink, send_all: Callable[[], None]
) -> None:
    outbox("--resend", str(dead.pk))
    send_all()
    dead.refresh_from_db()
    assert dead.state == "sent"


def test_a_dead_letter_can_be_forgotten_and_nothing_else(dead: Delivery) -> None:
    outbox("--forget", str(dead.pk))
    assert not Delivery.objects.filter(pk=dead.pk).exists()
    waiting = Delivery.objects.waiting().first()
    assert waiting
    for option in ("--forget", "--resend"):
        with pytest.raises(CommandError, match="no dead letter"):
            outbox(option, str(waiting.pk))


def test_a_dead_letter_about_an_account_has_no_text_to_send(account_mail: Delivery) -> None:
    Delivery.objects.update(state="failed")
    with pytest.raises(CommandError, match="only forget"):
        outbox("--resend", str(account_mail.pk))


def test_it_lists_what_somebody_was_told(dead: Delivery) -> None:
    reader = dead.notice.person
    assert reader
    shown = outbox("--person", reader.handle.upper())
    assert all(word in shown for word in ("your_turn", "failed"))
    others = User.objects.exclude(pk=reader.pk)
    assert all("your_turn" not in outbox("--person", other.handle) for other in others)


def test_somebody_who_is_nobody_is_refused(people: list[User]) -> None:
    with pytest.raises(CommandError, match="Nobody is called nemo"):
        outbox("--person", "nemo")
