"""Web, worker and scheduler in one process, so that nothing needs to be installed.

With the default broker `memory://` messages stay inside of this process and end with it: the
outbox in the database is what survives, and the next start sweeps it.
"""

import logging
import os
import signal
import threading
from types import FrameType

from celery import Celery
from celery.beat import Scheduler, Service
from celery.worker import WorkController
from django.core.wsgi import get_wsgi_application
from waitress.server import create_server

STOP_WITHIN = 2.5  # seconds, for all threads together
BODY_LIMIT = 1024 * 1024  # bytes; the API's own limit is lower and answers better
logger = logging.getLogger(__name__)


class Embedded:
    """The three of them: made by binding the port, run until a signal."""

    def __init__(self, celery: Celery, *, host: str, port: int) -> None:
        """Take the port; raises OSError when somebody else has it."""
        self.server = create_server(
            get_wsgi_application(),
            host=host,
            port=port,
            threads=8,
            ident=None,
            max_request_body_size=BODY_LIMIT,
        )
        self.worker = WorkController(
            app=celery,
            pool_cls="threads",
            concurrency=2,
            hostname=f"embedded-{os.getpid()}@localhost",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self.beat = Service(celery, scheduler_cls=Scheduler)

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT, then end all three."""
        signal.signal(signal.SIGTERM, _interrupt)
        signal.signal(signal.SIGINT, _interrupt)
        threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("worker", self.worker.start), ("beat", self.beat.start))
        ]
        for thread in threads:
            thread.start()
        self.server.run()  # returns at the first signal
        self._stop(threads)

    def _stop(self, threads: list[threading.Thread]) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.server.close()
        self.beat.stop()
        stopping = threading.Thread(target=self.worker.stop, name="stop", daemon=True)
        stopping.start()
        stopping.join(STOP_WITHIN)
        threads[0].join(0 if stopping.is_alive() else 0.2)
        if stopping.is_alive():
            # A task is still at work. What it does is in the outbox, so nothing is lost.
            logger.warning("Stopped in the middle of a task; the next start repeats it.")
            os._exit(0)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
