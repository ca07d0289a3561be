"""Web server, workers and beat in one process, so that no other server is needed.

Tasks are eager (`CELERY_TASK_ALWAYS_EAGER`): the thread of a queue runs what beat would send to it,
and tasks that one of them queues run within it. The outbox in the database survives the end of the
process, and the next start sweeps it.
"""

import logging
import os
import signal
import socket
import threading
import time
from types import FrameType

from celery import Celery
from celery.beat import Scheduler
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from typing_extensions import override

from config.server.http import make_server
from config.server.startup import freeze_imports, load_views

STOP_WITHIN = 2.5  # seconds, for all threads together
logger = logging.getLogger("config.embedded")


class QueueScheduler(Scheduler):
    """Beat's scheduler for the periodic tasks of one queue, which are eager."""

    producer = None  # type: ignore[assignment]  # no messages are sent

    def __init__(self, app: Celery, queue: str) -> None:
        """Take the tasks of `queue` from the schedule."""
        self.queue = queue
        super().__init__(app)

    @override
    def setup_schedule(self) -> None:
        route = self.app.amqp.router.route
        for name, entry in self.app.conf.beat_schedule.items():
            if route(dict(entry["options"]), entry["task"])["queue"].name == self.queue:
                self.add(name=name, **entry)


class Embedded:
    """Web server, workers and beat, which bind the port when created and run until a signal."""

    def __init__(self, celery: Celery, *, host: str, port: int) -> None:
        """Bind the port; raises OSError if it is in use."""
        self.server = make_server(get_wsgi_application(), socket.create_server((host, port)))
        celery.loader.import_default_modules()  # a task that is not known would need a broker
        self.schedulers = [QueueScheduler(celery, queue) for queue in celery.amqp.queues]
        self.ending = threading.Event()
        self.failed = self.interrupted = False

    def run(self) -> bool:
        """Serve until SIGTERM or SIGINT, then stop; return False if a queue's thread ended before.

        A task that does not end in time is left: its work is in the database, so nothing is lost.
        """
        signal.signal(signal.SIGTERM, self._interrupt)
        signal.signal(signal.SIGINT, self._interrupt)
        load_views()
        freeze_imports()
        threads = [
            threading.Thread(target=self._work, args=(each,), name=each.queue, daemon=True)
            for each in self.schedulers
        ]
        for thread in threads:
            thread.start()
        self._serve()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.ending.set()
        self.server.close()
        until = time.monotonic() + STOP_WITHIN
        for thread in threads:
            thread.join(max(0, until - time.monotonic()))
        if any(thread.is_alive() for thread in threads):
            logger.warning("Stopped in the middle of a task; the next start repeats it.")
            os._exit(0)
        return not self.failed

    def _serve(self) -> None:
        """Serve as `run` of waitress does, but until a signal sets `interrupted`."""
        server = self.server
        while not self.interrupted:
            server.asyncore.loop(timeout=1, use_poll=True, map=server._map, count=1)
        server.task_dispatcher.shutdown()

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """End the loop; an exception raised here would be lost in the callback of a weak reference.

        Whatever is written to the trigger of waitress ends its wait.
        """
        self.interrupted = True
        self.server.pull_trigger()

    def _work(self, scheduler: QueueScheduler) -> None:
        """Run the tasks of a queue; stop the server if that ends: half a server is useless."""
        try:
            while not self.ending.wait(scheduler.tick()):
                close_old_connections()
        except Exception:
            self.failed = True
            logger.critical("The %s ended by itself.", scheduler.queue, exc_info=True)
            os.kill(os.getpid(), signal.SIGTERM)
