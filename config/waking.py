"""Wakes a worker for house players who are to play at once, without letting a request wait.

A thread of its own sends the message after the commit, so a broker that is away delays nobody. The
message only saves the wait for the next sweep of beat, so it may be lost; many of them at a time
become one.
"""

import logging
import threading
from typing import Any

from django.db import connection, transaction
from django.dispatch import receiver
from kombu.exceptions import OperationalError

from config.tasks import play_house
from games.signals import worker_needed

EXPIRES = 10  # seconds
logger = logging.getLogger(__name__)


class Waker:
    """Sends a message to the workers when it is asked to; its thread starts with the first."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Have a message sent soon; return at once."""
        self._asked.set()
        with self._starting:
            if self._thread is None or not self._thread.is_alive():  # also after a fork
                self._thread = threading.Thread(target=self._send, name="waker", daemon=True)
                self._thread.start()

    def _send(self) -> None:
        while self._asked.wait():
            self._asked.clear()
            try:
                play_house.apply_async(expires=EXPIRES, retry=False)
            except (OSError, OperationalError):
                logger.debug("The broker does not answer; the next sweep will do.")
            finally:
                connection.close()  # which tells when the message expires, and this thread waits


waker = Waker()


@receiver(worker_needed)
def _wake(**_: Any) -> None:
    transaction.on_commit(waker.wake)
