"""A worker is woken for the house after the commit, and only then."""

import time

from django.db import transaction

from config.celery import app
from games.models import Game
from games.signals import worker_needed
from trials.programs import wait_until


def waiting() -> list[str]:
    """Take the messages from the broker; return the names of their tasks."""
    found = []
    with app.connection_for_read() as connection, connection.SimpleQueue("timekeeper") as queue:
        while queue.qsize():
            message = queue.get_nowait()
            message.ack()
            found.append(message.headers["task"])
    return found


def test_a_worker_is_woken_after_the_commit(transactional_db: None) -> None:
    waiting()
    with transaction.atomic():
        worker_needed.send(Game, game=Game())
        time.sleep(0.05)
        assert waiting() == []
    assert set(wait_until(waiting)) == {"config.tasks.play_house"}


def test_a_rolled_back_transaction_wakes_no_worker(transactional_db: None) -> None:
    waiting()
    with transaction.atomic():
        worker_needed.send(Game, game=Game())
        transaction.set_rollback(True)
    time.sleep(0.05)
    assert waiting() == []
