"""The mails queued for what happens in a game."""

from typing import Any

import pytest
from celery.signals import before_task_publish
from django.db import IntegrityError, transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create, game_start, seat_take
from games.models import Game, StoredEvent
from games.play.ends import end_wish
from games.signals import events_appended, game_called_off
from games.stream import store
from notifications.models import Delivery, Notice
from notifications.sending.outbox import notices_write
from notifications.tasks import sweep
from tests.support.service_games import ServiceGame

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TURN, BEGINS, OVER, OFF = "your_turn", "game_begins", "game_over", "called_off"


def owed() -> set[tuple[str, str]]:
    """Return the people and kinds of the queued mails."""
    return set(Delivery.objects.waiting().values_list("notice__person__handle", "notice__kind"))


def test_the_beginning_is_told_to_all(people: list[User]) -> None:
    table = ServiceGame(people)
    first = table.awaited.handle
    others = {user.handle for user in people} - {first}
    assert owed() == {(first, TURN)} | {(handle, BEGINS) for handle in others}


def begun_by_sitting_down(people: list[User]) -> Game:
    """Return a game that the last of `people` has begun."""
    creator, *others = people
    game = game_create(
        user=creator,
        wanted=NewTable(options={"mode": "beginner", "players": len(people)}),
        source=CommandSource.API,
    )
    for user in others:
        game = seat_take(user=user, game_id=game.pk, source=CommandSource.API)
    return game


def test_sitting_down_last_begins_the_game_and_brings_no_mail(people: list[User]) -> None:
    begun_by_sitting_down(people)
    assert {handle for handle, _ in owed()} == {"ada", "bob", "cy"}


def test_a_last_arrival_who_is_drawn_first_is_not_told_of_that_turn(people: list[User]) -> None:
    game = begun_by_sitting_down(people[:2])
    while game.awaited != [game.assignments.get(user=people[1]).number]:
        Notice.objects.all().delete()
        game = begun_by_sitting_down(people[:2])
    assert owed() == {("ada", BEGINS)}


def test_a_creator_who_starts_the_game_is_not_told(people: list[User]) -> None:
    options = {"mode": "beginner", "players": 3}
    game = game_create(
        user=people[0],
        wanted=NewTable(options=options, start=Game.Start.BY_HAND),
        source=CommandSource.API,
    )
    for user in people[1:3]:
        seat_take(user=user, game_id=game.pk, source=CommandSource.API)
    assert owed() == set()
    game_start(user=people[0], game_id=game.pk, source=CommandSource.API)
    assert {handle for handle, _ in owed()} == {"bob", "cy"}


def test_the_log_says_who_began_the_game(people: list[User]) -> None:
    game = begun_by_sitting_down(people)
    seat = game.assignments.get(user=people[-1]).number
    assert {row.seat for row in StoredEvent.objects.filter(game=game)} == {seat}


def test_a_table_that_waits_for_players_tells_nobody(people: list[User]) -> None:
    game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "beginner", "players": 2}),
        source=CommandSource.API,
    )
    assert owed() == set()


def test_the_next_player_is_told_and_nobody_else(people: list[User]) -> None:
    table = ServiceGame(people[:3])
    Notice.objects.all().delete()
    actor = table.awaited
    table.play()
    assert table.awaited != actor
    assert owed() == {(table.awaited.handle, TURN)}
    notice = Notice.objects.get(kind=TURN)
    assert (notice.game_id, notice.version) == (table.id, table.state.version)


