"""Web, worker and scheduler in one process, so that nothing needs to be installed.

With the default broker `memory://` messages stay inside of this process and end with it: the
outbox in the database is what survives, and the next start sweeps it.
"""

import contextlib
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from types import FrameType

from celery import Celery
from celery.beat import Service
from celery.worker import WorkController
from django.core.wsgi import get_wsgi_application

from config.heartbeats import Metronome
from config.http import make_server

STOP_WITHIN = 2.5  # seconds, for all threads together
logger = logging.getLogger(__name__)


class Embedded:
    """The three of them: made by binding the port, run until a signal."""

    def __init__(self, celery: Celery, *, host: str, port: int) -> None:
        """Take the port; raises OSError when somebody else has it."""
        self.server = make_server(get_wsgi_application(), socket.create_server((host, port)))
        self.worker = WorkController(
            app=celery,
            pool_cls="threads",
            concurrency=2,
            hostname=f"embedded-{os.getpid()}@localhost",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self.beat = Service(celery, scheduler_cls=Metronome)
        self.ending = threading.Event()
        self.failed = False

    def run(self) -> bool:
        """Serve until SIGTERM or SIGINT, then end all three; False if one of them ended first."""
        signal.signal(signal.SIGTERM, _interrupt)
        signal.signal(signal.SIGINT, _interrupt)
        threads = [
            threading.Thread(target=self._watch, args=(work,), name=name, daemon=True)
            for name, work in (("worker", self.worker.start), ("scheduler", self.beat.start))
        ]
        with contextlib.suppress(KeyboardInterrupt):
            for thread in threads:
                thread.start()
            self.server.run()
        self._stop()
        return not self.failed

    def _watch(self, work: Callable[[], None]) -> None:
        """Do the work, and end the server when it ends: half a server would be silent."""
        try:
            work()
        finally:
            if not self.ending.is_set():
                self.failed = True
                logger.critical("The %s ended by itself.", threading.current_thread().name)
                os.kill(os.getpid(), signal.SIGTERM)

    def _stop(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.ending.set()
        self.server.close()
        self.beat.stop()
        stopping = threading.Thread(target=self.worker.stop, name="stop", daemon=True)
        stopping.start()
        stopping.join(STOP_WITHIN)
        if stopping.is_alive():
            # A task is still at work. What it does is in the outbox, so nothing is lost.
            logger.warning("Stopped in the middle of a task; the next start repeats it.")
            os._exit(0)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
