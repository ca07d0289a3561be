"""A person who declines a kind of news is told the next kind that they want in its place."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.actors import CommandSource
from games.play.pauses import pause_agree
from notifications.models import Choice, Delivery, Notice
from notifications.sending.dispatch import deliver
from notifications.sending.outbox import notices_spread
from tests.support.mail_sink import Sink
from tests.support.service_games import ServiceGame
from tests.support.webhook_receiver import confirmed

pytestmark = pytest.mark.django_db
SendAll = Callable[[], None]
NEWS = "news from the table"


def decline(people: list[User], *kinds: str) -> None:
    for person in people:
        for kind in kinds:
            Choice.objects.create(person=person, kind=kind, channel="email", wanted=False)


def paused(people: list[User]) -> ServiceGame:
    """Return a game that its two players have paused, in which one has acted since.

    The other one, who is awaited, was told of the pause, and five minutes have not passed.
    """
    table = ServiceGame(people[:2])
    table.play()
    actor = table.awaited
    other = next(person for person in people[:2] if person != actor)
    until = timezone.now() + timedelta(days=2)
    pause_agree(user=other, game_id=table.id, until=until, source=CommandSource.API)
    pause_agree(user=actor, game_id=table.id, until=until, source=CommandSource.API)
    table.play()
    assert table.awaited == other
    return table


def send_later(send_all: SendAll) -> None:
    """Send what is due, and what is due after five minutes."""
    send_all()
    Delivery.objects.update(not_before=F("not_before") - timedelta(minutes=5))
    send_all()


def told(sink: Sink) -> list[tuple[str, str]]:
    """Return to whom each mail went, and what it is about."""
    return [(mail["To"], mail["Subject"].rpartition(": ")[2]) for mail in sink.taken]


def test_news_are_told_to_who_declines_mails_about_turns(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    decline(people, "your_turn", "game_begins")
    reader = paused(people).awaited
    send_all()
    assert told(sink) == []  # newer news could still tell the same
    send_later(send_all)
    assert told(sink) == [(reader.email, NEWS)]


def test_they_are_told_once(sink: Sink, people: list[User], send_all: SendAll) -> None:
    decline(people, "your_turn", "game_begins")
    table = paused(people)
    send_later(send_all)
    for _ in range(4):
        table.play()
        send_later(send_all)
    assert len(told(sink)) == 1


def test_who_has_acted_since_is_not_told(sink: Sink, people: list[User], send_all: SendAll) -> None:
    decline(people, "your_turn", "game_begins")
    table = paused(people)
    send_all()
    table.play()
    table.play()
    send_later(send_all)
    assert told(sink) == []


def test_the_beginning_is_told_to_who_declines_mails_about_turns(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    decline(people, "your_turn")
    ServiceGame(people[:2])
    send_later(send_all)
    expected = {(person.email, "the game begins") for person in people[:2]}
    assert set(told(sink)) == expected


def test_who_is_told_of_turns_is_told_nothing_else(people: list[User], sink: Sink) -> None:
    decline(people, "your_turn", "game_begins")
    for person in people[:2]:
        confirmed(person, "https://bot.example.org/")
    paused(people)
    notices_spread()
    for delivery in Delivery.objects.waiting().filter(notice__kind="your_turn", channel="email"):
        deliver(delivery.pk)
    news = Delivery.objects.waiting().filter(notice__kind="table_news")
    assert [delivery.channel for delivery in news] == ["email"]


@pytest.mark.parametrize("wants_games", [True, False])
def test_who_declines_those_too_is_told_nothing(
    sink: Sink, people: list[User], send_all: SendAll, wants_games: bool
) -> None:
    if wants_games:
        decline(people, "your_turn", "game_begins", "table_news")
    else:
        User.objects.update(game_mails=False)
    paused(people)
    before = Notice.objects.count()
    send_later(send_all)
    assert told(sink) == []
    assert Notice.objects.count() == before


def test_an_attempt_that_is_repeated_writes_it_once(sink: Sink, people: list[User]) -> None:
    decline(people, "your_turn", "game_begins")
    paused(people)
    (turn,) = Delivery.objects.waiting().filter(notice__kind="your_turn")
    for _ in range(2):
        Delivery.objects.filter(pk=turn.pk).update(state="waiting", reason="")
        deliver(turn.pk)
    assert Delivery.objects.waiting().filter(notice__kind="table_news").count() == 1