def test_a_player_who_has_acted_is_no_longer_told_of_the_turn(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    actor = table.awaited
    table.play()
    assert (actor.handle, TURN) not in owed()
    assert Delivery.objects.get(notice__person=actor, notice__kind=TURN).state == "superseded"


def test_a_turn_that_comes_again_is_told_again(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    first = table.awaited
    table.play()
    table.play()
    assert table.awaited == first
    versions = Delivery.objects.filter(notice__person=first, notice__kind=TURN).values_list(
        "notice__version", flat=True
    )
    assert len(set(versions)) == 2


def test_somebody_who_leaves_out_of_turn_opens_no_decision(people: list[User]) -> None:
    table = ServiceGame(people[:3])
    Notice.objects.all().delete()
    bystander = next(user for user in people[:3] if user != table.awaited)
    table.forfeit(bystander)
    assert owed() == set()


def test_the_turn_of_somebody_who_leaves_goes_to_the_next(people: list[User]) -> None:
    table = ServiceGame(people[:3])
    Notice.objects.all().delete()
    leaver = table.awaited
    table.forfeit(leaver)
    assert owed() == {(table.awaited.handle, TURN)}


def test_nobody_who_left_is_told_of_a_turn(people: list[User]) -> None:
    table = ServiceGame(people[:3])
    leaver = table.awaited
    table.forfeit(leaver)
    Notice.objects.all().delete()
    for _ in range(6):
        table.play()
    assert leaver.handle not in {handle for handle, _ in owed()}


def test_the_end_is_told_to_all(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    Notice.objects.all().delete()
    table.forfeit(table.awaited)
    assert owed() == {("ada", OVER), ("bob", OVER)}


def test_a_game_called_off_by_consent_is_told_to_all_but_who_was_the_last_to_wish_it(
    people: list[User],
) -> None:
    table = ServiceGame(people[:3])
    for user in people[:2]:
        end_wish(user=user, game_id=table.id, source=CommandSource.API)
    assert OFF not in {kind for _, kind in owed()}
    end_wish(user=people[2], game_id=table.id, source=CommandSource.API)
    assert owed() == {("ada", OFF), ("bob", OFF)}  # and no other mail


def test_a_table_called_off_by_its_creator_is_told_to_those_who_sat_there(
    people: list[User],
) -> None:
    game = game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "beginner", "players": 3}),
        source=CommandSource.API,
    )
    seat_take(user=people[1], game_id=game.pk, source=CommandSource.API)
    end_wish(user=people[0], game_id=game.pk, source=CommandSource.API)
    assert owed() == {("bob", OFF)}


def test_a_call_off_that_cannot_be_told_does_not_happen(people: list[User]) -> None:
    game = game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "beginner", "players": 2}),
        source=CommandSource.API,
    )

    def refuse(**_: object) -> None:
        raise RuntimeError("The outbox is full.")

    game_called_off.connect(refuse)
    try:
        with pytest.raises(RuntimeError):
            end_wish(user=people[0], game_id=game.pk, source=CommandSource.API)
    finally:
        game_called_off.disconnect(refuse)
    assert Game.objects.get(pk=game.pk).state == Game.State.OPEN


def test_a_whole_game_queues_one_mail_for_each_decision(people: list[User]) -> None:
    table = ServiceGame(people[:2], rounds=1)
    while not table.state.over:
        table.play(-1)
    turns = Delivery.objects.filter(notice__kind=TURN)
    commands = StoredEvent.objects.filter(game=table.id, command_id__isnull=False).count()
    # Every command gave a person the turn; a mail says so unless it was their own command.
    assert commands / 2 < turns.count() <= commands
    assert owed() == {("ada", OVER), ("bob", OVER)}


def test_a_play_that_is_rolled_back_queues_no_mail(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    before = owed()

    def undo() -> None:
        with transaction.atomic():
            table.play()
            assert owed() != before
            raise IntegrityError

    with pytest.raises(IntegrityError):
        undo()
    assert owed() == before


def test_a_play_that_cannot_be_told_is_not_made(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    version, awaited = table.game.version, table.awaited
    seat = next(s for s in (0, 1) if table.person(s) != awaited)

    def refuse(**_: object) -> None:
        raise RuntimeError("The outbox is full.")

    events_appended.connect(refuse)
    try:
        with pytest.raises(RuntimeError), transaction.atomic():
            table.play()
    finally:
        events_appended.disconnect(refuse)
    assert (table.game.version, table.awaited) == (version, awaited)
    assert len(store.read(table.game)) == version
    assert not Delivery.objects.filter(
        notice__person=table.person(seat), notice__kind=TURN
    ).exists()


def test_the_same_news_cannot_be_queued_twice(people: list[User]) -> None:
    game = ServiceGame(people[:2]).game
    news = {people[0].pk: "your_turn"}
    notices_write(game=game, version=99, kinds=news)
    with pytest.raises(IntegrityError), transaction.atomic():
        notices_write(game=game, version=99, kinds=news)


def test_playing_publishes_and_sends_nothing_by_itself(
    people: list[User],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    mailoutbox: list[object],
) -> None:
    published: list[str] = []

    def note(sender: str, **_: Any) -> None:
        published.append(sender)

    before_task_publish.connect(note)
    with django_capture_on_commit_callbacks(execute=True):
        ServiceGame(people[:2]).play()
    assert published == []
    assert not mailoutbox
    sweep.delay()
    assert published == [sweep.name]  # so a notice would have been noted


def test_nothing_that_is_hidden_lies_in_the_outbox(people: list[User]) -> None:
    ServiceGame(people[:2]).play()
    for notice in Notice.objects.all():
        assert (notice.subject, notice.body_text, notice.body_html) == ("", "", "")
