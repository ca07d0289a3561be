"""Parallel requests over separate connections: one comes first, the others are refused."""

import uuid
from collections.abc import Callable, Iterator
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.blocks import block_make
from accounts.models import User
from accounts.services import account_close
from games.models import Game, StoredEvent
from games.stream import store
from tests.support.api_games import GAMES, ApiGame
from tests.support.asked import at_once, statuses
from tests.support.people import Person
from tests.support.storage import empty

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]

MANY = 6


@pytest.fixture
def pair(transactional_db: None) -> ApiGame:
    return ApiGame([Person(), Person()])


def clones(person: Person) -> Iterator[Person]:
    """Yield several clients of one person, as on different devices."""
    for _ in range(MANY):
        device = Person.__new__(Person)
        device.user, device.client = person.user, type(person.client)()
        device.client.force_login(person.user)
        yield device


def _submit(device: Person, table: ApiGame, body: Any, key: str) -> Callable[[], Any]:
    return partial(device.post, f"{table.path}/actions", body, key)


@pytest.mark.slow
def test_of_several_actions_on_one_version_one_is_accepted(pair: ApiGame) -> None:
    for _ in range(3):
        version, choices = pair.game.version, pair.choices()
        bodies = [
            {"expected_version": version, "action": choices[n % len(choices)]} for n in range(MANY)
        ]
        devices = list(clones(pair.awaited))
        wishes = [
            _submit(device, pair, body, str(uuid.uuid4()))
            for device, body in zip(devices, bodies, strict=True)
        ]
        answers = at_once(wishes)
        assert statuses(answers) == [200, *[409] * (MANY - 1)]
        for answer in answers:
            if answer.status_code == 409:
                assert answer.json()["code"] == "stale_version"
                assert answer.json()["current_version"] == pair.game.version
    rows = StoredEvent.objects.filter(game=pair.id).order_by("sequence")
    assert [row.sequence for row in rows] == list(range(1, pair.game.version + 1))


@pytest.mark.slow
def test_the_same_request_many_times_at_once_plays_once(pair: ApiGame) -> None:
    for _ in range(3):
        key = str(uuid.uuid4())
        body = {"expected_version": pair.game.version, "action": pair.choices()[0]}
        before = StoredEvent.objects.filter(game=pair.id).exclude(command_id=None).count()
        wishes = [_submit(device, pair, body, key) for device in clones(pair.awaited)]
        answers = at_once(wishes)
        assert statuses(answers) == [200] * MANY
        assert len({answer.content for answer in answers}) == 1
        after = StoredEvent.objects.filter(game=pair.id).exclude(command_id=None).count()
        assert after == before + 1


def test_the_last_seat_is_taken_once(transactional_db: None) -> None:
    table = ApiGame([Person()], seats=2)
    guests = [Person() for _ in range(MANY)]
    answers = at_once([partial(guest.post, f"{table.path}/seats") for guest in guests])
    assert statuses(answers) == [200, *[409] * (MANY - 1)]
    assert table.game.assignments.count() == 2
    started = StoredEvent.objects.filter(game=table.id, type="GameStarted")
    assert started.count() == 1


