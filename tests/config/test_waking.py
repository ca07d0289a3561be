"""A worker is woken for the house after the commit, and only then."""

import time

from django.db import transaction

from config.celery import app
from games.models import Game
from games.signals import worker_needed

PATIENCE = 5  # seconds


def waiting() -> list[str]:
    """Take the messages from the broker; return the names of their tasks."""
    found = []
    with app.connection_for_read() as connection, connection.SimpleQueue("timekeeper") as queue:
        while queue.qsize():
            message = queue.get_nowait()
            message.ack()
            found.append(message.headers["task"])
    return found


def wait_for_message() -> list[str]:
    """Return the messages, as soon as there are any."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := waiting():
            return found
        time.sleep(0.01)
    return []


def test_a_worker_is_woken_after_the_commit(transactional_db: None) -> None:
    waiting()
    with transaction.atomic():
        worker_needed.send(Game, game=Game())
        time.sleep(0.05)
        assert waiting() == []
    assert set(wait_for_message()) == {"config.tasks.play_house"}


def test_nobody_is_woken_for_what_is_rolled_back(transactional_db: None) -> None:
    waiting()
    with transaction.atomic():
        worker_needed.send(Game, game=Game())
        transaction.set_rollback(True)
    time.sleep(0.05)
    assert waiting() == []