def test_nobody_has_more_tables_than_allowed(transactional_db: None, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {"open_tables": 2}
    person = Person()
    body = {"options": {"mode": "beginner"}, "visibility": "link"}
    answers = at_once([partial(device.post, GAMES, body) for device in clones(person)])
    assert statuses(answers) == [201, 201, *[429] * (MANY - 2)]
    assert Game.objects.filter(creator=person.user).count() == 2


def test_one_who_waits_too_long_is_asked_to_come_again(
    pair: ApiGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another connection locks the game: the request has no effect, and no answer is stored."""
    if connection.vendor == "sqlite":
        hold, impatient, patient = "BEGIN IMMEDIATE", "SELECT 1", "SELECT 1"
        monkeypatch.setattr(connection, "patience", 0.05)
    else:
        hold = "BEGIN; SELECT 1 FROM games_game FOR UPDATE"
        impatient, patient = "SET lock_timeout = 50", "RESET lock_timeout"
    body = {"expected_version": pair.game.version, "action": pair.choices()[0]}
    person, key = pair.awaited, str(uuid.uuid4())
    other = connection.copy()
    other.ensure_connection()
    try:
        with other.cursor() as cursor, connection.cursor() as own:
            cursor.execute(hold)
            own.execute(impatient)
            refused = person.post(f"{pair.path}/actions", body, key)
            own.execute(patient)
            cursor.execute("ROLLBACK")
    finally:
        other.close()
    assert refused.status_code == 503
    assert refused.json()["code"] == "unavailable"
    assert int(refused.headers["Retry-After"]) > 0
    assert person.post(f"{pair.path}/actions", body, key).status_code == 200


def test_a_state_folded_by_another_process_is_gone_on_from(pair: ApiGame) -> None:
    pair.play()
    elsewhere = store.folds
    store.folds = type(elsewhere)()
    try:
        pair.play()
    finally:
        store.folds = elsewhere
    pair.play()
    assert pair.state == pair.folded


def test_a_game_that_was_committed_is_deleted_with_its_events_after_the_test(pair: ApiGame) -> None:
    assert StoredEvent.objects.filter(game=pair.id).exists()
    empty()
    assert not Game.objects.exists()
    assert not StoredEvent.objects.exists()


def test_two_who_close_their_accounts_at_once_leave_all_games_they_share(
    transactional_db: None,
) -> None:
    ada, bob = Person(), Person()
    tables = [ApiGame([host], seats=2) for host in (ada, bob) * 3]
    for table, guest in zip(reversed(tables), (ada, bob) * 3, strict=True):
        assert guest.post(f"{table.path}/seats").status_code == 200
    at_once([partial(account_close, user=person.user) for person in (ada, bob)])
    assert User.objects.filter(closed_at=None).count() == 0
    for table in tables:
        assert [row.type for row in table.rows].count("SeatLeft") == 2


def test_of_a_seat_and_the_closing_of_an_account_at_once_no_seat_is_left(
    transactional_db: None,
) -> None:
    for _ in range(3):
        ada, bob = Person(), Person()
        table = ApiGame([ada], seats=3)
        at_once([partial(bob.post, f"{table.path}/seats"), partial(account_close, user=bob.user)])
        assert [each.user for each in table.game.assignments.all()] == [ada.user]
        assert table.game.state == "open"


def test_a_block_and_a_seat_at_the_same_moment_come_one_after_the_other(
    transactional_db: None,
) -> None:
    ada, bob = Person(), Person()
    blocks = f"/api/v1/me/blocks/{bob.user.handle}"
    for _ in range(3):
        table, next_table = ApiGame([ada], seats=2), ApiGame([ada], seats=2)
        wishes = [partial(bob.post, f"{table.path}/seats"), partial(ada.client.put, blocks)]
        assert statuses(at_once(wishes)) in ([200, 200], [200, 409])
        assert bob.post(f"{next_table.path}/seats").status_code == 409
        ada.delete(blocks)


@pytest.mark.slow
def test_a_seat_and_an_invitation_wait_for_a_block_that_is_being_made(
    transactional_db: None,
) -> None:
    ada, bob = Person(), Person()
    table, of_bob = ApiGame([ada], seats=2), ApiGame([bob], seats=2)
    invitation = {"handle": ada.user.handle}
    wishes = [
        partial(bob.post, f"{table.path}/seats"),
        partial(bob.post, f"{of_bob.path}/invitations", invitation),
    ]
    answers: list[Any] = []
    waiting = Thread(target=lambda: answers.extend(at_once(wishes)))
    with transaction.atomic():
        block_make(user=ada.user, blocked=bob.user)
        waiting.start()
        waiting.join(timeout=0.3)
        assert waiting.is_alive()
    waiting.join()
    refused, invited = answers
    assert refused.json()["code"] == "no_seat_for_you"
    assert invited.json()["invited"] == [invitation | {"declined": True}]
